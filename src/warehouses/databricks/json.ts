import { truthWords } from '../cast.ts'
import { lateralJoin } from '../lateral-join.ts'
import { isJson, kindOf } from '../type-kinds.ts'
import type { JsonFunctions } from '../warehouse.ts'
import { withinLength } from '../within-size.ts'
import { quoteText } from './quote.ts'

/** A member in a path; a name with both kinds of quotes cannot be said in one. */
const member = (name: string): string => (name.includes("'") ? `["${name}"]` : `['${name}']`)

const got = (json: string, path: string): string =>
  path === '' ? json : `variant_get(${json}, ${quoteText(`$${path}`)}, 'variant')`

/** A name of digits may be a member or a position. */
function at(json: string, path: readonly string[]): string {
  const digits = path.findIndex((part) => /^\d+$/.test(part))
  if (digits === -1) return got(json, path.map(member).join(''))
  const before = got(json, path.slice(0, digits).map(member).join(''))
  const name = path[digits] ?? ''
  const found = `coalesce(${got(before, `[${name}]`)}, ${got(before, member(name))})`
  const after = path.slice(digits + 1)
  return after.length === 0 ? found : at(found, after)
}

/** Whether the text can become a value of the type. */
function fits(text: string, type: string): string | undefined {
  switch (kindOf(type)) {
    case 'integer':
      return `try_cast(round(try_cast(trim(${text}) as decimal(38, 9))) as ${type}) is not null`
    case 'decimal':
      return `try_cast(trim(${text}) as ${type}) is not null`
    case 'float':
      return `try_cast(trim(${text}) as double) is not null`
    case 'boolean':
      return `lower(trim(${text})) in (${truthWords.map(quoteText).join(', ')})`
    case 'day':
      return `try_cast(${text} as date) is not null`
    case 'moment':
      return `try_cast(${text} as timestamp_ntz) is not null`
    case 'text':
      return withinLength(`char_length(${text})`, type)
    default:
      return undefined
  }
}

const kindIs = (json: string, kind: 'array' | 'object'): string =>
  `startswith(schema_of_variant(${json}), ${quoteText(kind === 'array' ? 'ARRAY<' : 'OBJECT<')})`

export const databricksJson: JsonFunctions = {
  parse: (value, type = '') => (isJson(type) ? value : `parse_json(${value})`),
  at,
  text: (json) => `cast(${json} as string)`,
  written: (json) => `to_json(${json})`,
  quoted: (text) => `to_json(cast(${text} as variant))`,
  joinElements(json, of, alias, keepsRows) {
    const wanted = of === 'both' ? json : `case when ${kindIs(json, of)} then ${json} end`
    const table = `lateral variant_explode(${wanted}) as ${alias}`
    return lateralJoin(table, keepsRows)
  },
  orNull(text, type, cast) {
    const condition = fits(text, type)
    return condition === undefined ? cast(text) : `case when ${condition} then ${cast(text)} end`
  },
}
