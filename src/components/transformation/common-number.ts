import { digitsOf, kindOf } from '../../warehouses/type-kinds.ts'
import type { QueryColumn } from '../../warehouses/warehouse.ts'

/** Digits of the widest decimal number that databases keep. */
const MAX_DIGITS = 38

/** Digits of integers; one of any other name may have as many as there are. */
const integerDigits: Readonly<Record<string, number>> = {
  smallint: 5,
  int: 10,
  integer: 10,
  bigint: 19,
  int64: 19,
}

/**
 * The type in which exact numbers of these columns can stand below one another without losing decimal places;
 * undefined where they have one type already, or where the database finds one itself, as for floats. Where
 * the places before and behind the point of several columns come to more than 38 digits, DuckDB gives up
 * those behind: 1.5 beside a NUMBER of 38 digits would become 2. What does not fit before the point is an
 * error of the database then.
 */
export function commonNumberType(columns: readonly (QueryColumn | undefined)[]): string | undefined {
  const types = new Set(
    columns.flatMap((column) => (column === undefined ? [] : [column.type.toLowerCase()])),
  )
  const digits = [...types].map(digitsOfNumber)
  if (types.size < 2 || digits.includes(undefined)) return undefined
  const before = Math.max(...digits.map((one) => one?.before ?? 0))
  const behind = Math.max(...digits.map((one) => one?.behind ?? 0))
  const isInteger = [...types].every((type) => kindOf(type) === 'integer')
  return isInteger ? undefined : `decimal(${Math.min(MAX_DIGITS, before + behind)}, ${behind})`
}

/** undefined: no exact number, or one of any size. */
function digitsOfNumber(type: string): { readonly before: number; readonly behind: number } | undefined {
  if (kindOf(type) !== 'integer') return digitsOf(type)
  return { before: integerDigits[type] ?? MAX_DIGITS, behind: 0 }
}
