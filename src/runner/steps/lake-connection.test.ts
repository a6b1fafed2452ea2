import { expect, test } from 'vitest'
import { icebergCatalogOf, lakeFormats } from './lake-connection.ts'

const inS3 = { bucket: 'data', region: 'eu-central-1', accessKeyId: 'a', secretAccessKey: 'b' }
const named = {
  ...inS3,
  icebergCatalogUrl: 'https://catalog.example.com/api/',
  icebergCatalogWarehouse: 'sales',
  icebergCatalogFiles: '/warehouse/',
}

test.each([
  [{}, undefined],
  [{ icebergCatalogToken: 't' }, { token: 't' }],
  [
    { icebergCatalogClientId: 'c', icebergCatalogClientSecret: 's' },
    { clientId: 'c', clientSecret: 's', tokenUrl: 'https://catalog.example.com/api/v1/oauth/tokens' },
  ],
  [
    {
      icebergCatalogClientId: 'c',
      icebergCatalogClientSecret: 's',
      icebergCatalogTokenUrl: 'https://id.example.com',
    },
    { clientId: 'c', clientSecret: 's', tokenUrl: 'https://id.example.com' },
  ],
])('an Iceberg catalog is reached with what the connection names: %j', (given, credentials) => {
  expect(icebergCatalogOf('ACCESS_KEY', { ...named, ...given })).toEqual({
    url: 'https://catalog.example.com/api/',
    warehouse: 'sales',
    files: 's3://data/warehouse/',
    credentials,
  })
})

test('what a connection lacks for its Iceberg catalog is listed as a whole', () => {
  const lacking = { ...inS3, icebergCatalogUrl: named.icebergCatalogUrl, icebergCatalogClientId: 'c' }
  expect(() => icebergCatalogOf('ACCESS_KEY', lacking)).toThrow(
    'With icebergCatalogUrl the connection also needs icebergCatalogWarehouse, icebergCatalogFiles, icebergCatalogClientSecret',
  )
})

test('a connection that names an Iceberg catalog reads the format too; others have no catalog', () => {
  expect(icebergCatalogOf('ACCESS_KEY', inS3)).toBeUndefined()
  expect(icebergCatalogOf('FOLDER', named)).toBeUndefined()
  expect(lakeFormats(named)).toEqual(['iceberg'])
  expect(lakeFormats({ ...inS3, delta: true })).toEqual(['delta'])
})
