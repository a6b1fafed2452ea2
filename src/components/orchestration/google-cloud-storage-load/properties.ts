import Type, { type Static } from 'typebox'
import { filePlaces, tableWithColumns } from '../../common/asset-addresses.ts'
import type { FilePlace } from '../../common/file-load/file-place.ts'
import { readingProperties } from '../../common/file-load/format-properties.ts'
import {
  credentialNames,
  gcsAccess,
  loadProperties,
  stageProperties,
  stated,
} from '../../common/file-load/load-properties.ts'
import { readLoad } from '../../common/file-load/load-settings.ts'
import { text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...stageProperties,
  googleStorageUrlLocation: text(
    'Google Storage URL Location',
    "gs://bucket/folder, or file:///folder below the runner's folder of files",
  ),
  ...loadProperties,
  ...readingProperties,
  ...gcsAccess,
})

const labels = { url: 'Google Storage URL Location', endpoint: 'Endpoint', region: 'Region' }

const placeOf = (parameters: Static<typeof properties>): FilePlace => ({
  kind: 'GCS',
  settings: {
    url: stated(parameters.googleStorageUrlLocation),
    endpoint: stated(parameters.endpoint),
    region: '',
  },
  labels,
  credentials: credentialNames(parameters),
  connection: stated(parameters.connection),
})

export const settingsOf = (parameters: Static<typeof properties>) => readLoad(parameters, placeOf(parameters))

export const declaration: ComponentProperties<typeof properties> = {
  types: ['google-cloud-storage-load', 'gcs-load'],
  title: 'Google Cloud Storage Load',
  summary: 'Loads files of a Google Cloud Storage bucket into a table',
  properties,
  effects: 'outside',
  // The run itself checks all of it.
  validate: (parameters, { running }) => (running ? [] : settingsOf(parameters as never).faults),
  assets: (parameters) => ({
    reads: filePlaces(placeOf(parameters)),
    writes: tableWithColumns(parameters, parameters.targetTable, parameters.loadColumns),
  }),
}
