import type { TString } from 'typebox'
import type { StoreKind } from '../object-stores/target.ts'
import { text } from '../properties.ts'
import type { FilePlace } from './file-place.ts'
import { credentialNames, stated } from './load-properties.ts'

/**
 * How the components of a store state where their files are: the property with the address, and the place
 * that it means.
 */
interface StatedStore<K extends string> {
  readonly address: Readonly<Record<K, TString>>
  readonly placeOf: (parameters: Readonly<Record<string, unknown>>) => FilePlace
}

function statedStore<K extends string>(kind: StoreKind, key: K, label: string, form: string): StatedStore<K> {
  const description = `${form}, or file:///folder below the runner's folder of files`
  return {
    address: { [key]: text(label, description) } as Record<K, TString>,
    placeOf: (parameters) => ({
      kind,
      settings: {
        url: stated(parameters[key]),
        endpoint: stated(parameters['endpoint']),
        region: kind === 'S3' ? stated(parameters['region']) : '',
      },
      labels: { url: label, endpoint: 'Endpoint', region: 'Region' },
      credentials: credentialNames(parameters),
      connection: stated(parameters['connection']),
    }),
  }
}

export const s3 = statedStore('S3', 's3ObjectPrefix', 'S3 Object Prefix', 's3://bucket/folder')

export const azure = statedStore(
  'AZURE',
  'azureStorageLocation',
  'Azure Storage Location',
  'azure://account/container/folder',
)

export const gcs = statedStore(
  'GCS',
  'googleStorageUrlLocation',
  'Google Storage URL Location',
  'gs://bucket/folder',
)
