import { truthOf } from '../../warehouses/cast.ts'
import { isNumber, kindOf } from '../../warehouses/type-kinds.ts'
import type { QueryColumn, Warehouse } from '../../warehouses/warehouse.ts'

const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const dayAndTime = /^\d{4}-\d{2}-\d{2}[ T]\d/

/** Whether a value of a parameter is a number, as digits. */
export const isWrittenNumber = (value: string): boolean => number.test(value.trim())

/**
 * A value of a parameter as SQL, to be compared with a column. In quotes the database would read it as the
 * column's type, and so round 2.5 to a whole number or cut the time from a moment: numbers and moments are
 * written as what they are.
 */
export function literalFor(
  { quoteText, parts }: Pick<Warehouse, 'quoteText' | 'parts'>,
  column: QueryColumn | undefined,
  value: string,
): string {
  const text = value.trim()
  if (column === undefined) return quoteText(value)
  if (isNumber(column.type) && isWrittenNumber(text)) return text
  const kind = kindOf(column.type)
  if (kind === 'day' && dayAndTime.test(text)) return parts.momentText(text)
  const truth = kind === 'boolean' ? truthOf(text) : undefined
  return truth === undefined ? quoteText(value) : String(truth)
}
