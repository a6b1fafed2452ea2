import Type, { type Static } from 'typebox'
import { filePlaces, tableWithColumns } from '../../common/asset-addresses.ts'
import type { FilePlace } from '../../common/file-load/file-place.ts'
import { readingProperties } from '../../common/file-load/format-properties.ts'
import {
  credentialNames,
  loadProperties,
  s3Access,
  stageProperties,
  stated,
} from '../../common/file-load/load-properties.ts'
import { readLoad } from '../../common/file-load/load-settings.ts'
import { text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...stageProperties,
  s3ObjectPrefix: text(
    'S3 Object Prefix',
    "s3://bucket/folder, or file:///folder below the runner's folder of files",
  ),
  encryption: Type.Optional(text('Encryption', 'Encryption of the files; S3 decrypts what it encrypted')),
  ...loadProperties,
  ...readingProperties,
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

export const settingsOf = (parameters: Static<typeof properties>) => readLoad(parameters, placeOf(parameters))

export const declaration: ComponentProperties<typeof properties> = {
  types: ['s3-load'],
  title: 'S3 Load',
  summary: 'Loads files of an S3 bucket into a table',
  properties,
  effects: 'outside',
  // The run itself checks all of it.
  validate: (parameters, { running }) => (running ? [] : settingsOf(parameters as never).faults),
  assets: (parameters) => ({
    reads: filePlaces(placeOf(parameters)),
    writes: tableWithColumns(parameters, parameters.targetTable, parameters.loadColumns),
  }),
}
