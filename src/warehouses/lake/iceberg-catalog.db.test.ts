import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type IcebergCatalogOfTests,
  icebergTableAt,
  startIcebergCatalog,
} from '../../../test/support/iceberg-catalog.ts'
import { startS3 } from '../../../test/support/object-stores/s3.ts'
import { dropLake, lakeExtensions, newLake, warehousesOfTests } from '../conformance/databases.ts'
import type { LakeConnection } from '../connection.ts'
import { createWarehouses, type Warehouses } from '../open.ts'
import type { IcebergCatalog } from './iceberg-catalog.ts'

const never = { signal: new AbortController().signal }
const keys = { region: 'eu-central-1', accessKeyId: 'AKIALAKE', secretAccessKey: 'a secret of the store' }
const PLACE = 's3://lake/tables/warehouse/orders'
const FIRST_SNAPSHOT = '7675594982357613909'

describe.skipIf(lakeExtensions === undefined)('a lake with a catalog of Iceberg tables', () => {
  let folder: string
  let s3: Awaited<ReturnType<typeof startS3>>
  let lake: LakeConnection
  let warehouses: Warehouses
  let catalog: IcebergCatalogOfTests
  let place: string

  const textOf = (key: string) => String(s3.objects.get(key)?.body)
  const start = (handed: Readonly<Record<string, string>> = {}) =>
    startIcebergCatalog({
      metadata: () => textOf(`${place.slice('s3://lake/'.length)}/metadata/v1.metadata.json`),
      token: 'hush-token',
      client: { id: 'etl', secret: 'hush-client' },
      handed,
    })

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'lake-')))
    s3 = await startS3({ bucket: 'lake', ...keys })
    place = PLACE
    for (const at of [PLACE, PLACE.replace('tables', 'others')])
      for (const [key, body] of await icebergTableAt(at))
        s3.objects.set(`${at.slice('s3://lake/'.length)}${key}`, { body, headers: {} })
    const store = { kind: 'S3' as const, ...keys, endpoint: s3.origin }
    lake = { ...newLake(folder), dataPath: 's3://lake/own/', store, formats: ['iceberg'] }
    warehouses = warehousesOfTests()
    catalog = await start()
  })
  afterEach(async () => {
    await warehouses.close()
    await dropLake(lake)
    await catalog[Symbol.asyncDispose]()
    await s3.close()
    await rm(folder, { recursive: true })
  })

  const open = (given: Partial<IcebergCatalog> = {}, more: Partial<LakeConnection> = {}) =>
    warehouses.open({
      ...lake,
      icebergCatalog: {
        url: catalog.url,
        warehouse: 'sales',
        credentials: { token: 'hush-token' },
        files: 's3://lake/tables/',
        ...given,
      },
      ...more,
    })
  const rowsOf = async (warehouse: Awaited<ReturnType<typeof open>>, sql: string) =>
    (await Array.fromAsync((await warehouse.query(sql, never)).batches)).flat()

  test('its tables are read, joined with those of the lake, and read as they were', async () => {
    const warehouse = await open()
    const all = 'select * from iceberg.shop.orders order by id'
    expect(await rowsOf(warehouse, all)).toEqual([
      ['1', 'a'],
      ['3', 'c'],
      ['4', 'd'],
    ])
    await warehouse.execute('create table t as select id from iceberg.shop.orders where id > 1', never)
    const joined = 'select o.name from t join iceberg.shop.orders o using (id) order by id'
    expect(await rowsOf(warehouse, joined)).toEqual([['c'], ['d']])
    const listed = `select table_schema, table_name from information_schema.tables where table_catalog = 'iceberg'`
    expect(await rowsOf(warehouse, listed)).toEqual([['shop', 'orders']])
    const first = `select count(*) from iceberg.shop.orders at (version => ${FIRST_SNAPSHOT})`
    expect(Number((await rowsOf(warehouse, first))[0]?.[0])).toBeGreaterThan(0)
  })

  test('a client fetches its token', async () => {
    const client = {
      clientId: 'etl',
      clientSecret: 'hush-client',
      tokenUrl: `${catalog.url}/v1/oauth/tokens`,
    }
    const warehouse = await open({ credentials: client })
    expect(await rowsOf(warehouse, 'select count(*) from iceberg.shop.orders')).toEqual([['3']])
    expect(catalog.asked[0]).toBe('POST /v1/oauth/tokens')
  })

  test('it is only read, and what it hands out leads nowhere', async () => {
    await using other = await start({
      's3.access-key-id': 'OTHER',
      's3.secret-access-key': 'other',
      's3.endpoint': 'http://127.0.0.1:9',
    })
    const warehouse = await open({ url: other.url })
    expect(await rowsOf(warehouse, 'select count(*) from iceberg.shop.orders')).toEqual([['3']])
    for (const sql of [
      "insert into iceberg.shop.orders values (9, 'x')",
      'delete from iceberg.shop.orders',
      'create table iceberg.shop.mine as select 1 as a',
      'drop table iceberg.shop.orders',
      'detach iceberg',
      "attach 'other' as more (type iceberg, endpoint 'http://127.0.0.1:9')",
      "call set_iceberg_table_properties('iceberg.shop.orders', {'a': 'b'})",
      "call remove_iceberg_table_properties('iceberg.shop.orders', ['a'])",
      "create secret mine (type iceberg, token 'x')",
    ])
      await expect(warehouse.execute(sql, never), sql).rejects.toThrow(
        /read-only|cannot be (attached|detached)|not available in a lake|beyond it/,
      )
    expect(other.asked.filter((one) => !one.startsWith('GET '))).toEqual([])
    const secrets = JSON.stringify(await rowsOf(warehouse, 'from duckdb_secrets()'))
    expect(secrets).not.toMatch(/hush|a secret of the store/)
    expect(JSON.stringify(await rowsOf(warehouse, 'from duckdb_databases()'))).not.toMatch(/hush/)
  })

  test('files beyond what the connection grants are not read, wherever the catalog says that they are', async () => {
    place = PLACE.replace('tables', 'others')
    s3.calls.length = 0
    await expect(rowsOf(await open(), 'select * from iceberg.shop.orders')).rejects.toThrow(
      /disabled by configuration/,
    )
    expect(s3.calls.filter((call) => call.includes('others'))).toEqual([])
  })

  test('what is wrong is said, and the address policy holds', async () => {
    const failing = (given: Partial<IcebergCatalog>, more: Partial<LakeConnection> = {}) =>
      open(given, more).then((warehouse) => warehouse.execute('select 1', never))
    await expect(failing({ credentials: { token: 'hush-wrong' } })).rejects.toThrow(
      /^The lake of the catalog .* cannot be opened: .*(401|Unauthorized)/s,
    )
    await expect(failing({ warehouse: 'gone' })).rejects.toThrow(/cannot be opened: .*(404|NoSuchWarehouse)/s)
    await expect(failing({}, { databases: [{ name: 'Iceberg', database: 'other' }] })).rejects.toThrow(
      /give the other database of that name another one/,
    )
    await expect(failing({ url: 'http://169.254.169.254' })).rejects.toThrow(/must not reach/)
    const guarded = createWarehouses({ allowPrivateAddresses: false, duckdbExtensions: lakeExtensions })
    const strict = await guarded.open(lake)
    await expect(strict.execute('select 1', never)).rejects.toThrow(/private address/)
    await guarded.close()
  })
})
