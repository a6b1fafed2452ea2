import type { Static, TObject } from 'typebox'
import { characterOf, delimiterOf } from '../file-load/file-format.ts'
import { type FilePlace, filePlaceFaults, isLocal } from '../file-load/file-place.ts'
import { isTrue } from '../file-load/format-properties.ts'
import { stated } from '../file-load/load-properties.ts'
import { partsOf } from '../files/local-path.ts'
import { PART_BYTES } from '../object-stores/object-store.ts'
import type { CsvStyle } from './csv-writer.ts'
import type { unloadProperties } from './unload-properties.ts'

/** As many bytes as S3 puts together of our parts. */
export const MAX_FILE_BYTES = 10_000 * PART_BYTES
const USUAL_FILE_BYTES = 16 * 1024 * 1024

/** What a step unloads, in which format and where to. */
export interface UnloadSettings {
  readonly place: FilePlace
  /** Of S3; empty texts leave it to the bucket. */
  readonly encryption: string
  readonly kmsKeyId: string
  readonly database: string | undefined
  readonly catalog: string | undefined
  readonly schema: string | undefined
  readonly table: string
  readonly type: 'CSV' | 'JSON'
  readonly csv: CsvStyle
  /** Undefined when the step does not say. */
  readonly nests: boolean | undefined
  readonly gzips: boolean
  /** The parts of a name below the place; the last is where names of files differ. */
  readonly prefix: readonly string[]
  readonly isSingle: boolean
  readonly maxFileBytes: number
  readonly overwrites: boolean
}

export type UnloadParameters = Static<TObject<typeof unloadProperties>> & {
  readonly encryption?: string
  readonly kmsKeyId?: string
}

/** Reads an unload's parameters. `faults` say what is wrong with them, one sentence each. */
export function readUnload(
  parameters: UnloadParameters,
  place: FilePlace,
): { readonly settings: UnloadSettings; readonly faults: readonly string[] } {
  const isSingle = isTrue(parameters.singleFile)
  const limit = stated(parameters.maxFileSize)
  const encryption = stated(parameters.encryption)
  const settings: UnloadSettings = {
    place,
    encryption,
    kmsKeyId: stated(parameters.kmsKeyId),
    database: parameters.database,
    catalog: parameters.catalog,
    schema: parameters.schema,
    table: stated(parameters.tableName) || stated(parameters.targetTable),
    type: (stated(parameters.fileType).toUpperCase() || 'CSV') as UnloadSettings['type'],
    csv: csvStyle(parameters),
    nests: stated(parameters.nestColumns) === '' ? undefined : isTrue(parameters.nestColumns),
    gzips: !/^none$/i.test(stated(parameters.compression)),
    prefix: partsOf(stated(parameters.filePrefix)) ?? [],
    isSingle,
    maxFileBytes: Number(limit || (isSingle ? MAX_FILE_BYTES : USUAL_FILE_BYTES)),
    overwrites: isTrue(parameters.overwrite),
  }
  const faults = [...filePlaceFaults(place), ...formatFaults(parameters), ...nameFaults(parameters, place)]
  if (settings.type === 'CSV') faults.push(...delimiterFaults(settings.csv))
  if (settings.table === '') faults.push('Table Name is missing: the table or view that is unloaded')
  if (!limit.includes('${') && !(settings.maxFileBytes >= 1 && settings.maxFileBytes <= MAX_FILE_BYTES))
    faults.push(`Max File Size is "${limit}"; it must be a number of bytes from 1 to ${MAX_FILE_BYTES}`)
  if (/client/i.test(encryption))
    faults.push('Encryption is "Client Side Encryption"; SSE S3 and SSE KMS are what stores do here')
  return { settings, faults }
}

function csvStyle(parameters: UnloadParameters): CsvStyle {
  const { recordDelimiter: end, escapeUnenclosedField: unenclosed, nullIf } = parameters
  const isWindows = end === '\\r\\n' || end === '\r\n'
  return {
    recordDelimiter: isWindows ? '\r\n' : (delimiterOf(end) ?? '\n'),
    fieldDelimiter: delimiterOf(parameters.fieldDelimiter) ?? ',',
    quote: characterOf(parameters.fieldOptionallyEnclosed),
    escaping: characterOf(parameters.escape),
    unenclosedEscape: stated(unenclosed) === '' ? '\\' : characterOf(unenclosed),
    // Before the run, a grid may stand in for a list.
    nullText: (Array.isArray(nullIf) ? (nullIf as readonly string[])[0] : undefined) ?? '\\N',
    hasHeader: isTrue(parameters.includeHeaders),
  }
}

function formatFaults(parameters: UnloadParameters): string[] {
  const faults: string[] = []
  const type = stated(parameters.fileType).toUpperCase()
  if (type === 'PARQUET')
    faults.push(
      'File Type is "PARQUET", which is not written here: unload CSV or JSON, or write Parquet on DuckDB with ' +
        '"sql-executor" (copy … to …) and copy the file with "data-transfer-object"',
    )
  else if (!['', 'CSV', 'JSON'].includes(type) && !type.includes('${'))
    faults.push(`File Type is "${parameters.fileType}"; CSV and JSON are supported`)
  const compression = stated(parameters.compression).toUpperCase()
  if (!['', 'AUTO', 'GZIP', 'NONE'].includes(compression) && !compression.includes('${'))
    faults.push(`Compression is "${parameters.compression}"; GZIP and NONE are supported`)
  for (const [label, value] of [
    ['Field Optionally Enclosed', parameters.fieldOptionallyEnclosed],
    ['Escape', parameters.escape],
    ['Escape Unenclosed Field', parameters.escapeUnenclosedField],
  ] as const)
    if (!value?.includes('${') && (characterOf(value)?.length ?? 1) !== 1)
      faults.push(`${label} is "${value}"; it must be one character`)
  for (const [label, value] of [
    ['Date Format', parameters.dateFormat],
    ['Time Format', parameters.timeFormat],
    ['Timestamp Format', parameters.timestampFormat],
  ] as const)
    if (!['', 'AUTO'].includes(stated(value).toUpperCase()) && !value?.includes('${'))
      faults.push(
        `${label} is "${value}"; dates and times are written in ISO 8601: unload a view that has them as text`,
      )
  return faults
}

/** Files with a delimiter that has another meaning, too, would read back as other values. */
function delimiterFaults({
  fieldDelimiter,
  quote,
  escaping,
  unenclosedEscape,
  nullText,
}: CsvStyle): string[] {
  if (fieldDelimiter.includes('${')) return []
  const said = `Field Delimiter is "${fieldDelimiter}", which`
  const marks = [
    ['Field Optionally Enclosed', quote],
    ['Escape', escaping],
    ['Escape Unenclosed Field', quote === undefined && escaping === undefined ? unenclosedEscape : undefined],
  ] as const
  const faults = marks
    .filter(([, mark]) => mark !== undefined && fieldDelimiter.includes(mark))
    .map(([label]) => `${said} contains the character of ${label}`)
  if (nullText.includes(fieldDelimiter)) faults.push(`${said} is part of the text of nulls, "${nullText}"`)
  return faults
}

function nameFaults(parameters: UnloadParameters, { settings, labels }: FilePlace): readonly string[] {
  const prefix = stated(parameters.filePrefix)
  if (prefix.includes('${')) return []
  const parts = partsOf(prefix)
  if (parts === undefined) return [`File Prefix leads out of the ${labels.url}`]
  const limit = isLocal(settings.url) ? 255 : 900
  return (parts.at(-1) ?? '').length > limit - 30 ? [`File Prefix has more than ${limit - 30} letters`] : []
}
