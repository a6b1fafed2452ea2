import Type, { type Static } from 'typebox'
import { filePlaces, tablePlaces } from '../../common/asset-addresses.ts'
import { gcsAccess, stageProperties, stated } from '../../common/file-load/load-properties.ts'
import { gcs } from '../../common/file-load/store-places.ts'
import { unloadProperties } from '../../common/file-unload/unload-properties.ts'
import { readUnload } from '../../common/file-unload/unload-settings.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...stageProperties,
  ...gcs.address,
  ...unloadProperties,
  ...gcsAccess,
})

export const settingsOf = (parameters: Static<typeof properties>) =>
  readUnload(parameters, gcs.placeOf(parameters))

export const declaration: ComponentProperties<typeof properties> = {
  types: ['google-cloud-storage-unload', 'gcs-unload'],
  title: 'Google Cloud Storage Unload',
  summary: 'Writes the rows of a table into files of a Google Cloud Storage bucket',
  properties,
  effects: 'outside',
  // The run itself checks all of it.
  validate: (parameters, { running }) => (running ? [] : settingsOf(parameters as never).faults),
  assets: (parameters) => ({
    reads: tablePlaces(parameters, parameters.tableName || parameters.targetTable),
    writes: filePlaces(gcs.placeOf(parameters), stated(parameters.filePrefix) || 'data'),
  }),
}
