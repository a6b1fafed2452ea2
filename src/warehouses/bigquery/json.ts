import { truthWords } from '../cast.ts'
import { lateralJoin } from '../lateral-join.ts'
import { isJson, kindOf } from '../type-kinds.ts'
import type { JsonFunctions } from '../warehouse.ts'
import { withinDigits, withinLength } from '../within-size.ts'
import { quoteText } from './quote.ts'

const member = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? `.${name}` : `.${JSON.stringify(name)}`)

/** A name of digits may be a member or a position. */
function at(json: string, path: readonly string[]): string {
  const digits = path.findIndex((part) => /^\d+$/.test(part))
  if (digits === -1) return queried(json, path.map(member).join(''))
  const before = digits === 0 ? json : queried(json, path.slice(0, digits).map(member).join(''))
  const [name = ''] = path.slice(digits)
  const found = `coalesce(${queried(before, `[${name}]`)}, ${queried(before, `."${name}"`)})`
  const after = path.slice(digits + 1)
  return after.length === 0 ? found : at(found, after)
}

const queried = (json: string, path: string): string =>
  path === '' ? json : `json_query(${json}, ${quoteText(`$${path}`)})`

/** Whether the text can become a value of the type. */
function fits(text: string, type: string): string | undefined {
  const number = `safe_cast(trim(${text}) as bignumeric)`
  switch (kindOf(type)) {
    case 'integer':
      return `safe_cast(round(${number}) as int64) is not null`
    case 'decimal':
      return withinDigits(number, type)
    case 'float':
      return `safe_cast(trim(${text}) as float64) is not null`
    case 'boolean':
      return `lower(trim(${text})) in (${truthWords.map(quoteText).join(', ')})`
    case 'day':
      return `safe_cast(${text} as date) is not null`
    case 'moment':
      return `safe_cast(${text} as datetime) is not null`
    case 'text':
      return withinLength(`char_length(${text})`, type)
    default:
      return undefined
  }
}

export const bigQueryJson: JsonFunctions = {
  parse: (value, type = '') => (isJson(type) ? value : `parse_json(${value}, wide_number_mode => 'round')`),
  at,
  text: (json) =>
    `case when json_type(${json}) <> 'null' then coalesce(json_value(${json}), to_json_string(${json})) end`,
  // A null of SQL would be one of JSON.
  written: (json) => `case when ${json} is not null then to_json_string(${json}) end`,
  quoted: (text) => `case when ${text} is not null then to_json_string(${text}) end`,
  joinElements(json, of, alias, keepsRows) {
    const array = ` when 'array' then json_query_array(${json})`
    const key = 'headrace_key'
    const values = ` when 'object' then array(select ${json}[${key}] from unnest(json_keys(${json}, 1)) as ${key})`
    const kinds = `${of === 'object' ? '' : array}${of === 'array' ? '' : values}`
    const table = `unnest(array(select as struct value from unnest(case json_type(${json})${kinds} end) as value)) as ${alias}`
    return lateralJoin(table, keepsRows)
  },
  orNull(text, type, cast) {
    const condition = fits(text, type)
    return condition === undefined ? cast(text) : `case when ${condition} then ${cast(text)} end`
  },
}
