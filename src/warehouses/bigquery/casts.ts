import { bytesOfText, type HexDialect, textOfBytes, truthOfText } from '../cast.ts'
import { digitsOf, kindOf, lengthOf, type TypeKind } from '../type-kinds.ts'
import { plainCast } from './parts.ts'
import { quoteText } from './quote.ts'

/** How much of a text that does not fit a message shows. */
const SHOWN_LETTERS = 50

export const fail = (message: string): string => `error(${message})`

/** `value`, an expression of type `from`, as `to`: see Warehouse.castSql. */
export function castSql(value: string, from: string, to: string): string {
  const given = kindOf(from)
  switch (kindOf(to)) {
    case 'text':
      return toText(value, from, to)
    case 'integer':
      return given === 'integer' ? value : toInteger(value, given)
    case 'decimal':
      return toDecimal(value, from, to)
    case 'boolean':
      if (given === 'text') return truthOfText(truths, value)
      return ['integer', 'decimal', 'float'].includes(given) ? `(${value} <> 0)` : value
    case 'float':
      return given === 'float' ? value : plainCast(numberOf(value, given), 'float64')
    case 'binary':
      return given === 'text' ? bytesOfText(hex, value, plainCast(value, to)) : plainCast(value, to)
    default:
      return from === to ? value : plainCast(value, to)
  }
}

const hex: HexDialect = {
  quoteText,
  matches: (text, pattern) => `regexp_contains(${text}, ${quoteText(`^${pattern}$`)})`,
  digits: (bytes) => `to_hex(${bytes})`,
  bytes: (digits) => `from_hex(${digits})`,
}

const truths = { fail, truth: (failing: string) => failing }

/** What a cast to a number takes: texts without blanks around them, truth values as 1 and 0. */
function numberOf(value: string, given: TypeKind): string {
  if (given === 'text') return `trim(${value})`
  return given === 'boolean' ? `cast(${value} as int64)` : value
}

/** Casts round half away from zero. A text may have more places than NUMERIC has. */
function toInteger(value: string, given: TypeKind): string {
  const number = numberOf(value, given)
  return `cast(${given === 'text' ? `cast(${number} as bignumeric)` : number} as int64)`
}

function toDecimal(value: string, from: string, to: string): string {
  if (from === to) return value
  const given = kindOf(from)
  // By its text: 1.005 is less than 1.005 in binary, and would become 1.00.
  const cast = plainCast(given === 'float' ? `cast(${value} as string)` : numberOf(value, given), to)
  const digits = digitsOf(to)
  if (digits === undefined) return cast
  const tooBig = fail(
    `concat(${shownPart(`cast(${value} as string)`)}, ${quoteText(`" does not fit ${to}`)})`,
  )
  const before = `ltrim(split(cast(abs(${cast}) as string), '.')[safe_offset(0)], '0')`
  return `case when char_length(${before}) > ${digits.before} then ${tooBig} else ${cast} end`
}

const shownPart = (text: string): string => `${quoteText('"')}, substr(${text}, 1, ${SHOWN_LETTERS})`

function toText(value: string, from: string, to: string): string {
  const text = textOf(value, from)
  const length = lengthOf(to)
  const known = lengthOf(from)
  if (length === undefined || (known !== undefined && known <= length)) return text
  const tooLong = fail(
    `concat(${shownPart(text)}, ${quoteText(`" is longer than the ${length} letters of ${to}`)})`,
  )
  return `case when char_length(${text}) > ${length} then ${tooLong} else ${text} end`
}

/** Fractions of a second without zeros at their end. */
const trimmed = (text: string): string =>
  `regexp_replace(regexp_replace(${text}, ${quoteText('([.][0-9]*?)0+$')}, ${quoteText('\\1')}), ${quoteText('[.]$')}, '')`

function textOf(value: string, from: string): string {
  if (/^json$/i.test(from)) return `to_json_string(${value})`
  if (/^(array|struct)</i.test(from)) return `to_json_string(${value})`
  switch (kindOf(from)) {
    case 'text':
      return value
    case 'moment':
    case 'decimal':
      return trimmed(`cast(${value} as string)`)
    case 'binary':
      return textOfBytes(hex, value)
    default:
      return `cast(${value} as string)`
  }
}
