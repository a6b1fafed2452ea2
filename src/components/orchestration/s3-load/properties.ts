import Type, { type Static } from 'typebox'
import { filePlaces, tableWithColumns } from '../../common/asset-addresses.ts'
import { readingProperties } from '../../common/file-load/format-properties.ts'
import { loadProperties, s3Access, stageProperties } from '../../common/file-load/load-properties.ts'
import { readLoad } from '../../common/file-load/load-settings.ts'
import { s3 } from '../../common/file-load/store-places.ts'
import { text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...stageProperties,
  ...s3.address,
  encryption: Type.Optional(text('Encryption', 'Encryption of the files; S3 decrypts what it encrypted')),
  ...loadProperties,
  ...readingProperties,
  ...s3Access,
})

export const settingsOf = (parameters: Static<typeof properties>) =>
  readLoad(parameters, s3.placeOf(parameters))

export const declaration: ComponentProperties<typeof properties> = {
  types: ['s3-load'],
  title: 'S3 Load',
  summary: 'Loads files of an S3 bucket into a table',
  properties,
  effects: 'outside',
  // The run itself checks all of it.
  validate: (parameters, { running }) => (running ? [] : settingsOf(parameters as never).faults),
  assets: (parameters) => ({
    reads: filePlaces(s3.placeOf(parameters)),
    writes: tableWithColumns(parameters, parameters.targetTable, parameters.loadColumns),
  }),
}
