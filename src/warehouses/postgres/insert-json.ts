import { quoteName } from '../sql-text.ts'
import type { JsonColumn } from '../warehouse.ts'
import { quoteText } from './quote-text.ts'

/** One row for each element of a JSON array, in its order; `table` is quoted already. */
export function insertJsonSql(table: string, columns: readonly JsonColumn[], elements: string): string {
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  const cells = columns.map(cell).join(', ')
  return `insert into ${table} (${names}) select ${cells} from jsonb_array_elements(${quoteText(elements)}::jsonb) as value`
}

const wholeNumbers = /^(NUMERIC\(\d+, 0\)|DECIMAL\(\d+, 0\))$/i

function cell({ member, json, type }: JsonColumn): string {
  if (member === undefined) return 'value'
  const name = quoteText(member)
  // A null among the members is no value, not the JSON text null.
  if (json) return `nullif(value->${name}, 'null'::jsonb)`
  const text = `value->>${name}`
  if (!wholeNumbers.test(type)) return `cast(${text} as ${type})`
  // A cast to numeric would round 1.5 without a word; one to bigint says that it cannot.
  return `case when ${text} ~ '^-?[0-9]+$' then cast(${text} as ${type}) else cast(${text} as bigint) end`
}
