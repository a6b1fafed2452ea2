import { truthWords } from '../cast.ts'
import { kindOf } from '../type-kinds.ts'
import type { JsonFunctions } from '../warehouse.ts'
import { quoteText } from './names.ts'

/** A name of digits may be a member or a position. */
const step = (json: string, part: string): string =>
  /^\d+$/.test(part)
    ? `case when is_array(${json}) then get(${json}, ${part}) else get(${json}, ${quoteText(part)}) end`
    : `get(${json}, ${quoteText(part)})`

const kinds = { array: 'is_array', object: 'is_object' } as const

/** Whether the text can become a value of the type. */
function fits(text: string, type: string): string | undefined {
  switch (kindOf(type)) {
    case 'integer':
    case 'decimal':
      return `try_to_number(trim(${text}), 38, 9) is not null`
    case 'float':
      return `try_to_double(trim(${text})) is not null`
    case 'boolean':
      return `lower(trim(${text})) in (${truthWords.map(quoteText).join(', ')})`
    case 'day':
      return `try_to_date(${text}) is not null`
    case 'moment':
      return `try_to_timestamp(${text}) is not null`
    default:
      return undefined
  }
}

export const snowflakeJson: JsonFunctions = {
  parse: (value) => `parse_json(${value})`,
  at: (json, path) => path.reduce(step, json),
  // A null of JSON is none of SQL as a text.
  text: (json) => `cast(${json} as varchar)`,
  quoted: (text) => `to_json(to_variant(${text}))`,
  elements(json, of, alias) {
    const wanted = of === 'both' ? `is_array(${json}) or is_object(${json})` : `${kinds[of]}(${json})`
    return `lateral flatten(input => case when ${wanted} then ${json} end) as ${alias}`
  },
  orNull(text, type, cast) {
    const condition = fits(text, type)
    return condition === undefined ? cast(text) : `case when ${condition} then ${cast(text)} end`
  },
}
