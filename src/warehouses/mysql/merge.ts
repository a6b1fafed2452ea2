import { OWN_MESSAGE } from '../cast.ts'
import { MERGE_COLUMNS } from '../counting.ts'
import {
  AMBIGUOUS_MERGE,
  assignments,
  deletesRows,
  isDeleted,
  isUpdated,
  MERGE_ROWS,
  NEW_ROWS,
  newRowsQuery,
  updatesRows,
} from '../merge-actions.ts'
import { quoteText } from '../sql-text.ts'
import type { Merge } from '../warehouse.ts'

/**
 * MySQL has no MERGE. The rows of the source and those to be inserted are computed before anything changes;
 * then rows are deleted, updated and inserted, in this order, all in one transaction. The last statement says
 * how many of each.
 */
export function mergeSql(merge: Merge): string {
  const { target, source, sourceAlias, alias, on, changes, insert } = merge
  const joined = `${target} join ${MERGE_ROWS} as ${sourceAlias} on (\n${on}\n)`
  const statements = ['begin', `create temporary table ${MERGE_ROWS} as\nselect * from ${source}`]
  if (changes !== undefined) statements.push(...refuseAmbiguous(merge, changes))
  if (insert !== undefined) {
    statements.push(`create temporary table ${NEW_ROWS} as\n${newRowsQuery(merge, insert.values)}`)
  }
  statements.push('set @headrace_deleted = 0, @headrace_updated = 0, @headrace_inserted = 0')
  if (deletesRows(merge)) {
    statements.push(
      `delete ${alias} from ${joined}\nwhere ${isDeleted(merge)}`,
      'set @headrace_deleted = row_count()',
    )
  }
  if (updatesRows(merge)) {
    statements.push(
      `update ${joined}\nset ${assignments(merge, (column) => `${alias}.${column}`)}\nwhere ${isUpdated(merge)}`,
      'set @headrace_updated = row_count()',
    )
  }
  if (insert !== undefined) {
    const into = `insert into ${merge.table} (${insert.columns.join(', ')})`
    statements.push(`${into}\nselect * from ${NEW_ROWS}`, 'set @headrace_inserted = row_count()')
  }
  const [action, rows] = MERGE_COLUMNS
  statements.push(
    'commit',
    `select 'INSERT' as ${action}, @headrace_inserted as ${rows} union all select 'UPDATE', @headrace_updated union all select 'DELETE', @headrace_deleted`,
  )
  return statements.join(';\n')
}

/**
 * More pairs than rows of the target that are in one: a row of the target is in several. They are counted by
 * queries of their own: a query within SET compares each row of one table with each of the other.
 */
function refuseAmbiguous({ target, sourceAlias }: Merge, changes: string): readonly string[] {
  const rows = `${MERGE_ROWS} as ${sourceAlias}`
  return [
    `select count(*) into @headrace_pairs from ${target} join ${rows} on (\n${changes}\n)`,
    `select count(*) into @headrace_targets from ${target} where exists (select 1 from ${rows} where (\n${changes}\n))`,
    `select case when @headrace_pairs > @headrace_targets then cast(${quoteText(OWN_MESSAGE + AMBIGUOUS_MERGE)} as signed) end`,
  ]
}
