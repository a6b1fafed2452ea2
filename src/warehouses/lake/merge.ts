import { MERGE_COLUMNS } from '../counting.ts'
import { refuseAmbiguous } from '../duckdb/warehouse.ts'
import {
  assignments,
  deletesRows,
  isDeleted,
  isUpdated,
  MERGE_ROWS,
  NEW_ROWS,
  newRowsQuery,
  updatesRows,
} from '../merge-actions.ts'
import type { Merge } from '../warehouse.ts'

const MATCHED_ROWS = 'headrace_matched'

/**
 * A lake's own MERGE takes one action only and does not say what it did. The rows of the source, what becomes
 * of those that match, and those to be inserted are computed before anything changes; then rows are deleted,
 * updated and inserted, in this order, all in one transaction. The last statement reports how many of each.
 */
export function mergeSql(merge: Merge): string {
  const { target, source, sourceAlias, alias, on, insert, matched } = merge
  const rows = `${MERGE_ROWS} as ${sourceAlias}`
  const statements = ['begin', `create temporary table ${MERGE_ROWS} as\nselect * from ${source}`]
  statements.push(...refuseAmbiguous({ ...merge, source: rows }))
  const reports: string[] = []
  if (matched.length > 0) {
    const action = `case when ${isDeleted(merge)} then 'DELETE' when ${isUpdated(merge)} then 'UPDATE' end`
    statements.push(
      `create temporary table ${MATCHED_ROWS} as\nselect ${alias}.rowid as id, ${action} as action from ${target} join ${rows} on (\n${on}\n)`,
    )
    reports.push(`select action from ${MATCHED_ROWS} where action is not null`)
  }
  if (insert !== undefined) {
    statements.push(`create temporary table ${NEW_ROWS} as\n${newRowsQuery(merge, insert.values)}`)
    reports.push(`select 'INSERT' from ${NEW_ROWS}`)
  }
  if (deletesRows(merge))
    statements.push(
      `delete from ${merge.table} where rowid in (select id from ${MATCHED_ROWS} where action = 'DELETE')`,
    )
  if (updatesRows(merge)) {
    const set = assignments(merge, (column) => column)
    statements.push(`update ${target} set ${set}\nfrom ${rows}\nwhere (\n${on}\n) and ${isUpdated(merge)}`)
  }
  if (insert !== undefined)
    statements.push(`insert into ${merge.table} (${insert.columns.join(', ')})\nselect * from ${NEW_ROWS}`)
  const [action, changed] = MERGE_COLUMNS
  const temporary = [MERGE_ROWS, MATCHED_ROWS, NEW_ROWS].map(
    (table) => `drop table if exists temp.main.${table}`,
  )
  return [
    ...statements,
    `create or replace temporary table headrace_report as\nselect action as ${action}, count(*) as ${changed} from (\n${reports.join('\nunion all\n')}\n) as actions (action) group by action`,
    ...temporary,
    'commit',
    'from headrace_report',
  ].join(';\n')
}
