import { isJson, isNumber, kindOf } from '../../../warehouses/type-kinds.ts'
import type { Cell, QueryColumn } from '../../../warehouses/warehouse.ts'
import type { RowWriter } from './csv-writer.ts'

const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/**
 * One value a line: an object with the columns as members, or the value of the only column if that is JSON
 * and `nests` does not say otherwise. Numbers keep every digit.
 */
export function jsonWriter(columns: readonly QueryColumn[], nests: boolean | undefined): RowWriter {
  const writers = columns.map(({ type }) => valueWriter(type))
  const isWhole = columns.length === 1 && isJson(columns[0]!.type) && nests !== true
  const keys = columns.map(({ name }) => JSON.stringify(name))
  const value = (cell: Cell, index: number) => (cell === null ? 'null' : writers[index]!(cell))
  const members = (cells: readonly Cell[]) =>
    `{${cells.map((cell, index) => `${keys[index]}:${value(cell, index)}`).join(',')}}`
  return {
    header: '',
    row: (cells) => `${isWhole ? value(cells[0] ?? null, 0) : members(cells)}\n`,
  }
}

/** Types of DuckDB whose values arrive as JSON; PostgreSQL writes arrays with braces. */
const isNested = (type: string): boolean => /^(struct|map|union)\b|\]$/i.test(type)

function valueWriter(type: string): (text: string) => string {
  if (isNumber(type)) return (text) => (number.test(text) ? text : JSON.stringify(text))
  if (kindOf(type) === 'boolean') return (text) => text
  // A line feed between the parts of a JSON value means nothing, and inside of texts there is none.
  if (isJson(type)) return (text) => text.replaceAll(/[\r\n]+/g, ' ')
  if (isNested(type)) return (text) => (isReadable(text, type) ? text : JSON.stringify(text))
  return (text) => JSON.stringify(text)
}

function isReadable(text: string, type: string): boolean {
  if (type.endsWith(']') && !text.startsWith('[')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
