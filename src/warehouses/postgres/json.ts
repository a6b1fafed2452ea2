import { lateralJoin } from '../lateral-join.ts'
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
  written: (json) => `cast(${json} as text)`,
  quoted: (text) => `cast(to_jsonb(cast(${text} as text)) as text)`,
  joinElements(json, of, alias, keepsRows) {
    const values = {
      array: ofArray(json),
      object: ofObject(json),
      both: `${ofArray(json)} union all ${ofObject(json)}`,
    }[of]
    const table = `lateral (${values}) as ${alias} (value)`
    return lateralJoin(table, keepsRows)
  },
  orNull(text, type, cast) {
    // Inside the cast: PostgreSQL works out constants of a branch that is never taken.
    const valid = (one: string, as: string) =>
      `case when pg_input_is_valid(${one}, ${quoteText(as)}) then ${text} end`
    if (kindOf(type) !== 'integer') return cast(valid(text, type))
    // A whole number may be written with a fraction, which the cast rounds.
    return cast(valid(`cast(round(cast(${valid(text, 'numeric')} as numeric)) as text)`, type))
  },
}
