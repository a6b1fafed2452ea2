import Type, { type Static } from 'typebox'
import { filePlaces, tablePlaces } from '../../common/asset-addresses.ts'
import type { FilePlace } from '../../common/file-load/file-place.ts'
import {
  credentialNames,
  gcsAccess,
  stageProperties,
  stated,
} from '../../common/file-load/load-properties.ts'
import { unloadProperties } from '../../common/file-unload/unload-properties.ts'
import { readUnload } from '../../common/file-unload/unload-settings.ts'
import { text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...stageProperties,
  googleStorageUrlLocation: text(
    'Google Storage URL Location',
    "gs://bucket/folder, or file:///folder below the runner's folder of files",
  ),
  ...unloadProperties,
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

export const settingsOf = (parameters: Static<typeof properties>) =>
  readUnload(parameters, placeOf(parameters))

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
    writes: filePlaces(placeOf(parameters), stated(parameters.filePrefix) || 'data'),
  }),
}
