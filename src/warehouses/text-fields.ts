import { truthWords } from './cast.ts'
import type { TextFormat } from './text-load.ts'
import { kindOf, lengthOf } from './type-kinds.ts'

const DAY = String.raw`\d{4}-\d\d-\d\d`
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?`
const ZONE = String.raw`[+-]\d\d(?::\d\d)?`
const DIGITS = String.raw`(?:\d+(?:\.\d*)?|\.\d+)`
const words = truthWords.flatMap((word) => [word, word.toUpperCase()])

/**
 * What counts the records of such a text for columns of these types; undefined where there is a type that
 * databases read texts of in ways of their own.
 */
export function recordCounter(
  { delimiter, nullText, quote }: TextFormat,
  types: readonly string[],
): CountRecords | undefined {
  const end = delimiter === '\t' ? '\\t' : `\\${delimiter}`
  const mark = quote === undefined ? '' : `\\${quote}`
  const fields = types.map((type) => {
    const form = formOf(type, `${end}\\n${mark}`)
    return form === undefined || mark === '' ? form : quotedOrNot(type, form, mark)
  })
  if (/[A-Za-z0-9]/.test(delimiter + (quote ?? '')) || fields.includes(undefined)) return undefined
  const record = fields.map((form) => (nullText === '' ? `(?:${form})?` : orNull(form!))).join(end)
  const pattern = new RegExp(`${record}(?:\\n|$)`, 'y')
  return (records) => {
    // Every byte is a letter here, those of one letter of UTF-8 too.
    const text = records.toString('latin1')
    let count = 0
    let bytes = 0
    for (pattern.lastIndex = 0; bytes < text.length && pattern.test(text); count++) bytes = pattern.lastIndex
    return { count, bytes }
  }
}

/**
 * Answers how many records there are, and how many bytes they have, up to one that has another number of
 * fields, or a field whose form says more or less than a value of its column: databases read such texts, as
 * `3.5` for a whole number, each in its own way.
 */
export type CountRecords = (records: Buffer) => { readonly count: number; readonly bytes: number }

/** The same field with and without quotes; what is more usual for its type is tried first. */
function quotedOrNot(type: string, form: string, mark: string): string {
  const length = lengthOf(type)
  if (length !== undefined)
    return `${mark}(?:${lettersUpTo(length, mark, `${mark}(?!${mark})`, `|${mark}${mark}`)})${mark}|${form}`
  if (form.startsWith('[^')) return `${mark}[^${mark}]*(?:${mark}${mark}[^${mark}]*)*${mark}|${form}`
  return `${form}|${mark}(?:${form})${mark}`
}

/** A field that may be `\N`; the forms of most texts take that already. */
function orNull(form: string): string {
  return new RegExp(`^(?:${form})$`).test('\\N') ? `(?:${form})` : `(?:${form}|\\\\N)`
}

/**
 * So many letters at most before `end`, none of which is in `not`, or `or`. A text of no more bytes has no
 * more letters, and bytes are counted faster.
 */
function lettersUpTo(length: number, not: string, end: string, or = ''): string {
  const short = `[^${not}]{0,${length}}(?=${end})`
  return `${short}|(?!${short})(?:[^${not}\\x80-\\xbf][\\x80-\\xbf]*${or}){0,${length}}`
}

/**
 * The form of a field that does not contain `ends`, as a pattern over bytes. There is one way to match a
 * text: with two, a record whose last field has another form would be tried in as many ways as its fields
 * have together.
 */
function formOf(type: string, ends: string): string | undefined {
  switch (kindOf(type)) {
    case 'text': {
      const length = lengthOf(type)
      return length === undefined ? `[^${ends}]*` : lettersUpTo(length, ends, `[${ends}]|$`)
    }
    case 'integer':
      return '[+-]?\\d+'
    case 'decimal':
      return `[+-]?${DIGITS}`
    case 'float':
      return `[+-]?${DIGITS}(?:[eE][+-]?\\d+)?`
    case 'boolean':
      return words.join('|')
    case 'day':
      return DAY
    case 'moment':
      return `${DAY} ${TIME}${/with time zone|tz/i.test(type) ? `(?:${ZONE})?` : ''}`
    default:
      return /^(jsonb?|uuid)$/i.test(type) ? `[^${ends}]*` : undefined
  }
}
