import { expect, test } from 'vitest'
import { assetIdOf, datasetAt, kindOfDataset, tableDataset } from './datasets.ts'

const place = { project: 'p1', environment: 'Prod' }
const at = (address: string) => {
  const found = datasetAt(address, place)
  return found && `${found.namespace} | ${found.name}`
}

test('addresses of stores, files and endpoints are named as OpenLineage names them', () => {
  expect(at('s3://orders/raw/2026.csv')).toBe('s3://orders | raw/2026.csv')
  expect(at('s3://orders')).toBe('s3://orders | /')
  expect(at('gs://orders/raw/')).toBe('gs://orders | raw')
  expect(at('azure://acme/landing/a.csv')).toBe('wasbs://landing@acme.blob.core.windows.net | a.csv')
  expect(at('abfss://landing@acme.dfs.core.windows.net/a')).toBe(
    'wasbs://landing@acme.blob.core.windows.net | a',
  )
  expect(at('file:///in/orders.csv')).toBe('file://p1/Prod | in/orders.csv')
  expect(at('sftp://me:secret@files.example/in')).toBe('sftp://files.example | in')
  expect(at('orders.csv')).toBeUndefined()
})

test('nothing secret of an address of the web is kept', () => {
  expect(at('https://me:hush@api.example/v1/orders?key=1')).toBe('https://api.example | v1/orders')
  expect(at('https://hooks.example/services/T0001/B0002/aB3dE5gH7jK9mN1pQ3sT5vW7')).toBe(
    'https://hooks.example | services/T0001/B0002/*',
  )
  expect(at('https://api.example/bot110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/send')).toBe(
    'https://api.example | */send',
  )
})

test('tables have the parts that their database has, and its defaults', () => {
  const postgres = {
    namespace: 'postgres://db:5432',
    dialect: 'postgres',
    database: 'dwh',
    schema: 'public',
  } as const
  const nameIn = (...[on, table]: Parameters<typeof tableDataset>) => tableDataset(on, table).name
  expect(nameIn(postgres, { table: 'Orders' })).toBe('dwh.public.Orders')
  expect(nameIn(postgres, { database: 'DWH', schema: 's', table: 'o' })).toBe('dwh.s.o')
  const mapped = { ...postgres, names: [{ name: 'RAW', schema: 'landing' }] }
  expect(nameIn(mapped, { database: 'raw', table: 'o' })).toBe('dwh.landing.o')
  const duckdb = { namespace: 'duckdb://p1/Prod', dialect: 'duckdb', schema: 'main' } as const
  expect(nameIn(duckdb, { table: 'Orders' })).toBe('main.orders')
  const mysql = { namespace: 'mysql://db:3306', dialect: 'mysql', database: 'shop' } as const
  expect(nameIn(mysql, { table: 'Orders' })).toBe('shop.Orders')
  expect(nameIn(mysql, { schema: 'other', table: 'o' })).toBe('other.o')
})

test('an asset has the id that its name gives it, and its kind', () => {
  const dataset = { namespace: 'postgres://db:5432', name: 'dwh.public.orders' }
  expect(assetIdOf(dataset)).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  expect(assetIdOf(dataset)).not.toBe(assetIdOf({ ...dataset, name: 'dwh.public.order' }))
  expect(
    [dataset, { namespace: 's3://b', name: 'k' }, { namespace: 'https://x', name: '/' }].map(kindOfDataset),
  ).toEqual(['TABLE', 'OBJECT', 'API'])
})
