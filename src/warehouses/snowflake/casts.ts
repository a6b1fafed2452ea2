import { type CastDialect, castSql as commonCast, OWN_MESSAGE } from '../cast.ts'
import { kindOf } from '../type-kinds.ts'
import { UNSIZED_NUMBER } from './cells.ts'
import { quoteText } from './names.ts'

/** Snowflake has no function that fails: a text that is no number does, and says which. */
const fail = (message: string): string => `to_varchar(to_number(${quoteText(OWN_MESSAGE)} || ${message}))`

const isUnsized = (type: string): boolean => type.replaceAll(' ', '').toUpperCase() === UNSIZED_NUMBER

const ranges: readonly (readonly [RegExp, string])[] = [
  [/^tinyint/i, '-128 and 127'],
  [/^smallint/i, '-32768 and 32767'],
  [/^int(eger)?$/i, '-2147483648 and 2147483647'],
  [/^bigint/i, '-9223372036854775808 and 9223372036854775807'],
]

/** What an integer type holds, for BETWEEN; undefined for one that holds every number of 38 digits. */
export const rangeOf = (type: string): string | undefined =>
  ranges.find(([pattern]) => pattern.test(type))?.[1]

/**
 * Here every integer is a number of 38 digits. One that is out of the range of its type elsewhere fails here
 * too.
 */
function inRange(number: string, shown: string, to: string): string {
  const range = rangeOf(to)
  if (range === undefined) return `cast(${number} as ${to})`
  const outside = fail(
    `left(cast(${shown} as varchar), 50) || ${quoteText(` is outside of the range of ${to}`)}`,
  )
  return `case when ${number} between ${range} then cast(${number} as ${to}) when ${number} is not null then cast(${outside} as ${to}) end`
}

const snowflakeCasts: CastDialect = {
  fail,
  text(value, from) {
    const text = `cast(${value} as varchar)`
    if (kindOf(from) === 'boolean') return `case when ${value} then 'true' when not ${value} then 'false' end`
    // Moments are written with nine places, and numbers without size with nine too.
    if (kindOf(from) === 'moment' || isUnsized(from))
      return `regexp_replace(${text}, '([.][0-9]*[1-9])0+$|[.]0+$', '\\\\1')`
    if (kindOf(from) === 'float') return `regexp_replace(${text}, '[.]0$', '')`
    return text
  },
  integerOfText: (value, to) => inRange(`cast(trim(${value}) as number(38,0))`, value, to),
  parse: (text, to) => `cast(parse_json(${text}) as ${to})`,
  hex: {
    quoteText,
    matches: (text, pattern) => `regexp_like(${text}, ${quoteText(pattern)})`,
    digits: (bytes) => `lower(hex_encode(${bytes}))`,
    bytes: (digits) => `hex_decode_binary(${digits})`,
  },
}

/** `value`, an expression of type `from`, as `to`: see Warehouse.castSql. */
export function castSql(value: string, from: string, to: string): string {
  const given = kindOf(from)
  if (kindOf(to) === 'integer' && ['decimal', 'integer', 'float'].includes(given)) {
    const number =
      given === 'float' ? commonCast(snowflakeCasts, value, from, 'NUMBER(38,0)') : `round(${value})`
    return inRange(number, value, to)
  }
  if (kindOf(to) === 'decimal' && given === 'text') return `cast(trim(${value}) as ${to})`
  return commonCast(snowflakeCasts, value, from, to)
}

export const failSql = fail
