import { jsonOf, memberOf, numberText, parseWritten } from '../../lib/written-json.ts'
import { castSql } from '../cast.ts'
import { quoteName, quoteText } from '../sql-text.ts'
import { kindOf } from '../type-kinds.ts'
import type { JsonColumn } from '../warehouse.ts'
import { duckdbCasts } from './casts.ts'

/** One row for each element of a JSON array, in its order; `table` is quoted already. */
export function insertJsonSql(table: string, columns: readonly JsonColumn[], elements: string): string {
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  const cells = columns.map(cell).join(', ')
  return `insert into ${table} (${names}) select ${cells} from json_each(${quoteText(withDecimals(columns, elements))})`
}

/**
 * The engine reads a number with a fraction as a float: where a decimal or a text has more digits than that,
 * it is a text.
 */
function withDecimals(columns: readonly JsonColumn[], elements: string): string {
  const decimals = columns.flatMap(({ member, json, type }) =>
    member === undefined || json || wholeNumbers.test(type) || !['decimal', 'text'].includes(kindOf(type))
      ? []
      : [member],
  )
  if (decimals.length === 0 || !/\d[\d.]{16}/.test(elements)) return elements
  const texts = (element: unknown) =>
    decimals.flatMap((member) => {
      const text = numberText(memberOf(element, member))
      return text === undefined ? [] : [[member, text]]
    })
  const parsed = parseWritten(elements) as readonly unknown[]
  return jsonOf(
    parsed.map((one) => (memberless(one) ? one : { ...(one as object), ...Object.fromEntries(texts(one)) })),
  )
}

const memberless = (element: unknown): boolean =>
  typeof element !== 'object' ||
  element === null ||
  Array.isArray(element) ||
  numberText(element) !== undefined

const wholeNumbers = /^(DECIMAL\(\d+, 0\)|\w*INT\w*)$/i

function cell({ member, json, type }: JsonColumn): string {
  if (member === undefined) return 'value'
  // A JSON pointer, for its escapes cover every name (RFC 6901).
  const path = quoteText(`/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  // A null among the members is no value, not the JSON text null.
  if (json) return `nullif(value->${path}, 'null')`
  const text = `value->>${path}`
  if (kindOf(type) === 'binary') return castSql(duckdbCasts, text, 'VARCHAR', type)
  if (!wholeNumbers.test(type)) return `cast(${text} as ${type})`
  // A cast alone would round 1.5 without a word.
  const fault = `error(${quoteText(`"${member}" is not a whole number: `)} || (${text}))`
  return `case when ${text} is null then null when regexp_full_match(${text}, '-?[0-9]+') then cast(${text} as ${type}) else ${fault} end`
}
