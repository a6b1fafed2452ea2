import type { Static, TObject } from 'typebox'
import type { Gate } from '../gates/gate-properties.ts'
import { type FileFormat, type ReadingParameters, readFormat } from './file-format.ts'
import { type FilePlace, filePlaceFaults } from './file-place.ts'
import { isTrue } from './format-properties.ts'
import type { loadProperties } from './load-properties.ts'
import { patternFault } from './match-files.ts'

export type OnError = 'abort' | 'continue' | 'skip-file'

/** What a step loads, from where and how. */
export interface LoadSettings {
  readonly place: FilePlace
  readonly pattern: string
  readonly format: FileFormat
  readonly database: string | undefined
  readonly catalog: string | undefined
  readonly schema: string | undefined
  readonly table: string
  /** Empty: all columns of the table. */
  readonly columns: readonly string[]
  readonly onError: OnError
  /** Undefined: no limit. */
  readonly sizeLimit: number | undefined
  readonly purges: boolean
  readonly truncates: boolean
  /** Loads files again that were loaded before and have not changed since. */
  readonly forces: boolean
  readonly gates: readonly Gate[]
}

export type LoadParameters = Static<TObject<typeof loadProperties>> & ReadingParameters

/** Reads a load's parameters. `faults` say what is wrong with them, one sentence each. */
export function readLoad(
  parameters: LoadParameters,
  place: FilePlace,
): { readonly settings: LoadSettings; readonly faults: readonly string[] } {
  const { format, faults: formatFaults } = readFormat(parameters)
  const faults = [...filePlaceFaults(place), ...formatFaults]
  const pattern = parameters.pattern?.trim() ?? ''
  const wrong = pattern.includes('${') ? undefined : patternFault(pattern)
  if (wrong !== undefined) faults.push(`Pattern is not a regular expression: ${wrong}`)
  const onError = onErrorOf(parameters.onError ?? '')
  if (onError === undefined)
    faults.push(`On Error is "${parameters.onError}"; it must be Abort Statement, Continue or Skip File`)
  const limit = parameters.sizeLimitB?.trim() ?? ''
  if (!/^\d*$/.test(limit) && !limit.includes('${'))
    faults.push(`Size Limit is "${limit}"; it must be a whole number of bytes`)
  const settings: LoadSettings = {
    place,
    pattern,
    format,
    database: parameters.database,
    catalog: parameters.catalog,
    schema: parameters.schema,
    table: parameters.targetTable,
    columns: listed(parameters.loadColumns),
    onError: onError ?? 'abort',
    sizeLimit: limit === '' ? undefined : Number(limit),
    purges: isTrue(parameters.purgeFiles),
    truncates: isTrue(parameters.truncateColumns),
    forces: isTrue(parameters.forceLoad),
    gates: parameters.gates ?? [],
  }
  return { settings, faults }
}

/** Before the run, a grid may stand in for a list. */
const listed = (list: readonly string[] | undefined): readonly string[] =>
  Array.isArray(list) ? (list as readonly string[]).filter((name) => name !== '') : []

function onErrorOf(text: string): OnError | undefined {
  const word = text.toLowerCase().replaceAll(/[^a-z0-9%]/g, '')
  if (word === '' || word === 'abortstatement' || word === 'abort' || text.includes('${')) return 'abort'
  if (word === 'continue') return 'continue'
  return word === 'skipfile' ? 'skip-file' : undefined
}
