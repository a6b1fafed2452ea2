import type { Merge } from './warehouse.ts'

export const AMBIGUOUS_MERGE =
  'Several rows of the source match one row of the target, so the result would be ambiguous. Make the source unique first'

/**
 * Temporary tables of a merge in several statements: the rows of the source, and those that will be inserted.
 */
export const MERGE_ROWS = 'headrace_source'
export const NEW_ROWS = 'headrace_inserted'

type Sets = Merge['matched'][number]['sets']

export const deletesRows = ({ matched }: Merge): boolean => matched.some(({ sets }) => sets === undefined)
export const updatesRows = ({ matched }: Merge): boolean => matched.some(({ sets }) => sets !== undefined)

/** The condition under which the first action that applies deletes the row. */
export const isDeleted = (merge: Merge): string => applies(merge, (sets) => sets === undefined)
/** The condition under which the first action that applies updates the row. */
export const isUpdated = (merge: Merge): string => applies(merge, (sets) => sets !== undefined)

function applies({ matched }: Merge, isWanted: (sets: Sets) => boolean): string {
  if (matched.length === 0) return '1 = 0'
  const cases = matched.map(
    ({ condition = 'true', sets }) => `when (${condition}) then ${isWanted(sets) ? 1 : 0}`,
  )
  return `case ${cases.join(' ')} else 0 end = 1`
}

/**
 * The query of the rows to insert: those of the source that match none of the target. Its columns are `c0`,
 * `c1` and so on.
 */
export function newRowsQuery({ target, sourceAlias, on }: Merge, values: readonly string[]): string {
  const list = values.map((value, index) => `${value} as c${index}`).join(', ')
  return `select ${list} from ${MERGE_ROWS} as ${sourceAlias}\nwhere not exists (select 1 from ${target} where (\n${on}\n))`
}

/**
 * The assignments of an UPDATE of the rows that `isUpdated` tells. None reads a column that another has
 * assigned: MySQL carries them out from left to right. `assigned` is a column as this database writes it
 * before the equals sign.
 */
export function assignments({ matched }: Merge, assigned: (column: string) => string): string {
  const sets = matched.find((action) => action.sets !== undefined)?.sets ?? []
  return sets.map(({ target, value }) => `${assigned(target)} = ${value}`).join(',\n  ')
}
