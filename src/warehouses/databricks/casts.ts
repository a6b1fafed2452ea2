import { bytesOfText, type HexDialect, textOfBytes, truthOfText } from '../cast.ts'
import { kindOf, lengthOf, type TypeKind } from '../type-kinds.ts'
import { quoteText } from './quote.ts'
import { isUnsized } from './types.ts'

/** How much of a text that does not fit a message shows. */
const SHOWN_LETTERS = 50

export const fail = (message: string): string => `raise_error(${message})`

/** `value` as the database itself makes it `type`. */
export const plainCast = (value: string, type: string): string =>
  /^variant$/i.test(type) ? `parse_json(${value})` : `cast(${value} as ${castable(type)})`

/** A type as CAST takes it, where components say it in standard SQL. */
function castable(type: string): string {
  if (/^(varchar|char|text|character varying)$/i.test(type.trim())) return 'STRING'
  return /^double precision$/i.test(type.trim()) ? 'DOUBLE' : type
}

/** `value`, an expression of type `from`, as `to`: see Warehouse.castSql. */
export function castSql(value: string, from: string, to: string): string {
  const given = kindOf(from)
  switch (kindOf(to)) {
    case 'text':
      return toText(value, from, to)
    case 'integer':
      return given === 'integer' && from === to ? value : toInteger(value, given, to)
    case 'decimal':
      if (from === to) return value
      // By its text: 1.005 is less than 1.005 in binary, and would become 1.00.
      return plainCast(given === 'float' ? `cast(${value} as string)` : numberOf(value, given), to)
    case 'boolean':
      if (given === 'text') return truthOfText(truths, value)
      return ['integer', 'decimal', 'float'].includes(given) ? `(${value} <> 0)` : value
    case 'float':
      if (given === 'text') return toFloat(numberOf(value, given), to)
      return from === to ? value : plainCast(value, to)
    case 'binary':
      return given === 'text' ? bytesOfText(hex, value, plainCast(value, to)) : plainCast(value, to)
    default:
      return from === to ? value : plainCast(value, to)
  }
}

const hex: HexDialect = {
  quoteText,
  // A dollar sign would match before a line feed at the end, too.
  matches: (text, pattern) => `${text} rlike ${quoteText(`\\A${pattern}\\z`)}`,
  digits: (bytes) => `lower(hex(${bytes}))`,
  bytes: (digits) => `unhex(${digits})`,
}

const truths = { fail, truth: (failing: string) => `cast(${failing} as boolean)` }

/** Texts without blanks around them. */
const numberOf = (value: string, given: TypeKind): string => (given === 'text' ? `trim(${value})` : value)

/** A cast cuts off what stands behind the point; ROUND rounds half away from zero. */
function toInteger(value: string, given: TypeKind, to: string): string {
  if (given === 'text') return `cast(round(cast(trim(${value}) as decimal(38, 19))) as ${to})`
  if (given === 'float' || given === 'decimal') return `cast(round(${value}) as ${to})`
  return plainCast(value, to)
}

/** A text that holds a number; one that is too large would become infinity, which has words of its own. */
function toFloat(text: string, to: string): string {
  const found = plainCast(text, to)
  const tooLarge = fail(`concat(${text}, ${quoteText(` is too large for ${to}`)})`)
  return `case when abs(${found}) = double('infinity') and ${text} rlike '[0-9]' then cast(${tooLarge} as ${castable(to)}) else ${found} end`
}

function toText(value: string, from: string, to: string): string {
  const text = textOf(value, from)
  const length = lengthOf(to)
  const known = lengthOf(from)
  if (length === undefined || (known !== undefined && known <= length)) return text
  const shown = `${quoteText('"')}, left(${text}, ${SHOWN_LETTERS})`
  const tooLong = fail(`concat(${shown}, ${quoteText(`" is longer than the ${length} letters of ${to}`)})`)
  return `case when char_length(${text}) > ${length} then cast(${tooLong} as string) else ${text} end`
}

/** Without zeros at the end of its places. */
const trimmed = (text: string): string =>
  `regexp_replace(${text}, ${quoteText('([.][0-9]*[1-9])0+$|[.]0+$')}, ${quoteText('$1')})`

function textOf(value: string, from: string): string {
  if (/^variant$/i.test(from)) return `to_json(${value})`
  if (/^(array|map|struct)</i.test(from)) return `to_json(${value})`
  switch (kindOf(from)) {
    case 'text':
      return value
    case 'float':
      return floatText(value)
    case 'binary':
      return textOfBytes(hex, value)
    case 'decimal':
      return isUnsized(from) ? trimmed(`cast(${value} as string)`) : `cast(${value} as string)`
    default:
      return `cast(${value} as string)`
  }
}

/** As all databases write floats here: without an exponent between 1e-7 and 1e21. */
function floatText(value: string): string {
  const exact = (places: number) =>
    trimmed(`cast(cast(cast(${value} as string) as decimal(38, ${places})) as string)`)
  const scientific = `regexp_replace(regexp_replace(lower(cast(${value} as string)), '[.]0e', 'e'), 'e([0-9])', 'e+$1')`
  return [
    `case when ${value} = 0 then '0'`,
    `when abs(${value}) >= 1e-7 and abs(${value}) < 1 then ${exact(30)}`,
    `when abs(${value}) >= 1 and abs(${value}) < 1e21 then ${exact(16)}`,
    `else ${scientific} end`,
  ].join(' ')
}
