import { columnOf } from './columns.ts'
import { type CompileContext, CompileError, type Input } from './relation.ts'

/** How pipeline files say it → SQL, and the exact reverse of that. Nulls count as the greatest value. */
const directions: Readonly<Record<string, readonly [string, string]>> = {
  '': ['asc nulls last', 'desc nulls first'],
  asc: ['asc nulls last', 'desc nulls first'],
  ascending: ['asc nulls last', 'desc nulls first'],
  desc: ['desc nulls first', 'asc nulls last'],
  descending: ['desc nulls first', 'asc nulls last'],
  'nulls first': ['asc nulls first', 'desc nulls last'],
  'nulls last': ['asc nulls last', 'desc nulls first'],
}

/**
 * `order by …` of rows [column, direction], or nothing when there are none. `reverse`: the other way round.
 * Throws CompileError.
 */
export function orderBy(
  { warehouse }: CompileContext,
  input: Pick<Input, 'columns'>,
  rows: readonly (readonly string[])[] = [],
  reverse = false,
): string {
  const terms = rows.map(([column = '', direction = '']) => {
    const pair = directions[direction.trim().toLowerCase()]
    if (pair === undefined) {
      throw new CompileError(`The order of "${column}" is "${direction}"; it must be Ascending or Descending`)
    }
    return `${warehouse.quoteName(columnOf(input, column))} ${pair[reverse ? 1 : 0]}`
  })
  return terms.length === 0 ? '' : `order by ${terms.join(', ')}`
}

/** `partition by …`, or nothing when there are no columns. */
export const partitionBy = (
  { warehouse }: CompileContext,
  input: Pick<Input, 'columns'>,
  columns: readonly string[] = [],
): string =>
  columns.length === 0
    ? ''
    : `partition by ${columns.map((name) => warehouse.quoteName(columnOf(input, name))).join(', ')}`
