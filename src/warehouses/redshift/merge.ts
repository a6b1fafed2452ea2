import { MERGE_COLUMNS } from '../counting.ts'
import {
  AMBIGUOUS_MERGE,
  assignments,
  deletesRows,
  isDeleted,
  isUpdated,
  MERGE_ROWS,
  NEW_ROWS,
  updatesRows,
} from '../merge-actions.ts'
import { sqlTokens } from '../sql-tokens.ts'
import type { Merge } from '../warehouse.ts'
import { redshiftCasts } from './casts.ts'
import { quoteText } from './quote-text.ts'

const COUNTS = 'headrace_counts'

/**
 * Redshift's MERGE takes no conditions and no query as its source. The rows of the source, those to be
 * inserted and how many rows will change are computed before anything does; then rows are deleted, updated
 * and inserted, all in one transaction.
 */
export function mergeSql(merge: Merge): string {
  const { table, source, sourceAlias, on, changes, insert } = merge
  const rows = `${MERGE_ROWS} as ${sourceAlias}`
  const pairs = `${merge.target} join ${rows} on (\n${on}\n)`
  const [deleted, updated] = [isDeleted(merge), isUpdated(merge)]
  const inserted = (insert?.values ?? ['null']).map((value, index) => `${value} as c${index}`).join(', ')
  const isNew =
    insert === undefined ? '1 = 0' : `not exists (select 1 from ${merge.target} where (\n${on}\n))`
  const statements = [
    'begin',
    `create temporary table ${MERGE_ROWS} as\nselect * from ${source}`,
    ...(changes === undefined ? [] : [refuseAmbiguous(merge, changes)]),
    `create temporary table ${NEW_ROWS} as\nselect ${inserted} from ${rows}\nwhere ${isNew}`,
    `create temporary table ${COUNTS} as\nselect (select count(*) from ${NEW_ROWS}) as inserted,
  (select count(*) from ${pairs} where ${updated}) as updated,
  (select count(*) from ${pairs} where ${deleted}) as deleted`,
  ]
  if (deletesRows(merge)) {
    const condition = withoutAlias(`(\n${on}\n) and ${deleted}`, merge)
    statements.push(`delete from ${table} using ${rows}\nwhere ${condition}`)
  }
  if (updatesRows(merge))
    statements.push(
      `update ${merge.target}\nset ${assignments(merge, (column) => column)}\nfrom ${rows}\nwhere (\n${on}\n) and ${updated}`,
    )
  if (insert !== undefined)
    statements.push(`insert into ${table} (${insert.columns.join(', ')})\nselect * from ${NEW_ROWS}`)
  const [action, changed] = MERGE_COLUMNS
  statements.push(
    `select 'INSERT' as ${action}, inserted as ${changed} from ${COUNTS} union all select 'UPDATE', updated from ${COUNTS} union all select 'DELETE', deleted from ${COUNTS}`,
    `drop table ${MERGE_ROWS}`,
    `drop table ${NEW_ROWS}`,
    `drop table ${COUNTS}`,
    'commit',
  )
  return statements.join(';\n')
}

/** The target of a DELETE has no other name than its own: columns that name the alias name the table. */
function withoutAlias(sql: string, { table, alias }: Merge): string {
  const nameOf = (text: string) => (text.startsWith('"') ? text : `"${text}"`).toLowerCase()
  let result = ''
  let from = 0
  let before = ''
  const tokens = [...sqlTokens(sql, true)]
  for (const [position, { text, index }] of tokens.entries()) {
    if (before !== '.' && tokens[position + 1]?.text === '.' && nameOf(text) === nameOf(alias)) {
      result += `${sql.slice(from, index)}${table}`
      from = index + text.length
    }
    before = text
  }
  return result + sql.slice(from)
}

/** More pairs than rows of the target that are in one: a row of the target is in several. */
function refuseAmbiguous({ target, sourceAlias }: Merge, changes: string): string {
  const rows = `${MERGE_ROWS} as ${sourceAlias}`
  const pairs = `(select count(*) from ${target} join ${rows} on (\n${changes}\n))`
  const targets = `(select count(*) from ${target} where exists (select 1 from ${rows} where (\n${changes}\n)))`
  return `select case when ${pairs} > ${targets} then ${redshiftCasts.fail(quoteText(AMBIGUOUS_MERGE))} end`
}
