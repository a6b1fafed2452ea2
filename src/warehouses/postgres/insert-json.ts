import { quoteName, quoteText } from '../sql-text.ts'
import type { JsonColumn } from '../warehouse.ts'

/** One row for each element of a JSON array, in its order; `table` is quoted already. */
export function insertJsonSql(table: string, columns: readonly JsonColumn[], elements: string): string {
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  const cells = columns.map(cell).join(', ')
  return `insert into ${table} (${names}) select ${cells} from jsonb_array_elements(${quoteText(elements)}::jsonb) as value`
}

function cell({ member, json, type }: JsonColumn): string {
  if (member === undefined) return 'value'
  const name = quoteText(member)
  // A null among the members is no value, not the JSON text null.
  return json ? `nullif(value->${name}, 'null'::jsonb)` : `cast(value->>${name} as ${type})`
}
