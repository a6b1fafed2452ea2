import { truthWords } from '../cast.ts'
import { digitsOf, isJson, kindOf } from '../type-kinds.ts'
import type { JsonFunctions } from '../warehouse.ts'
import { withinLength } from '../within-size.ts'
import { rangeOf } from './casts.ts'
import { quoteText } from './names.ts'

/** A name of digits may be a member or a position. */
const step = (json: string, part: string): string =>
  /^\d+$/.test(part)
    ? `case when is_array(${json}) then get(${json}, ${part}) else get(${json}, ${quoteText(part)}) end`
    : `get(${json}, ${quoteText(part)})`

const kinds = { array: 'is_array', object: 'is_object' } as const

/** Whether the text can become a value of the type. */
function fits(text: string, type: string): string | undefined {
  const { before, behind } = digitsOf(type) ?? { before: 29, behind: 9 }
  switch (kindOf(type)) {
    case 'integer': {
      const number = `try_to_number(trim(${text}), 38, 0)`
      const range = rangeOf(type)
      return range === undefined ? `${number} is not null` : `${number} between ${range}`
    }
    case 'decimal':
      return `try_to_number(trim(${text}), ${before + behind}, ${behind}) is not null`
    case 'float':
      return `try_to_double(trim(${text})) is not null`
    case 'boolean':
      return `lower(trim(${text})) in (${truthWords.map(quoteText).join(', ')})`
    case 'day':
      return `try_to_date(${text}) is not null`
    case 'moment':
      return `try_to_timestamp(${text}) is not null`
    case 'text':
      return withinLength(`length(${text})`, type)
    default:
      return undefined
  }
}

export const snowflakeJson: JsonFunctions = {
  parse: (value, type = '') => (isJson(type) ? value : `parse_json(${value})`),
  at: (json, path) => path.reduce(step, json),
  // A null of JSON is none of SQL as a text.
  text: (json) => `cast(${json} as varchar)`,
  written: (json) => `to_json(to_variant(${json}))`,
  quoted: (text) => `to_json(to_variant(${text}))`,
  joinElements(json, of, alias, keepsRows) {
    const wanted = of === 'both' ? `is_array(${json}) or is_object(${json})` : `${kinds[of]}(${json})`
    const input = `input => case when ${wanted} then ${json} end`
    // Snowflake takes no outer join with a lateral table.
    return `cross join lateral flatten(${input}${keepsRows ? ', outer => true' : ''}) as ${alias}`
  },
  orNull(text, type, cast) {
    const condition = fits(text, type)
    return condition === undefined ? cast(text) : `case when ${condition} then ${cast(text)} end`
  },
}
