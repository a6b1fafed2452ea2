import { quoteName, quoteText } from '../sql-text.ts'
import type { JsonColumn } from '../warehouse.ts'

/** One row for each element of a JSON array, in its order; `table` is quoted already. */
export function insertJsonSql(table: string, columns: readonly JsonColumn[], elements: string): string {
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  const cells = columns.map(cell).join(', ')
  return `insert into ${table} (${names}) select ${cells} from json_each(${quoteText(elements)})`
}

function cell({ member, json, type }: JsonColumn): string {
  if (member === undefined) return 'value'
  // A JSON pointer, for its escapes cover every name (RFC 6901).
  const path = quoteText(`/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  // A null among the members is no value, not the JSON text null.
  return json ? `nullif(value->${path}, 'null')` : `cast(value->>${path} as ${type})`
}
