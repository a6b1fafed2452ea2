import { digitsOf } from '../../warehouses/type-kinds.ts'
import type { QueryColumn } from '../../warehouses/warehouse.ts'

/** Digits of the widest decimal number that databases keep. */
const MAX_DIGITS = 38

/**
 * The type in which numbers of these columns can stand below one another without losing decimal places; undefined where the
 * database finds one itself. Where the places before and behind the point of several columns come to more than 38 digits,
 * DuckDB gives up those behind: 1.5 beside a NUMBER of 38 digits would become 2. What does not fit before the point is an
 * error of the database then.
 */
export function commonNumberType(columns: readonly (QueryColumn | undefined)[]): string | undefined {
  let before = 0
  let behind = 0
  for (const column of columns) {
    const digits = column === undefined ? undefined : digitsOf(column.type)
    before = Math.max(before, digits?.before ?? 0)
    behind = Math.max(behind, digits?.behind ?? 0)
  }
  return before + behind > MAX_DIGITS ? `decimal(${MAX_DIGITS}, ${behind})` : undefined
}
