import { kindOf } from '../type-kinds.ts'
import type { JsonFunctions } from '../warehouse.ts'
import { quoteText } from './quote-text.ts'

const whenKind = (json: string, kind: 'array' | 'object') =>
  `case when jsonb_typeof(${json}) = '${kind}' then ${json} end`
const ofArray = (json: string) => `select value from jsonb_array_elements(${whenKind(json, 'array')})`
const ofObject = (json: string) => `select value from jsonb_each(${whenKind(json, 'object')})`

export const postgresJson: JsonFunctions = {
  parse: (value) => `cast(${value} as jsonb)`,
  at: (json, path) => (path.length === 0 ? json : `(${json} #> array[${path.map(quoteText).join(', ')}])`),
  text: (json) => `(${json} #>> array[]::text[])`,
  quoted: (text) => `cast(to_jsonb(cast(${text} as text)) as text)`,
  elements(json, of, alias) {
    const table = {
      array: ofArray(json),
      object: ofObject(json),
      both: `${ofArray(json)} union all ${ofObject(json)}`,
    }[of]
    return `lateral (${table}) as ${alias} (value)`
  },
  orNull(text, type, cast) {
    // A whole number may be written with a fraction, which the cast rounds.
    const read = kindOf(type) === 'integer' ? 'numeric' : type
    // Inside the cast: PostgreSQL works out constants of a branch that is never taken.
    return cast(`case when pg_input_is_valid(${text}, ${quoteText(read)}) then ${text} end`)
  },
}
