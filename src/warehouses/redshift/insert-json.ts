import { quoteName } from '../sql-text.ts'
import type { JsonColumn } from '../warehouse.ts'
import { quoteText } from './quote-text.ts'

/** A JSON value with the text that it was written as. */
interface Written {
  readonly value: unknown
  readonly source: string
}

/**
 * One row for each element of a JSON array; `table` is quoted already. Redshift makes no rows of JSON that is not in a table,
 * so that the values are written out here: numbers as they stand in the text, for no digit may get lost.
 */
export function insertJsonSql(table: string, columns: readonly JsonColumn[], elements: string): string {
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  const rows = parseRows(elements).map(
    (element) => `select ${columns.map((column) => cell(column, element)).join(', ')}`,
  )
  if (rows.length === 0) return `insert into ${table} (${names}) select ${names} from ${table} where 1 = 0`
  return `insert into ${table} (${names})\n${rows.join(' union all\n')}`
}

const wholeNumbers = /^(NUMERIC\(\d+, ?0\)|DECIMAL\(\d+, ?0\))$/i
const written = Symbol('written')

/** The elements, whose numbers keep their digits. */
function parseRows(elements: string): readonly unknown[] {
  const keep = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? { [written]: true, value, source: context?.source ?? String(value) } : value
  return JSON.parse(elements, keep as (key: string, value: unknown) => unknown) as unknown[]
}

const isWritten = (value: unknown): value is Written => Object(value)[written] === true

function cell({ member, json, type }: JsonColumn, element: unknown): string {
  const value = member === undefined ? element : memberOf(element, member)
  if (value === undefined || value === null) return `cast(null as ${type})`
  if (member === undefined || json) return `json_parse(${quoteText(jsonOf(value))})`
  const text = isWritten(value) ? value.source : typeof value === 'string' ? value : jsonOf(value)
  // A cast to numeric would round 1.5 without a word; one to bigint says that it cannot.
  const isRounded = wholeNumbers.test(type) && !/^-?\d+$/.test(text)
  return `cast(${quoteText(text)} as ${isRounded ? 'bigint' : type})`
}

const memberOf = (element: unknown, member: string): unknown =>
  element !== null && typeof element === 'object' && Object.hasOwn(element, member)
    ? (element as Record<string, unknown>)[member]
    : undefined

/** The text of JSON, with numbers as they were written. */
function jsonOf(value: unknown): string {
  if (isWritten(value)) return value.source
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(', ')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${jsonOf(one)}`)
  return `{${members.join(', ')}}`
}
