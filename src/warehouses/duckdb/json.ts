import { truthWords } from '../cast.ts'
import { lateralJoin } from '../lateral-join.ts'
import { quoteText } from '../sql-text.ts'
import { kindOf } from '../type-kinds.ts'
import type { JsonFunctions } from '../warehouse.ts'
import { withinLength } from '../within-size.ts'

/** A JSON Pointer (RFC 6901): unlike a path with `$`, it can name every member. */
const pointer = (path: readonly string[]): string =>
  path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const kinds = { array: ['ARRAY'], object: ['OBJECT'], both: ['ARRAY', 'OBJECT'] } as const

/**
 * Whether the text can become a value of the type, where its cast may fail by our own doing: TRY takes no
 * `error()`.
 */
function fits(text: string, type: string): string | undefined {
  switch (kindOf(type)) {
    case 'boolean':
      return `lower(trim(${text})) in (${truthWords.map(quoteText).join(', ')})`
    case 'text':
      return withinLength(`length(${text})`, type)
    default:
      return undefined
  }
}

export const duckdbJson: JsonFunctions = {
  parse: (value) => `cast(${value} as json)`,
  at: (json, path) => (path.length === 0 ? json : `json_extract(${json}, ${quoteText(pointer(path))})`),
  text: (json) => `json_extract_string(${json}, '$')`,
  written: (json) => `cast(${json} as varchar)`,
  quoted: (text) => `cast(to_json(${text}) as varchar)`,
  joinElements(json, of, alias, keepsRows) {
    const wanted = kinds[of].map(quoteText).join(', ')
    // A scalar would be an element of itself.
    const table = `lateral (select value from json_each(case when json_type(${json}) in (${wanted}) then ${json} end)) as ${alias} (value)`
    return lateralJoin(table, keepsRows)
  },
  orNull(text, type, cast) {
    const condition = fits(text, type)
    return condition === undefined ? `try(${cast(text)})` : `case when ${condition} then ${cast(text)} end`
  },
}
