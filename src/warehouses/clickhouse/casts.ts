import { truthOfText } from '../cast.ts'
import { digitsOf, kindOf, lengthOf, type TypeKind } from '../type-kinds.ts'
import { quoteText } from './quote.ts'
import { isUnsized, MOMENT, types } from './types.ts'

/** How much of a text that does not fit a message shows. */
const SHOWN_LETTERS = 50

/** What a message begins with that casts make. */
export const OWN_MESSAGE = 'headrace: '

/** ClickHouse fails with fixed messages only: a text that is no number is in its message. */
export const fail = (message: string): string =>
  // A constant would be computed at once, whatever branch it stands in; a text that may be null becomes null.
  `toInt32(materialize(assumeNotNull(concat(${quoteText(OWN_MESSAGE)}, ${message}))))`

/**
 * What `cast` makes of a value: of one that may be null, CAST would make null where it cannot be cast. For a
 * null the text `instead` is cast, because ClickHouse may compute both branches of an `if`.
 */
const unlessNull = (value: string, cast: (value: string) => string, instead?: string): string =>
  `if(isNull(${value}), null, ${cast(instead === undefined ? `assumeNotNull(materialize(${value}))` : `ifNull(${value}, ${quoteText(instead)})`)})`

/** Of every number, with 38 digits before the point and as many behind it. */
const wide = (value: string): string => `cast(toString(${value}) as Decimal(76, 38))`

/** A type as ClickHouse names it, where components say it in standard SQL. */
export function ownType(type: string): string {
  const given = type.trim()
  if (given === 'Date' || given === 'DateTime') return given
  const word = given.toUpperCase()
  if (word === 'VARCHAR' || word === 'CHAR') return 'String'
  if (/^(DECIMAL|NUMERIC|NUMBER)$/.test(word)) return 'Decimal(38, 9)'
  return types[word] ?? given
}

/** CAST wraps whole numbers around that do not fit; this fails. */
const whole = (value: string, to: string): string => `accurateCast(${value}, ${quoteText(to)})`

const placesOf = (type: string): string => /,\s*(\d+)\)$/.exec(type)?.[1] ?? '0'
const rounded = (value: string, to: string): string => `round(${wide(value)}, ${placesOf(to)})`
const number = /^-?\d+(\.\d+)?$/

/** `value` as the database itself makes it `type`. */
export function plainCast(value: string, type: string): string {
  const own = ownType(type)
  if (value.trim().toLowerCase() === 'null') return `cast(null as Nullable(${own}))`
  switch (kindOf(own)) {
    case 'integer':
      return unlessNull(value, (given) => whole(given, own))
    case 'decimal':
      // A number of more digits than 64 bits hold would be a float.
      if (number.test(value)) return `cast(${rounded(quoteText(value), own)} as ${own})`
      return unlessNull(value, (given) => `cast(${rounded(given, own)} as ${own})`)
    case 'text':
      return `cast(${value} as ${own})`
    default:
      return unlessNull(value, (given) => `cast(${given} as ${own})`)
  }
}

/** `value`, an expression of type `from`, as `to`: see Warehouse.castSql. */
export function castSql(value: string, from: string, to: string): string {
  const given = kindOf(from)
  switch (kindOf(to)) {
    case 'text':
      return toText(value, from, to)
    case 'integer':
      return given === 'integer' && from === to ? value : toInteger(value, given, ownType(to))
    case 'decimal':
      return from === to ? value : toDecimal(numberOf(value, given), given, to)
    case 'boolean':
      if (given === 'text') return truthOfText(truths, value)
      return ['integer', 'decimal', 'float'].includes(given) ? `cast(${value} <> 0 as Bool)` : value
    case 'float':
      if (given === 'text') return toFloat(numberOf(value, given), ownType(to))
      return from === to ? value : plainCast(numberOf(value, given), to)
    case 'moment':
      // A column may have a zone of its own, in which the database would read its texts.
      if (given === 'text')
        return unlessNull(value, (one) => `cast(cast(${one} as ${MOMENT}) as ${ownType(to)})`)
      return from === to ? value : plainCast(value, to)
    default:
      return from === to ? value : plainCast(value, to)
  }
}

const truths = { fail, truth: (failing: string) => `cast(${failing} as Bool)` }

/** Texts without blanks around them, and truth values as 1 and 0. */
function numberOf(value: string, given: TypeKind): string {
  if (given === 'text') return `trim(${value})`
  return given === 'boolean' ? `cast(${value} as UInt8)` : value
}

/** Decimals are rounded half away from zero, floats half to even: those are rounded by hand. */
function toInteger(value: string, given: TypeKind, to: string): string {
  const cast = (one: string) => {
    if (given === 'text' || given === 'decimal') return whole(`round(${wide(one)})`, to)
    if (given !== 'float') return whole(one, to)
    const cut = `trunc(${one})`
    return whole(`if(abs(${one} - ${cut}) >= 0.5, ${cut} + sign(${one}), ${cut})`, to)
  }
  return unlessNull(numberOf(value, given), cast, given === 'text' ? '0' : undefined)
}

/** A text that holds a number; one that is too large would become infinity, which has words of its own. */
function toFloat(text: string, to: string): string {
  const cast = (one: string) => {
    const found = `cast(${one} as ${to})`
    const message = `concat(${one}, ${quoteText(` is too large for ${to}`)})`
    return `if(isInfinite(${found}) and match(${one}, '[0-9]'), cast(${fail(message)} as ${to}), ${found})`
  }
  return unlessNull(text, cast, '0')
}

/** ClickHouse itself keeps more digits than a type has, as long as there are bytes for them. */
function toDecimal(value: string, given: TypeKind, to: string): string {
  const own = ownType(to)
  const before = digitsOf(own)?.before ?? 0
  const cast = (one: string) => {
    const found = rounded(one, own)
    const limit = `cast(${quoteText(`1${'0'.repeat(before)}`)} as Decimal(76, 38))`
    const message = `concat(toString(${one}), ${quoteText(` has more digits than ${own}`)})`
    if (before >= MAX_DIGITS) return `cast(${found} as ${own})`
    return `if(abs(${found}) >= ${limit}, cast(${fail(message)} as ${own}), cast(${found} as ${own}))`
  }
  return unlessNull(value, cast, given === 'text' ? '0' : undefined)
}

const MAX_DIGITS = 38

function toText(value: string, from: string, to: string): string {
  const text = textOf(value, from)
  const length = lengthOf(to)
  const known = lengthOf(from)
  if (length === undefined || (known !== undefined && known <= length)) return text
  const shown = `${quoteText('"')}, leftUTF8(${text}, ${SHOWN_LETTERS})`
  const tooLong = fail(`concat(${shown}, ${quoteText(`" is longer than the ${length} letters of ${to}`)})`)
  return `case when lengthUTF8(${text}) > ${length} then toString(${tooLong}) else ${text} end`
}

function textOf(value: string, from: string): string {
  const text = `toString(${value})`
  switch (kindOf(from)) {
    case 'text':
      return value
    case 'float':
      return `replaceRegexpOne(${text}, ${quoteText('e([0-9])')}, ${quoteText('e+\\1')})`
    case 'decimal':
      return isUnsized(from) ? text : `toDecimalString(${value}, ${placesOf(from)})`
    case 'moment':
      return `replaceRegexpOne(${text}, ${quoteText('([.][0-9]*[1-9])0+$|[.]0+$')}, ${quoteText('\\1')})`
    default:
      return text
  }
}
