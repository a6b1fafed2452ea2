import { truthWords } from './cast.ts'
import type { TextFormat } from './text-load.ts'
import { kindOf, lengthOf } from './type-kinds.ts'

const DAY = String.raw`\d{4}-\d\d-\d\d`
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?`
const ZONE = String.raw`[+-]\d\d(?::\d\d)?`
const DIGITS = String.raw`(?:\d+\.?\d*|\.\d+)`
const words = truthWords.flatMap((word) => [word, word.toUpperCase()])

/**
 * What counts the records of such a text for columns of these types; undefined where there is a type that databases read texts of in
 * ways of their own.
 */
export function recordCounter(
  { delimiter, nullText, quote }: TextFormat,
  types: readonly string[],
): CountRecords | undefined {
  const end = delimiter === '\t' ? '\\t' : `\\${delimiter}`
  const mark = quote === undefined ? '' : `\\${quote}`
  const fields = types.map((type) => {
    const form = formOf(type, `${end}\\n${mark}`)
    return form === undefined || mark === ''
      ? form
      : `${mark}(?:${quotedForm(type, form, mark)})${mark}|${form}`
  })
  if (/[A-Za-z0-9]/.test(delimiter + (quote ?? '')) || fields.includes(undefined)) return undefined
  const nothing = nullText === '' ? '' : '|\\\\N'
  const record = fields.map((form) => `(?:${form}${nothing})${nullText === '' ? '?' : ''}`).join(end)
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
 * Answers how many records there are, and how many bytes they have, up to one that has another number of fields, or a field whose form says
 * more or less than a value of its column: databases read such texts, as `3.5` for a whole number, each in its own way.
 */
export type CountRecords = (records: Buffer) => { readonly count: number; readonly bytes: number }

/** The form of what stands between quotes, for a field of this form without. */
function quotedForm(type: string, form: string, mark: string): string {
  const length = lengthOf(type)
  if (length !== undefined) return `(?:[^${mark}\\x80-\\xbf][\\x80-\\xbf]*|${mark}${mark}){0,${length}}`
  return form.startsWith('[^') ? `[^${mark}]*(?:${mark}${mark}[^${mark}]*)*` : form
}

/** The form of a field that does not contain `ends`, as a pattern over bytes. */
function formOf(type: string, ends: string): string | undefined {
  switch (kindOf(type)) {
    case 'text': {
      const length = lengthOf(type)
      return length === undefined ? `[^${ends}]*` : `(?:[^${ends}\\x80-\\xbf][\\x80-\\xbf]*){0,${length}}`
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
