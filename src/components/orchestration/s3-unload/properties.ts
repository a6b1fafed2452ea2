import Type, { type Static } from 'typebox'
import { filePlaces, tablePlaces } from '../../common/asset-addresses.ts'
import type { FilePlace } from '../../common/file-load/file-place.ts'
import { credentialNames, s3Access, stageProperties, stated } from '../../common/file-load/load-properties.ts'
import { unloadProperties } from '../../common/file-unload/unload-properties.ts'
import { readUnload } from '../../common/file-unload/unload-settings.ts'
import { text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...stageProperties,
  s3ObjectPrefix: text(
    'S3 Object Prefix',
    "s3://bucket/folder, or file:///folder below the runner's folder of files",
  ),
  encryption: Type.Optional(
    text('Encryption', 'None, SSE S3 or SSE KMS; the default of the bucket if omitted'),
  ),
  kmsKeyId: Type.Optional(text('KMS Key ID')),
  ...unloadProperties,
  ...s3Access,
})

const labels = { url: 'S3 Object Prefix', endpoint: 'Endpoint', region: 'Region' }

const placeOf = (parameters: Static<typeof properties>): FilePlace => ({
  kind: 'S3',
  settings: {
    url: stated(parameters.s3ObjectPrefix),
    endpoint: stated(parameters.endpoint),
    region: stated(parameters.region),
  },
  labels,
  credentials: credentialNames(parameters),
  connection: stated(parameters.connection),
})

export const settingsOf = (parameters: Static<typeof properties>) =>
  readUnload(parameters, placeOf(parameters))

export const declaration: ComponentProperties<typeof properties> = {
  types: ['s3-unload'],
  title: 'S3 Unload',
  summary: 'Writes the rows of a table into files of an S3 bucket',
  properties,
  effects: 'outside',
  // The run itself checks all of it.
  validate: (parameters, { running }) => (running ? [] : settingsOf(parameters as never).faults),
  assets: (parameters) => ({
    reads: tablePlaces(parameters, parameters.tableName || parameters.targetTable),
    writes: filePlaces(placeOf(parameters), stated(parameters.filePrefix) || 'data'),
  }),
}
