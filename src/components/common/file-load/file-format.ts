import type { Static, TObject } from 'typebox'
import { isTrue, type readingProperties } from './format-properties.ts'
import { formatFault, type MomentFormats } from './moments.ts'

export type Compression = 'AUTO' | 'NONE' | 'GZIP' | 'ZSTD' | 'BROTLI' | 'DEFLATE' | 'RAW_DEFLATE'

/** How delimited text is read. */
export interface CsvFormat extends MomentFormats {
  /** Undefined: the end of a line, however it is written. */
  readonly recordDelimiter: string | undefined
  readonly fieldDelimiter: string
  readonly quote: string | undefined
  readonly escaping: string | undefined
  readonly unenclosedEscape: string | undefined
  readonly skipHeader: number
  readonly skipBlankLines: boolean
  readonly trimSpace: boolean
  readonly nullIf: readonly string[]
  readonly emptyAsNull: boolean
  /** Refuse records with more or fewer fields than columns. */
  readonly exactColumns: boolean
}

/** How members of JSON and columns of Parquet find theirs in the table. */
export type Match = 'whole' | 'exact' | 'any-case'

export interface FileFormat {
  readonly type: 'CSV' | 'JSON' | 'PARQUET'
  readonly compression: Compression
  /** As TextDecoder calls it. */
  readonly encoding: string
  readonly replaceInvalid: boolean
  readonly csv: CsvFormat
  readonly stripOuterArray: boolean
  readonly stripNulls: boolean
  /** Undefined when the step does not say. */
  readonly match: Match | undefined
}

export type ReadingParameters = Static<TObject<typeof readingProperties>>

/** The format that a step states, and what is wrong with it, one sentence each. */
export function readFormat(parameters: ReadingParameters): { format: FileFormat; faults: readonly string[] } {
  const faults: string[] = []
  const type = parameters.fileType?.trim().toUpperCase() || 'CSV'
  if (!['CSV', 'JSON', 'PARQUET'].includes(type) && !type.includes('${'))
    faults.push(`File Type is "${parameters.fileType}"; CSV, JSON and PARQUET can be read here`)
  const encoding = encodingOf(parameters.encodingType ?? '')
  if (encoding === undefined && !parameters.encodingType?.includes('${'))
    faults.push(`Encoding Type is "${parameters.encodingType}", which is not known here`)
  const skip = parameters.skipHeader?.trim() || '0'
  if (!/^\d{1,9}$/.test(skip) && !skip.includes('${'))
    faults.push(`Skip Header is "${skip}"; it must be a whole number`)
  for (const [label, value] of [
    ['Field Optionally Enclosed', parameters.fieldOptionallyEnclosed],
    ['Escape', parameters.escape],
    ['Escape Unenclosed Field', parameters.escapeUnenclosedField],
  ] as const)
    if (!value?.includes('${') && (characterOf(value)?.length ?? 1) !== 1)
      faults.push(`${label} is "${value}"; it must be one character`)
  for (const [label, value] of [
    ['Date Format', parameters.dateFormat],
    ['Timestamp Format', parameters.timestampFormat],
  ] as const) {
    const fault = value?.includes('${') ? undefined : formatFault(value?.trim() ?? '')
    if (fault !== undefined) faults.push(`${label} ${fault}`)
  }
  const format: FileFormat = {
    type: type as FileFormat['type'],
    compression: (parameters.compression ?? 'AUTO') as Compression,
    encoding: encoding ?? 'utf-8',
    replaceInvalid: isTrue(parameters.replaceInvalidCharacters) || isTrue(parameters.ignoreUtf8Errors),
    csv: csvFormat(parameters, Number(skip)),
    stripOuterArray: isTrue(parameters.stripOuterArray),
    stripNulls: isTrue(parameters.stripNullValues),
    match: matchOf(parameters.matchByColumnName),
  }
  return { format, faults }
}

function csvFormat(parameters: ReadingParameters, skipHeader: number): CsvFormat {
  const unenclosed = parameters.escapeUnenclosedField
  return {
    recordDelimiter: delimiterOf(parameters.recordDelimiter),
    fieldDelimiter: delimiterOf(parameters.fieldDelimiter) ?? ',',
    quote: characterOf(parameters.fieldOptionallyEnclosed),
    escaping: characterOf(parameters.escape),
    unenclosedEscape: unenclosed === undefined || unenclosed === '' ? '\\' : characterOf(unenclosed),
    skipHeader,
    skipBlankLines: isTrue(parameters.skipBlankLines),
    trimSpace: isTrue(parameters.trimSpace ?? parameters.trimSpace1),
    nullIf: stated(parameters.nullIf) ?? stated(parameters.nullIf1) ?? ['\\N'],
    emptyAsNull: isTrue(parameters.emptyFieldAsNull, true),
    exactColumns: isTrue(parameters.errorOnColumnCountMismatch, true),
    dateFormat: parameters.dateFormat?.trim() ?? '',
    timestampFormat: parameters.timestampFormat?.trim() ?? '',
  }
}

/** Before the run, a grid may stand in for a list. */
const stated = (list: readonly string[] | undefined) =>
  Array.isArray(list) && list.length > 0 ? list : undefined

/** A delimiter as files write it: `\t`, `\x01` and `\u0001` are the characters they name. */
export function delimiterOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '' || /^none$/i.test(text)) return undefined
  const unescaped = text.replaceAll(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|([0-7]{3})|(.))/gi,
    (_, hex?: string, unicode?: string, octal?: string, one?: string) => {
      const given = hex ?? unicode
      if (given !== undefined) return String.fromCharCode(Number.parseInt(given, 16))
      return octal === undefined ? (named[one!] ?? one!) : String.fromCharCode(Number.parseInt(octal, 8))
    },
  )
  // However it is written, the end of a line may have a carriage return before it.
  return unescaped === '\n' || unescaped === '\r\n' ? undefined : unescaped
}

const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', b: '\b' }

/** One character as files write it; undefined for none. */
export const characterOf = (text: string | undefined): string | undefined =>
  text === '\\' ? '\\' : delimiterOf(text?.trim())

function matchOf(text: string | undefined): Match | undefined {
  if (text === undefined || text === '') return undefined
  if (/^none$/i.test(text)) return 'whole'
  return /insensitive/i.test(text) ? 'any-case' : 'exact'
}

/** Names that warehouses use and browsers do not. */
const encodings: Readonly<Record<string, string>> = {
  UTF8: 'utf-8',
  UTF16: 'utf-16le',
  UTF16LE: 'utf-16le',
  UTF16BE: 'utf-16be',
}

function encodingOf(text: string): string | undefined {
  const name = text.trim()
  if (name === '' || /^auto$/i.test(name)) return 'utf-8'
  const plain = name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const [, latin] = /^ISO8859(\d{1,2})$/.exec(plain) ?? []
  const [, windows] = /^(?:WINDOWS|CP)(\d{4})$/.exec(plain) ?? []
  const label =
    encodings[plain] ?? (latin && `iso-8859-${latin}`) ?? (windows && `windows-${windows}`) ?? name
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}
