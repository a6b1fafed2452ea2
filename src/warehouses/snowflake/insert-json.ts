import { quoteName } from '../sql-text.ts'
import { digitsOf, kindOf } from '../type-kinds.ts'
import type { JsonColumn } from '../warehouse.ts'
import { castSql, failSql } from './casts.ts'
import { quoteText } from './names.ts'

/** One row for each element of a JSON array, in its order; `table` is quoted already. */
export function insertJsonSql(table: string, columns: readonly JsonColumn[], elements: string): string {
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  const cells = columns.map(cell).join(', ')
  return `insert into ${table} (${names}) select ${cells} from table(flatten(input => parse_json(${quoteText(elements)}))) as headrace_elements`
}

const ELEMENT = 'headrace_elements.value'

function cell({ member, json, type }: JsonColumn): string {
  if (member === undefined) return ELEMENT
  const value = `get(${ELEMENT}, ${quoteText(member)})`
  // A null among the members is no value, not the JSON text null.
  if (json) return `case when not is_null_value(${value}) then ${value} end`
  const text = `cast(${value} as varchar)`
  const isWhole = kindOf(type) === 'decimal' && digitsOf(type)?.behind === 0
  if (!isWhole) return castSql(text, 'VARCHAR', type)
  // A cast would round 1.5 without a word.
  const failing = failSql(`${quoteText(`"${member}" is not a whole number: `)} || ${text}`)
  return `case when regexp_like(${text}, '-?[0-9]+') then cast(${text} as ${type}) when ${text} is not null then cast(${failing} as ${type}) end`
}
