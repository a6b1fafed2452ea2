import type { QueryColumn } from '../../warehouses/warehouse.ts'

const decimal = /^(?:decimal|numeric)\((\d+), ?(\d+)\)$/i

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
    if (column === undefined) continue
    const [, digits, places] = decimal.exec(column.type) ?? []
    if (digits === undefined) continue
    before = Math.max(before, Number(digits) - Number(places))
    behind = Math.max(behind, Number(places))
  }
  return before + behind > MAX_DIGITS ? `decimal(${MAX_DIGITS}, ${behind})` : undefined
}
