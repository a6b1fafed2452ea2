import { jsonOf, memberOf, parseWritten, textOf } from '../../lib/written-json.ts'
import { kindOf } from '../type-kinds.ts'
import type { JsonColumn } from '../warehouse.ts'
import { castSql, fail } from './casts.ts'
import { quoteName, quoteText } from './quote.ts'

/**
 * One row for each element of a JSON array; `table` is quoted already. The elements become arrays of texts,
 * one for each column: BigQuery's JSON would round numbers of many digits.
 */
export function insertJsonSql(table: string, columns: readonly JsonColumn[], elements: string): string {
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  const rows = (parseWritten(elements) as readonly unknown[]).map((element) =>
    columns.map((column) => textIn(column, element)),
  )
  return `insert into ${table} (${names})\nselect ${columns.map(cell).join(', ')}\nfrom ${textRows(quoteText(JSON.stringify(rows)))}`
}

/** A table for FROM of the text of a JSON array of arrays of texts; `textCell` is one of its cells. */
export const textRows = (text: string): string => `unnest(json_query_array(${text})) as headrace_row`
export const textCell = (index: number): string => `json_value(headrace_row, '$[${index}]')`

function textIn({ member, json }: JsonColumn, element: unknown): string | null {
  const value = member === undefined ? element : memberOf(element, member)
  if (value === undefined || value === null) return null
  return member === undefined || json ? jsonOf(value) : textOf(value)
}

function cell({ member, json, type }: JsonColumn, index: number): string {
  const text = textCell(index)
  if (member === undefined || json) return `parse_json(${text}, wide_number_mode => 'round')`
  if (kindOf(type) !== 'decimal' || !/, ?0\)$/.test(type)) return castSql(text, 'STRING', type)
  // A cast would round 1.5 without a word.
  const failing = fail(`concat(${quoteText('no whole number: ')}, ${text})`)
  const isWhole = `${text} is null or regexp_contains(${text}, ${quoteText('^-?[0-9]+$')})`
  return `case when ${isWhole} then cast(${text} as ${type.replace(/\(.*/, '')}) else ${failing} end`
}
