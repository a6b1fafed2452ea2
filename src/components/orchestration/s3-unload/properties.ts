import Type, { type Static } from 'typebox'
import { filePlaces, tablePlaces } from '../../common/asset-addresses.ts'
import { s3Access, stageProperties, stated } from '../../common/file-load/load-properties.ts'
import { s3 } from '../../common/file-load/store-places.ts'
import { unloadProperties } from '../../common/file-unload/unload-properties.ts'
import { readUnload } from '../../common/file-unload/unload-settings.ts'
import { text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...stageProperties,
  ...s3.address,
  encryption: Type.Optional(
    text('Encryption', 'None, SSE S3 or SSE KMS; the default of the bucket if omitted'),
  ),
  kmsKeyId: Type.Optional(text('KMS Key ID')),
  ...unloadProperties,
  ...s3Access,
})

export const settingsOf = (parameters: Static<typeof properties>) =>
  readUnload(parameters, s3.placeOf(parameters))

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
    writes: filePlaces(s3.placeOf(parameters), stated(parameters.filePrefix) || 'data'),
  }),
}
