import { digitsOf, lengthOf } from './type-kinds.ts'

/** A number of more digits is compared with nothing: its type takes whatever fits into one. */
const MAX_DIGITS = 29

/** Whether `number`, an expression of a decimal number or null, fits into a decimal type with its digits. */
export function withinDigits(number: string, type: string): string {
  const digits = digitsOf(type)
  if (digits === undefined || digits.before > MAX_DIGITS) return `${number} is not null`
  return `abs(round(${number}, ${digits.behind})) < 1${'0'.repeat(digits.before)}`
}

/** Whether a text of this length, an expression, fits into a text type; undefined where every text does. */
export function withinLength(length: string, type: string): string | undefined {
  const most = lengthOf(type)
  return most === undefined ? undefined : `${length} <= ${most}`
}
