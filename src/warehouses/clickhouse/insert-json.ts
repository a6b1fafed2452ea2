import { jsonOf, memberOf, parseWritten, textOf, withWholeLetters } from '../../lib/written-json.ts'
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
  // Of a text that is no JSON to it ClickHouse makes no rows, without a word.
  const texts = quoteText(withWholeLetters(JSON.stringify(rows)))
  const unfolded = `arrayJoin(JSONExtract(${texts}, 'Array(Array(Nullable(String)))'))`
  const source =
    rows.length === 0
      ? `(select [cast(null as Nullable(String))] as headrace_row where 1 = 0)`
      : `(select ${unfolded} as headrace_row)`
  return `insert into ${table} (${names})\nselect ${columns.map(cell).join(', ')}\nfrom ${source} as headrace_rows`
}

function textIn({ member, json }: JsonColumn, element: unknown): string | null {
  const value = member === undefined ? element : memberOf(element, member)
  if (value === undefined || value === null) return null
  return member === undefined || json ? jsonOf(value) : textOf(value)
}

function cell({ member, json, type }: JsonColumn, index: number): string {
  const text = `headrace_row[${index + 1}]`
  if (member === undefined || json) return text
  if (kindOf(type) !== 'decimal' || digitsOf(type)?.behind !== 0) return castSql(text, 'String', type)
  // A cast would round 1.5 without a word.
  const failing = fail(`concat(${quoteText('no whole number: ')}, ${text})`)
  const isWhole = `isNull(${text}) or match(${text}, ${quoteText('^-?[0-9]+$')})`
  return `case when ${isWhole} then ${castSql(text, 'String', type)} else cast(${failing} as ${type}) end`
}
