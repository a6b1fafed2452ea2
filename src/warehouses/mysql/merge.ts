import { quoteText } from '../sql-text.ts'
import type { Merge } from '../warehouse.ts'
import { OWN_MESSAGE } from './casts.ts'
import { MERGE_COLUMNS } from './script.ts'

const AMBIGUOUS =
  'Several rows of the source match one row of the target: which of them it becomes is open. Make the source unique first'

const ROWS = 'headrace_source'
const NEW_ROWS = 'headrace_inserted'

/**
 * MySQL has no MERGE. The rows of the source and those to be inserted are computed before anything changes; then rows are
 * deleted, updated and inserted, in this order, all in one transaction. The last statement says how many of each.
 */
export function mergeSql(merge: Merge): string {
  const { target, source, sourceAlias, alias, on, changes, matched, insert } = merge
  const joined = `${target} join ${ROWS} as ${sourceAlias} on (\n${on}\n)`
  const deletes = matched.some(({ sets }) => sets === undefined)
  const updates = matched.some(({ sets }) => sets !== undefined)
  const statements = ['begin', `create temporary table ${ROWS} as\nselect * from ${source}`]
  if (changes !== undefined) statements.push(...refuseAmbiguous(merge, changes))
  if (insert !== undefined) {
    const values = insert.values.map((value, index) => `${value} as c${index}`).join(', ')
    statements.push(
      `create temporary table ${NEW_ROWS} as\nselect ${values} from ${ROWS} as ${sourceAlias}
where not exists (select 1 from ${target} where (\n${on}\n))`,
    )
  }
  statements.push('set @headrace_deleted = 0, @headrace_updated = 0, @headrace_inserted = 0')
  if (deletes) {
    statements.push(
      `delete ${alias} from ${joined}\nwhere ${applies(merge, (sets) => sets === undefined)}`,
      'set @headrace_deleted = row_count()',
    )
  }
  if (updates) {
    const where = applies(merge, (sets) => sets !== undefined)
    statements.push(
      `update ${joined}\nset ${assignments(merge)}\nwhere ${where}`,
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

/** More pairs than rows of the target that are in one: a row of the target is in several. */
function refuseAmbiguous({ target, sourceAlias }: Merge, changes: string): readonly string[] {
  const rows = `${ROWS} as ${sourceAlias}`
  return [
    `set @headrace_pairs = (select count(*) from ${target} join ${rows} on (\n${changes}\n))`,
    `set @headrace_targets = (select count(*) from ${target} where exists (select 1 from ${rows} where (\n${changes}\n)))`,
    `select case when @headrace_pairs > @headrace_targets then cast(${quoteText(OWN_MESSAGE + AMBIGUOUS)} as signed) end`,
  ]
}

type Sets = Merge['matched'][number]['sets']

/** When the first action whose condition holds is one of those wanted. */
function applies({ matched }: Merge, isWanted: (sets: Sets) => boolean): string {
  const cases = matched.map(
    ({ condition = 'true', sets }) => `when (${condition}) then ${isWanted(sets) ? 1 : 0}`,
  )
  return `case ${cases.join(' ')} else 0 end = 1`
}

/** Rows whose first action deletes them are gone when this is computed. */
function assignments({ matched, alias }: Merge): string {
  const updating = matched.flatMap(({ condition = 'true', sets }) =>
    sets === undefined ? [] : [{ condition, sets }],
  )
  const columns = [...new Set(updating.flatMap(({ sets }) => sets.map(({ target }) => target)))]
  return columns
    .map((column) => {
      const cases = updating.map(({ condition, sets }) => {
        const value = sets.find(({ target }) => target === column)?.value ?? `${alias}.${column}`
        return `when (${condition}) then ${value}`
      })
      return `${alias}.${column} = case ${cases.join(' ')} else ${alias}.${column} end`
    })
    .join(',\n  ')
}
