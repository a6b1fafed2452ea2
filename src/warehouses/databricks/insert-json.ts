import { jsonOf, memberOf, parseWritten, textOf } from '../../lib/written-json.ts'
import { digitsOf, kindOf } from '../type-kinds.ts'
import type { JsonColumn } from '../warehouse.ts'
import { castSql, fail } from './casts.ts'
import { quoteName, quoteText } from './quote.ts'

/**
 * One row for each element of a JSON array; `table` is quoted already. The elements become arrays of texts.
 */
export function insertJsonSql(table: string, columns: readonly JsonColumn[], elements: string): string {
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  const rows = (parseWritten(elements) as readonly unknown[]).map((element) =>
    columns.map((column) => textIn(column, element)),
  )
  return `insert into ${table} (${names})\nselect ${columns.map(cell).join(', ')}\nfrom ${textRows(rows)}`
}

/** A table for FROM of rows of texts; `textCell` is one of its cells. */
export const textRows = (rows: readonly (readonly (string | null)[])[]): string =>
  `(select explode(from_json(${quoteText(JSON.stringify(rows))}, 'array<array<string>>')) as headrace_row) as headrace_rows`
export const textCell = (index: number): string => `headrace_row[${index}]`

function textIn({ member, json }: JsonColumn, element: unknown): string | null {
  const value = member === undefined ? element : memberOf(element, member)
  if (value === undefined || value === null) return null
  return member === undefined || json ? jsonOf(value) : textOf(value)
}

function cell({ member, json, type }: JsonColumn, index: number): string {
  const text = textCell(index)
  if (member === undefined || json) return `parse_json(${text})`
  if (kindOf(type) !== 'decimal' || digitsOf(type)?.behind !== 0) return castSql(text, 'STRING', type)
  // A cast would round 1.5 without a word.
  const failing = fail(`concat(${quoteText('no whole number: ')}, ${text})`)
  const isWhole = `${text} is null or ${text} rlike ${quoteText('^-?[0-9]+$')}`
  return `case when ${isWhole} then cast(${text} as ${type}) else cast(${failing} as ${type}) end`
}
