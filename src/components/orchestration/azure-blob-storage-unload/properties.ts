import Type, { type Static } from 'typebox'
import { filePlaces, tablePlaces } from '../../common/asset-addresses.ts'
import type { FilePlace } from '../../common/file-load/file-place.ts'
import {
  azureAccess,
  credentialNames,
  stageProperties,
  stated,
} from '../../common/file-load/load-properties.ts'
import { unloadProperties } from '../../common/file-unload/unload-properties.ts'
import { readUnload } from '../../common/file-unload/unload-settings.ts'
import { text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...stageProperties,
  azureStorageLocation: text(
    'Azure Storage Location',
    "azure://account/container/folder, or file:///folder below the runner's folder of files",
  ),
  ...unloadProperties,
  ...azureAccess,
})

const labels = { url: 'Azure Storage Location', endpoint: 'Endpoint', region: 'Region' }

const placeOf = (parameters: Static<typeof properties>): FilePlace => ({
  kind: 'AZURE',
  settings: {
    url: stated(parameters.azureStorageLocation),
    endpoint: stated(parameters.endpoint),
    region: '',
  },
  labels,
  credentials: credentialNames(parameters),
  connection: stated(parameters.connection),
})

export const settingsOf = (parameters: Static<typeof properties>) =>
  readUnload(parameters, placeOf(parameters))

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
    writes: filePlaces(placeOf(parameters), stated(parameters.filePrefix) || 'data'),
  }),
}
