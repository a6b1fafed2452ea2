import Type, { type Static } from 'typebox'
import { filePlaces, tablePlaces } from '../../common/asset-addresses.ts'
import { azureAccess, stageProperties, stated } from '../../common/file-load/load-properties.ts'
import { azure } from '../../common/file-load/store-places.ts'
import { unloadProperties } from '../../common/file-unload/unload-properties.ts'
import { readUnload } from '../../common/file-unload/unload-settings.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...stageProperties,
  ...azure.address,
  ...unloadProperties,
  ...azureAccess,
})

export const settingsOf = (parameters: Static<typeof properties>) =>
  readUnload(parameters, azure.placeOf(parameters))

export const declaration: ComponentProperties<typeof properties> = {
  types: ['azure-blob-storage-unload', 'azure-blob-unload'],
  title: 'Azure Blob Storage Unload',
  summary: 'Writes the rows of a table into files of an Azure Blob Storage container',
  properties,
  effects: 'outside',
  // The run itself checks all of it.
  validate: (parameters, { running }) => (running ? [] : settingsOf(parameters as never).faults),
  assets: (parameters) => ({
    reads: tablePlaces(parameters, parameters.tableName || parameters.targetTable),
    writes: filePlaces(azure.placeOf(parameters), stated(parameters.filePrefix) || 'data'),
  }),
}
