import Type from 'typebox'
import type { Parameters } from '../../../pipeline/model.ts'
import { filePlaces, tablePlaces } from '../../common/asset-addresses.ts'
import { dataSelectionProperties, dataTargetProperties } from '../../common/data-source-properties.ts'
import { type FilePlace, placeOfKind, variantOf } from '../../common/file-load/file-place.ts'
import { azureAccess, gcsAccess, s3Access } from '../../common/file-load/load-properties.ts'
import { choice, text } from '../../common/properties.ts'
import { sheetProperties } from '../../common/spreadsheets/sheet-properties.ts'
import { type SheetQuery, sheetQueryOf } from '../../common/spreadsheets/sheet-query.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'

const { targetTable: _, ...targetProperties } = dataTargetProperties

const properties = Type.Object({
  ...placeProperties,
  basicAdvancedMode: Type.Optional(choice('Basic/Advanced Mode', ['Basic', 'Advanced'])),
  storageType: text('Storage Type', 'Amazon S3 Storage, Azure Blob Storage, Google Cloud Storage or Local'),
  storageUrl: Type.Optional(
    text(
      'Storage URL',
      's3://bucket/file.xlsx, azure://account/container/file.xlsx, gs://bucket/file.xlsx or file:///file.xlsx',
    ),
  ),
  ...sheetProperties,
  ...dataSelectionProperties,
  targetTable: Type.Optional(text('Target Table', 'Required; files for Redshift call it targetTable1')),
  ...targetProperties,
  ...azureAccess,
  ...gcsAccess,
  ...s3Access,
})

const labels = {
  kind: 'Storage Type ("storageType")',
  url: 'Storage URL ("storageUrl")',
  endpoint: 'Endpoint',
  region: 'Region',
}

export interface ExcelQuery {
  readonly place: FilePlace
  readonly query: SheetQuery
  /** With the target under its plain names. */
  readonly parameters: Parameters
}

/** What the step is asked for, and what is wrong with it, one sentence each. */
export function readQuery(given: Parameters): {
  readonly asked: ExcelQuery
  readonly faults: readonly string[]
} {
  const parameters = {
    ...given,
    targetTable: variantOf(given, 'targetTable'),
    schema: variantOf(given, 'schema'),
  }
  const where = { kind: variantOf(given, 'storageType'), url: variantOf(given, 'storageUrl') }
  const { place, faults: wrongPlace } = placeOfKind(given, where, labels)
  const { query, faults: wrongQuery } = sheetQueryOf(given)
  const faults = [...wrongPlace, ...wrongQuery]
  if (parameters.targetTable === '') faults.push('Target Table ("targetTable") is missing')
  return { asked: { place, query, parameters }, faults }
}

export const declaration: ComponentProperties<typeof properties> = {
  types: ['excel-query'],
  title: 'Excel Query',
  summary: 'Reads a sheet of an Excel workbook into a table',
  properties,
  effects: 'outside',
  // The run itself checks all of it.
  validate: (parameters, { running }) => (running ? [] : readQuery(parameters).faults),
  assets: (given) => {
    const { place, parameters } = readQuery(given as Parameters).asked
    return { reads: filePlaces(place), writes: tablePlaces(parameters as never, parameters.targetTable) }
  },
}
