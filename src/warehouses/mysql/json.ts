import { truthWords } from '../cast.ts'
import { lateralJoin } from '../lateral-join.ts'
import { quoteText } from '../sql-text.ts'
import { digitsOf, kindOf } from '../type-kinds.ts'
import type { JsonFunctions } from '../warehouse.ts'
import { withinDigits, withinLength } from '../within-size.ts'
import { rangeOf } from './casts.ts'

/** By one member or position: a name of digits may be either. */
function step(json: string, part: string): string {
  const member = `json_extract(${json}, ${quoteText(`$.${JSON.stringify(part)}`)})`
  if (!/^\d+$/.test(part)) return member
  const element = `json_extract(${json}, ${quoteText(`$[${part}]`)})`
  return `case when json_type(${json}) = 'ARRAY' then ${element} else ${member} end`
}

/** Names next to each other are one path, for each call reads the whole text. */
function at(json: string, path: readonly string[]): string {
  if (path.length === 0) return `json_extract(${json}, '$')`
  if (path.some((part) => /^\d+$/.test(part))) return path.reduce(step, json)
  return `json_extract(${json}, ${quoteText(`$${path.map((part) => `.${JSON.stringify(part)}`).join('')}`)})`
}

const number = `'^ *[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)? *$'`
/** A number that is a double at least, so that its size can be compared before it is cast. */
const limited = `'^ *[+-]?([0-9]{1,65}[.]?[0-9]{0,65}|[.][0-9]{1,65})([eE]([+]?[0-9]{1,2}|-[0-9]{1,3}))? *$'`
const day = '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
const clock = '([ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?)?$'

/** Whether the text can become a value of the type. */
function fits(text: string, type: string): string | undefined {
  switch (kindOf(type)) {
    case 'integer':
      return whereCastable(text, 0, (number) => `${number} between ${rangeOf(type)}`)
    case 'decimal':
      return whereCastable(text, digitsOf(type)?.behind ?? UNSIZED_PLACES, (number) =>
        withinDigits(number, type),
      )
    case 'float':
      return `${text} regexp ${number}`
    case 'boolean':
      return `lower(trim(${text})) in (${truthWords.map(quoteText).join(', ')})`
    case 'day':
    case 'moment':
      // The last day of the month is asked for only where the form is right.
      return `case when ${text} regexp ${quoteText(day + clock)} then substr(${text}, 9, 2) <= day(last_day(concat(left(${text}, 8), '01'))) end`
    case 'text':
      return withinLength(`char_length(${text})`, type)
    default:
      return undefined
  }
}

/** Decimals have 65 digits at most. */
const MAX_DIGITS = 65
const UNSIZED_PLACES = 9

/** `condition` of the decimal that a text is, with so many places, where there is one that holds it. */
function whereCastable(text: string, places: number, condition: (number: string) => string): string {
  const isSmall = `abs(trim(${text}) + 0e0) < 1e${MAX_DIGITS - places - 1}`
  const number = `cast(trim(${text}) as decimal(${MAX_DIGITS},${places}))`
  return `case when ${text} regexp ${limited} then case when ${isSmall} then ${condition(number)} end end`
}

/** A table with one JSON column `value`. */
export function elementsOf(json: string, of: 'array' | 'object' | 'both', alias: string): string {
  // The values of an object are an array too, in this function's words.
  const array = of === 'object' ? '' : ` when 'ARRAY' then ${json}`
  const object = of === 'array' ? '' : ` when 'OBJECT' then json_extract(${json}, '$.*')`
  return `json_table(case json_type(${json})${array}${object} end, '$[*]' columns (value json path '$')) as ${alias}`
}

export const mysqlJson: JsonFunctions = {
  parse: (value) => `json_extract(${value}, '$')`,
  at,
  text: (json) => `case when json_type(${json}) <> 'NULL' then json_unquote(${json}) end`,
  written: (json) => `cast(${json} as char)`,
  quoted: (text) => `json_quote(${text})`,
  joinElements: (json, of, alias, keepsRows) => lateralJoin(elementsOf(json, of, alias), keepsRows),
  orNull(text, type, cast) {
    const condition = fits(text, type)
    return condition === undefined ? cast(text) : `case when ${condition} then ${cast(text)} end`
  },
}
