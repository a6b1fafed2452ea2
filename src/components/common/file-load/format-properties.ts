import Type from 'typebox'
import { choice, list, text } from '../properties.ts'

const truth = (title: string) => Type.Optional(choice(title, ['True', 'False', 'Yes', 'No']))
const delimiter = (title: string, usual: string) =>
  Type.Optional(text(title, `${usual} by default; \\n, \\t and \\x01 are understood`))

export const compressions = ['AUTO', 'NONE', 'GZIP', 'ZSTD', 'BROTLI', 'DEFLATE', 'RAW_DEFLATE'] as const

/** Whether a parameter that says True or Yes, or nothing, means yes. */
export const isTrue = (value: string | undefined, unlessStated = false): boolean =>
  value === undefined || value === '' ? unlessStated : /^(true|yes)$/i.test(value)

/** How files are written and read; the same for loads and unloads. */
export const formatProperties = {
  format: Type.Optional(choice('Format', ['[Custom]'])),
  fileType: Type.Optional(text('File Type', 'CSV, JSON or PARQUET')),
  compression: Type.Optional(choice('Compression', compressions)),
  recordDelimiter: delimiter('Record Delimiter', 'A line end'),
  fieldDelimiter: delimiter('Field Delimiter', 'A comma'),
  fieldOptionallyEnclosed: Type.Optional(
    text('Field Optionally Enclosed', 'The character around fields, such as "; none by default'),
  ),
  nullIf: Type.Optional(list('Null If')),
}

/** What only reading knows. */
export const readingProperties = {
  ...formatProperties,
  skipHeader: Type.Optional(text('Skip Header', 'Lines to skip at the beginning')),
  skipBlankLines: truth('Skip Blank Lines'),
  dateFormat: Type.Optional(text('Date Format', 'Such as DD/MM/YYYY; AUTO by default')),
  timestampFormat: Type.Optional(text('Timestamp Format', 'Such as YYYY-MM-DD HH24:MI:SS; AUTO by default')),
  escape: Type.Optional(
    text('Escape', 'The character before a character that is taken literally; none by default'),
  ),
  escapeUnenclosedField: Type.Optional(
    text('Escape Unenclosed Field', 'The same outside enclosing characters; \\ by default'),
  ),
  trimSpace: truth('Trim Space'),
  trimSpace1: truth('Trim Space'),
  nullIf1: Type.Optional(list('Null If')),
  errorOnColumnCountMismatch: truth('Error On Column Count Mismatch'),
  emptyFieldAsNull: truth('Empty Field As Null'),
  replaceInvalidCharacters: truth('Replace Invalid Characters'),
  ignoreUtf8Errors: truth('Ignore UTF-8 Errors'),
  encodingType: Type.Optional(text('Encoding Type', 'UTF8 by default')),
  stripOuterArray: truth('Strip Outer Array'),
  stripNullValues: truth('Strip Null Values'),
  matchByColumnName: Type.Optional(
    choice('Match By Column Name', ['None', 'Case Sensitive', 'Case Insensitive']),
  ),
}
