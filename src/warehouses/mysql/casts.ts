import { bytesOfText, type HexDialect, OWN_MESSAGE, textOfBytes, truthOfText } from '../cast.ts'
import { quoteText } from '../sql-text.ts'
import { kindOf, lengthOf, type TypeKind } from '../type-kinds.ts'
import { UNSIZED_NUMBER } from './columns.ts'
import { plainCast } from './parts.ts'

/** How much of a text that does not fit a message shows. */
const SHOWN_LETTERS = 50

/** MySQL has no function that fails: a text that is no number does, in writes, and here in queries too. */
const fail = (message: string): string => `cast(${quoteText(OWN_MESSAGE)} || ${message} as signed)`

const ranges: readonly (readonly [RegExp, string])[] = [
  [/^tinyint unsigned/, '0 and 255'],
  [/^smallint unsigned/, '0 and 65535'],
  [/^mediumint unsigned/, '0 and 16777215'],
  [/^int(eger)? unsigned/, '0 and 4294967295'],
  [/^tinyint/, '-128 and 127'],
  [/^smallint/, '-32768 and 32767'],
  [/^mediumint/, '-8388608 and 8388607'],
  [/^int/, '-2147483648 and 2147483647'],
  [/^bigint unsigned/, '0 and 18446744073709551615'],
  [/^bigint/, '-9223372036854775808 and 9223372036854775807'],
]

/** What an integer type holds, for BETWEEN. */
export const rangeOf = (type: string): string | undefined =>
  ranges.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1]

/** `value`, an expression of type `from`, as `to`: see Warehouse.castSql. */
export function castSql(value: string, from: string, to: string): string {
  const given = kindOf(from)
  switch (kindOf(to)) {
    case 'text':
      return toText(value, from, to)
    case 'integer':
      return from === to ? value : toInteger(value, given, to)
    case 'decimal':
      // By its text: 1.005 is less than 1.005 in binary, and would become 1.00.
      return plainCast(given === 'float' ? `cast(${value} as char)` : trimmed(value, given), to)
    case 'boolean':
      if (given === 'text') return truthOfText(truths, value)
      return ['integer', 'decimal', 'float'].includes(given) ? `(${value} <> 0)` : value
    case 'float':
      return plainCast(trimmed(value, given), to)
    case 'binary':
      return given === 'text' ? bytesOfText(hex, value, plainCast(value, to)) : plainCast(value, to)
    case 'moment':
    case 'day':
      return from === to ? value : plainCast(given === 'text' ? withoutUtc(value) : value, to)
    default:
      return from === to ? value : plainCast(value, to)
  }
}

/** Its moments are in UTC, and their texts have no zone. */
const withoutUtc = (text: string): string => `trim(trailing 'Z' from trim(trailing '+00' from ${text}))`

const trimmed = (value: string, given: TypeKind): string => (given === 'text' ? `trim(${value})` : value)

const hex: HexDialect = {
  quoteText,
  // A dollar sign would match before a line feed at the end, too.
  matches: (text, pattern) => `${text} regexp ${quoteText(`\\A${pattern}\\z`)}`,
  digits: (bytes) => `lower(hex(${bytes}))`,
  bytes: (digits) => `unhex(${digits})`,
}

const truths = { fail, truth: (failing: string) => failing }

/** Decimals are rounded half away from zero, floats half to even: those are rounded by hand. */
function toInteger(value: string, given: TypeKind, to: string): string {
  const whole = `truncate(${value}, 0)`
  const rounded = `case when abs(${value} - ${whole}) >= 0.5 then ${whole} + sign(${value}) else ${whole} end`
  const number = `cast(${given === 'float' ? rounded : trimmed(value, given)} as decimal(30,0))`
  const range = rangeOf(to)
  if (range === undefined) return `cast(${number} as signed)`
  const sign = /unsigned/i.test(to) ? 'unsigned' : 'signed'
  const outside = fail(
    `left(${value}, ${SHOWN_LETTERS}) || ${quoteText(` is outside of the range of ${to}`)}`,
  )
  return `case when ${number} between ${range} then cast(${number} as ${sign}) else ${outside} end`
}

function toText(value: string, from: string, to: string): string {
  const text = textOf(value, from)
  const length = lengthOf(to)
  const known = lengthOf(from)
  if (length === undefined || (known !== undefined && known <= length)) return plainCast(text, to)
  const shown = `${quoteText('"')} || left(${text}, ${SHOWN_LETTERS})`
  const tooLong = fail(`${shown} || ${quoteText(`" is longer than the ${length} letters of ${to}`)}`)
  return plainCast(`case when char_length(${text}) > ${length} then ${tooLong} else ${text} end`, to)
}

function textOf(value: string, from: string): string {
  const text = `cast(${value} as char)`
  const withoutZeros = (one: string) => `trim(trailing '.' from trim(trailing '0' from ${one}))`
  switch (kindOf(from)) {
    case 'text':
      return value
    case 'binary':
      return textOfBytes(hex, value)
    case 'boolean':
      return `case when ${value} then 'true' when not ${value} then 'false' end`
    case 'moment':
      return withoutZeros(`cast(cast(${value} as datetime(6)) as char)`)
    case 'decimal':
      return from.toUpperCase() === UNSIZED_NUMBER ? withoutZeros(text) : text
    case 'float':
      // As other databases write them: 1e+300.
      return `case when ${text} like '%e-%' then ${text} else replace(${text}, 'e', 'e+') end`
    default:
      return text
  }
}
