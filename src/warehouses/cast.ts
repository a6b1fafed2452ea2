import { quoteText } from './sql-text.ts'
import { isJson, kindOf, lengthOf } from './type-kinds.ts'

/**
 * What a message begins with that casts make in a database without a function that fails: sessions say only
 * what follows it, not what the database says of the cast that repeats it.
 */
export const OWN_MESSAGE = 'headrace: '

/** Where databases differ when they cast. */
export interface CastDialect {
  /**
   * An expression of a text that fails when it is computed, with `message`, itself an expression, in what it
   * says.
   */
  fail(message: string): string
  /** A value of type `from` as text: floats without `.0`. */
  text(value: string, from: string): string
  /** A text that holds a number as `to`, an integer type: rounded. */
  integerOfText(value: string, to: string): string
  /**
   * Whether a text is like `1_000` or `0x1F`: some databases read it as a number, others refuse it. Only of
   * those that read it. Loads compute it for each value, so it should cost less than the cast: a regular
   * expression does not.
   */
  isOddNumber?(text: string): string
  /** A text that holds a number as `to`, a float, where a cast makes infinity of one that is too large. */
  floatOfText?(value: string, to: string): string
  /** A text that holds a day as `to`, where a cast reads other texts than those of other databases. */
  dayOfText?(value: string, to: string): string
  /** The same of a moment. */
  momentOfText?(value: string, to: string): string
  /** The length of a text, as sizes of types count it: letters unless stated. */
  length?(text: string): string
  /** What sizes of types count; letters unless stated. */
  readonly unit?: string
  /** An expression that fails, where a truth value stands; a cast to BOOLEAN unless stated. */
  truth?(failing: string): string
  /** A text that is read as JSON as `to`, where a cast would make a JSON string of it. */
  parse?(text: string, to: string): string
  /** A text that may hold a list of JSON as `to`, an array, where a cast does not read that. */
  listOfText?(text: string, to: string): string
  /** Of a database whose own texts of bytes are not those of cells. */
  readonly hex?: HexDialect
}

/** How a database turns bytes into hexadecimal digits, and those into bytes. */
export interface HexDialect {
  quoteText(text: string): string
  /** Whether all of a text matches a regular expression. */
  matches(text: string, pattern: string): string
  /** The digits of bytes, in small letters. */
  digits(bytes: string): string
  bytes(digits: string): string
}

/** The text of bytes: `\x` and two hexadecimal digits for each, as PostgreSQL writes it. */
export const textOfBytes = ({ quoteText, digits }: HexDialect, bytes: string): string =>
  `(${quoteText('\\x')} || ${digits(bytes)})`

/** The bytes of such a text. Any other becomes what the database itself makes of it: `plain`. */
export function bytesOfText({ quoteText, matches, bytes }: HexDialect, text: string, plain: string): string {
  const digits = `substr(${text}, 3)`
  // Without a group: databases keep a state for each time that one matches, and there may be millions.
  const areDigits = `${matches(digits, '[0-9A-Fa-f]*')} and mod(length(${digits}), 2) = 0`
  const isWritten = `substr(${text}, 1, 2) = ${quoteText('\\x')} and ${areDigits}`
  return `case when ${isWritten} then ${bytes(digits)} else ${plain} end`
}

const yes = ['true', 't', 'yes', 'y', 'on', '1']
const no = ['false', 'f', 'no', 'n', 'off', '0']

/** The words of texts that are true or false, in small letters. */
export const truthWords: readonly string[] = [...yes, ...no]

/** How much of a text that does not fit a message shows. */
const SHOWN_LETTERS = 50

/**
 * `value`, an expression of type `from`, as `to`, with the same answer on every database: what does not fit
 * fails, numbers are rounded half away from zero. Types are as the database writes them.
 */
export function castSql(dialect: CastDialect, value: string, from: string, to: string): string {
  const given = kindOf(from)
  switch (kindOf(to)) {
    case 'text':
      return toText(dialect, value, from, to)
    case 'integer':
      if (given === 'text') return dialect.integerOfText(numberTextOf(dialect, value), to)
      if (given === 'float') return `cast(${roundedSql(value)} as ${to})`
      break
    case 'decimal':
      // By its text: 1.005 is less than 1.005 in binary, and would become 1.00.
      if (given === 'float') return `cast(cast(${value} as varchar) as ${to})`
      if (given === 'text') return `cast(${numberTextOf(dialect, value)} as ${to})`
      break
    case 'boolean':
      if (given === 'text') return truthOfText(dialect, value)
      if (['integer', 'decimal', 'float'].includes(given)) return `(${value} <> 0)`
      break
    case 'binary':
      return given === 'text' && dialect.hex !== undefined
        ? bytesOfText(dialect.hex, value, `cast(${value} as ${to})`)
        : `cast(${value} as ${to})`
    case 'float':
      if (given === 'text') {
        const text = numberTextOf(dialect, value)
        return dialect.floatOfText?.(text, to) ?? `cast(${text} as ${to})`
      }
      break
    case 'day':
      return (given === 'text' && dialect.dayOfText?.(value, to)) || `cast(${value} as ${to})`
    case 'moment':
      return (given === 'text' && dialect.momentOfText?.(value, to)) || `cast(${value} as ${to})`
    default:
      if (given === 'text' && to.endsWith('[]') && dialect.listOfText !== undefined)
        return dialect.listOfText(value, to)
      return given === 'text' && isJson(to) && dialect.parse !== undefined
        ? dialect.parse(value, to)
        : `cast(${value} as ${to})`
  }
  const number = given === 'boolean' ? `case when ${value} then 1 when not ${value} then 0 end` : value
  return kindOf(to) === given && from === to ? value : `cast(${number} as ${to})`
}

/** An odd number is put in quotes, so that the cast fails. */
const numberTextOf = ({ isOddNumber }: CastDialect, value: string): string =>
  isOddNumber === undefined
    ? value
    : `case when ${isOddNumber(value)} then '"' || ${value} || '"' else ${value} end`

function toText(dialect: CastDialect, value: string, from: string, to: string): string {
  const isBytes = kindOf(from) === 'binary' && dialect.hex !== undefined
  const text = isBytes ? textOfBytes(dialect.hex, value) : dialect.text(value, from)
  const length = lengthOf(to)
  const known = lengthOf(from)
  if (length === undefined || (known !== undefined && known <= length)) return `cast(${text} as ${to})`
  const shown = `${quoteText('"')} || left(${text}, ${SHOWN_LETTERS}) || `
  const { unit = 'letters' } = dialect
  const tooLong = dialect.fail(`${shown}${quoteText(`" is longer than the ${length} ${unit} of ${to}`)}`)
  return `cast(case when ${dialect.length?.(text) ?? `length(${text})`} > ${length} then ${tooLong} else ${text} end as ${to})`
}

/** Half away from zero, as decimals are rounded; databases round floats half to even, or not all alike. */
const roundedSql = (value: string): string =>
  `case when abs(${value} - trunc(${value})) >= 0.5 then trunc(${value}) + sign(${value}) else trunc(${value}) end`

/** A text that says true or false as a truth value; any other fails. */
export function truthOfText({ fail, truth }: Pick<CastDialect, 'fail' | 'truth'>, value: string): string {
  const text = `lower(trim(${value}))`
  const list = (words: readonly string[]) => words.map(quoteText).join(', ')
  const neither = fail(
    `${quoteText('"')} || left(${value}, ${SHOWN_LETTERS}) || ${quoteText('" is neither true nor false')}`,
  )
  return [
    `case when ${text} in (${list(yes)}) then true`,
    `when ${text} in (${list(no)}) then false`,
    `when ${value} is not null then ${truth?.(neither) ?? `cast(${neither} as boolean)`} end`,
  ].join(' ')
}

/** The same of a text that is null, or one of `truthWords` in small letters or capitals. */
export const truthOfWord = (value: string): string =>
  `${value} in (${yes
    .flatMap((word) => [...new Set([word, word.toUpperCase()])])
    .map(quoteText)
    .join(', ')})`

/** The words that a text may have to become true or false; undefined for any other. */
export function truthOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (yes.includes(word)) return true
  return no.includes(word) ? false : undefined
}
