import { OWN_MESSAGE } from '../cast.ts'
import { quoteName, quoteText } from '../sql-text.ts'
import { digitsOf, kindOf } from '../type-kinds.ts'
import type { JsonColumn } from '../warehouse.ts'
import { castSql } from './casts.ts'
import { elementsOf, mysqlJson } from './json.ts'

/** One row for each element of a JSON array, in its order; `table` is quoted already. */
export function insertJsonSql(table: string, columns: readonly JsonColumn[], elements: string): string {
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  const cells = columns.map(cell).join(', ')
  const rows = elementsOf(quoteText(elements), 'array', 'headrace_elements')
  return `insert into ${table} (${names}) select ${cells} from ${rows}`
}

const ELEMENT = 'headrace_elements.value'

function cell({ member, json, type }: JsonColumn): string {
  if (member === undefined) return ELEMENT
  const value = mysqlJson.at(ELEMENT, [member])
  // A null among the members is no value, not the JSON text null.
  if (json) return `case when json_type(${value}) <> 'NULL' then ${value} end`
  const text = mysqlJson.text(value)
  if (kindOf(type) !== 'decimal' || digitsOf(type)?.behind !== 0) return castSql(text, 'longtext', type)
  // A cast would round 1.5 without a word.
  const failing = `cast(${quoteText(`${OWN_MESSAGE}no whole number: `)} || ${text} as signed)`
  return `case when ${text} regexp '^-?[0-9]+$' then cast(${text} as ${type}) else ${failing} end`
}
