import Type, { type Static } from 'typebox'
import { filePlaces, tableWithColumns } from '../../common/asset-addresses.ts'
import { readingProperties } from '../../common/file-load/format-properties.ts'
import { azureAccess, loadProperties, stageProperties } from '../../common/file-load/load-properties.ts'
import { readLoad } from '../../common/file-load/load-settings.ts'
import { azure } from '../../common/file-load/store-places.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...stageProperties,
  ...azure.address,
  ...loadProperties,
  ...readingProperties,
  ...azureAccess,
})

export const settingsOf = (parameters: Static<typeof properties>) =>
  readLoad(parameters, azure.placeOf(parameters))

export const declaration: ComponentProperties<typeof properties> = {
  types: ['azure-blob-storage-load', 'azure-blob-load'],
  title: 'Azure Blob Storage Load',
  summary: 'Loads files of an Azure Blob Storage container into a table',
  properties,
  effects: 'outside',
  // The run itself checks all of it.
  validate: (parameters, { running }) => (running ? [] : settingsOf(parameters as never).faults),
  assets: (parameters) => ({
    reads: filePlaces(azure.placeOf(parameters)),
    writes: tableWithColumns(parameters, parameters.targetTable, parameters.loadColumns),
  }),
}
