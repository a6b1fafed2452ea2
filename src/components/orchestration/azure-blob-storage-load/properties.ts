import Type, { type Static } from 'typebox'
import { filePlaces, tableWithColumns } from '../../common/asset-addresses.ts'
import type { FilePlace } from '../../common/file-load/file-place.ts'
import { readingProperties } from '../../common/file-load/format-properties.ts'
import {
  azureAccess,
  credentialNames,
  loadProperties,
  stageProperties,
  stated,
} from '../../common/file-load/load-properties.ts'
import { readLoad } from '../../common/file-load/load-settings.ts'
import { text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...stageProperties,
  azureStorageLocation: text(
    'Azure Storage Location',
    "azure://account/container/folder, or file:///folder below the runner's folder of files",
  ),
  ...loadProperties,
  ...readingProperties,
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

export const settingsOf = (parameters: Static<typeof properties>) => readLoad(parameters, placeOf(parameters))

export const declaration: ComponentProperties<typeof properties> = {
  types: ['azure-blob-storage-load', 'azure-blob-load'],
  title: 'Azure Blob Storage Load',
  summary: 'Loads files of an Azure Blob Storage container into a table',
  properties,
  effects: 'outside',
  // The run itself checks all of it.
  validate: (parameters, { running }) => (running ? [] : settingsOf(parameters as never).faults),
  assets: (parameters) => ({
    reads: filePlaces(placeOf(parameters)),
    writes: tableWithColumns(parameters, parameters.targetTable, parameters.loadColumns),
  }),
}
