import { plainNumber } from '../../lib/plain-number.ts'

/**
 * How a value appears in text: text as it is, numbers as plain decimals without exponent, null and undefined
 * as nothing, arrays, grids and objects as JSON.
 */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return plainNumber(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}
