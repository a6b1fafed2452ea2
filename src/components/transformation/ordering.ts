import type { Ordering } from '../../warehouses/sql-parts.ts'
import { columnOf } from './columns.ts'
import { type CompileContext, CompileError, type Input } from './relation.ts'
import { directionWords } from './words.ts'

type Direction = Pick<Ordering, 'direction' | 'nulls'>

const ascending: Direction = { direction: 'asc', nulls: 'last' }
const descending: Direction = { direction: 'desc', nulls: 'first' }

/** How pipeline files say it → SQL, and the exact reverse of that. Nulls count as the greatest value. */
const directions: Readonly<Record<(typeof directionWords)[number], readonly [Direction, Direction]>> = {
  '': [ascending, descending],
  asc: [ascending, descending],
  ascending: [ascending, descending],
  desc: [descending, ascending],
  descending: [descending, ascending],
  'nulls first': [
    { direction: 'asc', nulls: 'first' },
    { direction: 'desc', nulls: 'last' },
  ],
  'nulls last': [ascending, descending],
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
    const word = directionWords.find((known) => known === direction.trim().toLowerCase())
    if (word === undefined) {
      throw new CompileError(`The order of "${column}" is "${direction}"; it must be Ascending or Descending`)
    }
    const value = warehouse.quoteName(columnOf(input, column))
    return warehouse.parts.orderTerm({ value, ...directions[word][reverse ? 1 : 0] })
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

/**
 * The same for a window whose function depends on the order of rows; some databases want one where it does
 * not matter. Throws CompileError where the database refuses rows without one.
 */
export function windowOrder(
  context: CompileContext,
  input: Pick<Input, 'columns'>,
  rows: readonly (readonly string[])[] | undefined,
  need: 'unorderedRanks' | 'unorderedLeadLag',
): string {
  const order = orderBy(context, input, rows)
  const { noOrder, refusals } = context.warehouse.parts
  const refusal = refusals[need]
  if (order === '' && refusal !== undefined) throw new CompileError(refusal)
  return order || noOrder
}
