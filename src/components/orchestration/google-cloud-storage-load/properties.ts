import Type, { type Static } from 'typebox'
import { filePlaces, tableWithColumns } from '../../common/asset-addresses.ts'
import { readingProperties } from '../../common/file-load/format-properties.ts'
import { gcsAccess, loadProperties, stageProperties } from '../../common/file-load/load-properties.ts'
import { readLoad } from '../../common/file-load/load-settings.ts'
import { gcs } from '../../common/file-load/store-places.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...stageProperties,
  ...gcs.address,
  ...loadProperties,
  ...readingProperties,
  ...gcsAccess,
})

export const settingsOf = (parameters: Static<typeof properties>) =>
  readLoad(parameters, gcs.placeOf(parameters))

export const declaration: ComponentProperties<typeof properties> = {
  types: ['google-cloud-storage-load', 'gcs-load'],
  title: 'Google Cloud Storage Load',
  summary: 'Loads files of a Google Cloud Storage bucket into a table',
  properties,
  effects: 'outside',
  // The run itself checks all of it.
  validate: (parameters, { running }) => (running ? [] : settingsOf(parameters as never).faults),
  assets: (parameters) => ({
    reads: filePlaces(gcs.placeOf(parameters)),
    writes: tableWithColumns(parameters, parameters.targetTable, parameters.loadColumns),
  }),
}
