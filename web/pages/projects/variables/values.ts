import { fitValue } from '../../../../src/pipeline/variables.ts'
import type { Value, VariableType } from './shapes.ts'

export const isGrid = (value: Value): value is string[][] => Array.isArray(value)

/** A value in one line: text as it is, a grid as its size. */
export function inOneLine(value: Value): string {
  if (!isGrid(value)) return String(value)
  return value.length === 1 ? '1 row' : `${value.length.toLocaleString('en')} rows`
}

/**
 * What was written for a variable of this type. What a number cannot hold is sent as the text it is: the API
 * says why it does not fit.
 */
export function writtenValue(type: VariableType, text: string): string | number {
  const fitted = fitValue({ name: '', type, columns: [] }, text)
  return 'value' in fitted && typeof fitted.value === 'number' ? fitted.value : text
}

/** Whether a text needs more room than a cell has. */
export const isLong = (value: Value): boolean =>
  isGrid(value) || (typeof value === 'string' && (value.includes('\n') || value.length > LONGEST_IN_CELL))

const LONGEST_IN_CELL = 120

/** The name of a cell of the table; environments are named, the value of the project has none. */
export const cellKey = (variableName: string, environmentName?: string): string =>
  JSON.stringify([variableName, environmentName ?? null])

/** The rows of a grid below other columns: each column that stays keeps its cells. */
export const withColumns = (value: Value, before: readonly string[], after: readonly string[]): Value =>
  isGrid(value) ? value.map((row) => after.map((column) => row[before.indexOf(column)] ?? '')) : value
