import Type, { type Static } from 'typebox'
import { type FilePlace, filePlaceFaults, isLocal } from '../../common/file-load/file-place.ts'
import {
  azureAccess,
  credentialNames,
  gcsAccess,
  s3Access,
  stated,
} from '../../common/file-load/load-properties.ts'
import { patternFault } from '../../common/file-load/match-files.ts'
import { iteratorProperties } from '../../common/iterator-properties.ts'
import { wholeNumberFault } from '../../common/numbers.ts'
import { storeKindOf } from '../../common/object-stores/target.ts'
import { rows, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

/** What variables may be given of each file. */
export const attributes = ['Base Folder', 'Subfolder', 'Filename'] as const
export type Attribute = (typeof attributes)[number]

const properties = Type.Object({
  ...iteratorProperties,
  inputDataType: text('Input Data Type', 'S3, Azure Blob Storage, Google Cloud Storage or Local'),
  inputDataUrl: Type.Optional(
    text(
      'Input Data URL',
      's3://bucket/folder, azure://account/container/folder, gs://bucket/folder or file:///folder',
    ),
  ),
  filterRegex: Type.Optional(
    text('Filter Regex', 'Fits the whole path of a file below the bucket or the URL'),
  ),
  maxIterations: Type.Optional(text('Max Iterations', 'Further files are left out')),
  variables: rows('Variables', 'scalar variable', `one of ${attributes.join(', ')}`),
  ...azureAccess,
  ...gcsAccess,
  ...s3Access,
})

const labels = { url: 'Input Data URL', endpoint: 'Endpoint', region: 'Region' }
const countRange = { least: 1, most: 100_000 }

export interface FileIteration {
  readonly place: FilePlace
  readonly pattern: string
  /** Undefined: no limit of its own. */
  readonly most: number | undefined
  readonly mapping: readonly { readonly variable: string; readonly attribute: Attribute }[]
}

/** What an iterator is asked for, and what is wrong with it, one sentence each. */
export function readIteration(parameters: Static<typeof properties>): {
  readonly iteration: FileIteration
  readonly faults: readonly string[]
} {
  const type = stated(parameters.inputDataType)
  const url = urlOf(parameters)
  const kind = storeKindOf(type)
  const isFolder = /^(local|file|folder)$/i.test(type)
  const settings = { url, endpoint: stated(parameters.endpoint), region: stated(parameters.region) }
  const place = {
    kind: kind ?? 'S3',
    settings: isFolder && !isLocal(url) ? { ...settings, url: `file:///${url}` } : settings,
    labels,
    credentials: credentialNames(parameters),
  } satisfies FilePlace
  const pattern = stated(parameters.filterRegex)
  const faults: string[] = []
  if (kind === undefined && !isFolder && !type.includes('${'))
    faults.push(
      `Input Data Type is "${type}"; files of S3, Azure Blob Storage, Google Cloud Storage and of the runner (Local) can be listed here`,
    )
  else faults.push(...filePlaceFaults(place))
  const wrong = pattern.includes('${') ? undefined : patternFault(pattern)
  if (wrong !== undefined) faults.push(`Filter Regex is not a regular expression: ${wrong}`)
  faults.push(...wholeNumberFault('Max Iterations', parameters.maxIterations || '1', countRange))
  const mapping = (Array.isArray(parameters.variables) ? (parameters.variables as string[][]) : []).map(
    ([variable = '', name = '']) => {
      const attribute = attributes.find((one) => one.toLowerCase() === name.trim().toLowerCase())
      if (attribute === undefined && !name.includes('${'))
        faults.push(`Variables: "${name}" is not known of a file; ${attributes.join(', ')} are`)
      return { variable, attribute: attribute ?? 'Filename' }
    },
  )
  const most = stated(parameters.maxIterations)
  return { iteration: { place, pattern, most: most === '' ? undefined : Number(most), mapping }, faults }
}

/** Files write the key with the number of its variant: `inputDataUrl1`. */
function urlOf(parameters: Readonly<Record<string, unknown>>): string {
  const key = Object.keys(parameters).find(
    (one) => /^inputDataUrl\d*$/.test(one) && stated(parameters[one]) !== '',
  )
  return key === undefined ? '' : stated(parameters[key])
}

export const declaration: ComponentProperties<typeof properties> = {
  types: ['file-iterator'],
  title: 'File Iterator',
  summary: 'Runs one component once for each file of a bucket or folder',
  properties,
  effects: 'none',
  validate: (parameters, { running }) => (running ? [] : readIteration(parameters as never).faults),
}
