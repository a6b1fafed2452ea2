import { jsonOf, memberOf, parseWritten, textOf } from '../../lib/written-json.ts'
import { castSql } from '../cast.ts'
import { quoteName } from '../sql-text.ts'
import { kindOf, lengthOf } from '../type-kinds.ts'
import type { JsonColumn } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { redshiftCasts } from './casts.ts'
import { quoteText } from './quote-text.ts'

/**
 * One row for each element of a JSON array; `table` is quoted already. Redshift makes no rows of JSON that is
 * not in a table, so that the values are written out here: numbers as they stand in the text, for no digit
 * may get lost.
 */
export function insertJsonSql(table: string, columns: readonly JsonColumn[], elements: string): string {
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  const rows = (parseWritten(elements) as readonly unknown[]).map(
    (element) => `select ${columns.map((column) => cell(column, element)).join(', ')}`,
  )
  if (rows.length === 0) return `insert into ${table} (${names}) select ${names} from ${table} where 1 = 0`
  return `insert into ${table} (${names})\n${rows.join(' union all\n')}`
}

const wholeNumbers = /^(NUMERIC\(\d+, ?0\)|DECIMAL\(\d+, ?0\))$/i

function cell({ member, json, type }: JsonColumn, element: unknown): string {
  const value = member === undefined ? element : memberOf(element, member)
  if (value === undefined || value === null) return `cast(null as ${type})`
  if (member === undefined || json) return `json_parse(${quoteText(jsonOf(value))})`
  const text = textOf(value)
  // A cast would cut the text without a word.
  const bytes = Buffer.byteLength(text)
  if (kindOf(type) === 'text' && bytes > (lengthOf(type) ?? bytes))
    throw new WarehouseError(`"${member}" is a text of ${bytes} bytes, which does not fit ${type}`)
  if (kindOf(type) === 'binary') return castSql(redshiftCasts, quoteText(text), 'VARCHAR', type)
  // A cast to numeric would round 1.5 without a word; one to bigint says that it cannot.
  const isRounded = wholeNumbers.test(type) && !/^-?\d+$/.test(text)
  return `cast(${quoteText(text)} as ${isRounded ? 'bigint' : type})`
}
