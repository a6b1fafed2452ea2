import { type CastDialect, OWN_MESSAGE } from '../cast.ts'
import { withoutRelativeDays } from '../postgres/casts.ts'
import { kindOf } from '../type-kinds.ts'
import { quoteText } from './quote-text.ts'
import { UNSIZED_NUMBER } from './types.ts'

const isUnsized = (type: string): boolean =>
  type.replaceAll(' ', '').toUpperCase().replace('DECIMAL', 'NUMERIC') === UNSIZED_NUMBER

export const redshiftCasts: CastDialect = {
  // Redshift has no function that fails: a cast that cannot succeed repeats the text.
  fail: (message) =>
    `cast(cast(${quoteText(OWN_MESSAGE)} || ${message} || left(cast(current_date as varchar), 0) as integer) as varchar)`,
  text(value, from) {
    // A truth value has no cast to a text.
    if (kindOf(from) === 'boolean') return `case when ${value} then 'true' when not ${value} then 'false' end`
    const text = `cast(${value} as varchar)`
    return isUnsized(from) ? `rtrim(rtrim(${text}, '0'), '.')` : text
  },
  dayOfText: (value, to) => `cast(${withoutRelativeDays(value)} as ${to})`,
  momentOfText: (value, to) => `cast(${withoutRelativeDays(value)} as ${to})`,
  // As many places as a text may have beside the 19 digits of the largest whole number.
  integerOfText: (value, to) => `cast(cast(trim(${value}) as numeric(38,19)) as ${to})`,
  truth: (failing) => `(${failing} = '')`,
  length: (text) => `octet_length(${text})`,
  unit: 'bytes',
  parse: (text) => `json_parse(${text})`,
  hex: {
    quoteText,
    matches: (text, pattern) => `${text} ~ ${quoteText(`^${pattern}$`)}`,
    digits: (bytes) => `lower(from_varbyte(${bytes}, 'hex'))`,
    bytes: (digits) => `to_varbyte(${digits}, 'hex')`,
  },
}
