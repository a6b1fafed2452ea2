import Type, { type Static } from 'typebox'
import { filePlaces } from '../../common/asset-addresses.ts'
import { type FilePlace, placeOfKind, variantOf } from '../../common/file-load/file-place.ts'
import { azureAccess, gcsAccess, s3Access, stated } from '../../common/file-load/load-properties.ts'
import { patternFault } from '../../common/file-load/match-files.ts'
import { iteratorProperties } from '../../common/iterator-properties.ts'
import { wholeNumberFault } from '../../common/numbers.ts'
import { rows, text, yesNo } from '../../common/properties.ts'
import { sftpAccess } from '../../common/sftp/sftp-place.ts'
import type { ComponentProperties } from '../../component.ts'

/** What variables may be given of each file. */
export const attributes = ['Base Folder', 'Subfolder', 'Filename', 'Last Modified'] as const
export type Attribute = (typeof attributes)[number]

const properties = Type.Object({
  ...iteratorProperties,
  inputDataType: text('Input Data Type', 'S3, Azure Blob Storage, Google Cloud Storage, SFTP or Local'),
  inputDataUrl: Type.Optional(
    text(
      'Input Data URL',
      's3://bucket/folder, azure://account/container/folder, gs://bucket/folder, file:///folder, or sftp with host and folder',
    ),
  ),
  filterRegex: Type.Optional(
    text('Filter Regex', 'Matches the whole path of a file below the bucket or the URL'),
  ),
  recursive: Type.Optional(yesNo('Recursive')),
  maxRecursionDepth: Type.Optional(
    text('Max Recursion Depth', 'How many levels of folders are searched; all by default'),
  ),
  ignoreHidden: Type.Optional(yesNo('Ignore Hidden')),
  maxIterations: Type.Optional(text('Max Iterations', 'Further files are left out')),
  variables: rows('Variables', 'scalar variable', `one of ${attributes.join(', ')}`),
  ...azureAccess,
  ...gcsAccess,
  ...s3Access,
  ...sftpAccess,
  connection: Type.Optional(
    text(
      'Connection',
      'Name of a connection of the project to an object store or an SFTP server; it provides the credentials',
    ),
  ),
})

const labels = { kind: 'Input Data Type', url: 'Input Data URL', endpoint: 'Endpoint', region: 'Region' }
const countRange = { least: 1, most: 100_000 }
const depthRange = { least: 0, most: 32 }

export interface FileIteration {
  readonly place: FilePlace
  readonly pattern: string
  /** Undefined: no limit of its own. */
  readonly most: number | undefined
  /** How many levels of folders are looked into; undefined: all. */
  readonly depth: number | undefined
  readonly ignoresHidden: boolean
  readonly mapping: readonly { readonly variable: string; readonly attribute: Attribute }[]
}

/** What an iterator is asked for, and what is wrong with it, one sentence each. */
export function readIteration(parameters: Static<typeof properties>): {
  readonly iteration: FileIteration
  readonly faults: readonly string[]
} {
  const { place, faults: wrongPlace } = placeOfKind(
    parameters,
    { kind: stated(parameters.inputDataType), url: variantOf(parameters, 'inputDataUrl'), readsSftp: true },
    labels,
  )
  const pattern = stated(parameters.filterRegex)
  const faults: string[] = [...wrongPlace]
  const wrong = pattern.includes('${') ? undefined : patternFault(pattern)
  if (wrong !== undefined) faults.push(`Filter Regex is not a regular expression: ${wrong}`)
  faults.push(...wholeNumberFault('Max Iterations', parameters.maxIterations || '1', countRange))
  const mapping = (Array.isArray(parameters.variables) ? (parameters.variables as string[][]) : []).map(
    ([variable = '', name = '']) => {
      const attribute = attributes.find((one) => one.toLowerCase() === name.trim().toLowerCase())
      if (attribute === undefined && !name.includes('${'))
        faults.push(`Variables: "${name}" is not an attribute of files, which are ${attributes.join(', ')}`)
      return { variable, attribute: attribute ?? 'Filename' }
    },
  )
  faults.push(...wholeNumberFault('Max Recursion Depth', parameters.maxRecursionDepth || '1', depthRange))
  const most = stated(parameters.maxIterations)
  const depth = depthOf(parameters)
  return {
    iteration: {
      place: place.sftp === undefined ? place : { ...place, sftp: { ...place.sftp, depth } },
      pattern,
      most: most === '' ? undefined : Number(most),
      depth,
      ignoresHidden: parameters.ignoreHidden === 'Yes',
      mapping,
    },
    faults,
  }
}

function depthOf({ recursive, maxRecursionDepth }: Static<typeof properties>): number | undefined {
  if (recursive === 'No') return 0
  const stated = maxRecursionDepth ?? ''
  return stated === '' ? undefined : Number(stated)
}

export const declaration: ComponentProperties<typeof properties> = {
  types: ['file-iterator'],
  title: 'File Iterator',
  summary: 'Runs one component once for each file of a bucket or folder',
  properties,
  effects: 'none',
  validate: (parameters, { running }) => (running ? [] : readIteration(parameters as never).faults),
  assets: (parameters) => ({ reads: filePlaces(readIteration(parameters as never).iteration.place) }),
}
