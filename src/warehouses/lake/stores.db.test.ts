import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  ACCOUNT,
  ACCOUNT_KEY,
  hasAzurite,
  startAzurite,
} from '../../../test/support/object-stores/azurite.ts'
import { startS3 } from '../../../test/support/object-stores/s3.ts'
import { dropLake, lakeExtensions, newLake, warehousesOfTests } from '../conformance/databases.ts'
import type { LakeConnection } from '../connection.ts'
import { createWarehouses, type Warehouses } from '../open.ts'
import type { Warehouse } from '../warehouse.ts'

const never = { signal: new AbortController().signal }
if (lakeExtensions !== undefined && !hasAzurite)
  console.warn('Azurite is not installed: no lake in Azure is tested (npm run warehouses -- azurite)')

describe.skipIf(lakeExtensions === undefined)('the object store of a lake', () => {
  let folder: string
  let lake: LakeConnection
  let warehouses: Warehouses

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lake-'))
    lake = newLake(folder)
    warehouses = warehousesOfTests()
  })
  afterEach(async () => {
    await warehouses.close()
    await dropLake(lake)
    await rm(folder, { recursive: true })
  })

  const rowsOf = async (warehouse: Warehouse, sql: string) =>
    (await Array.fromAsync((await warehouse.query(sql, never)).batches)).flat()

  /** Tables are written, changed and read, and SQL reaches nothing but what is below the prefix. */
  async function expectLakeIn(warehouse: Warehouse, place: string, secret: string): Promise<void> {
    await warehouse.execute('create table t as select range as n from range(1000)', never)
    await warehouse.execute('update t set n = n + 1 where n < 10', never)
    expect(await rowsOf(warehouse, 'select sum(n), count(*) from t')).toEqual([['499510', '1000']])
    await warehouse.execute(`copy (select 1 as one) to '${place}/tables/one.parquet'`, never)
    expect(await rowsOf(warehouse, `from '${place}/tables/one.parquet'`)).toEqual([['1']])
    for (const path of [`${place}/others/x.parquet`, `${place}2/tables/one.parquet`])
      await expect(warehouse.execute(`from '${path}'`, never)).rejects.toThrow(/disabled by configuration/)
    expect(JSON.stringify(await rowsOf(warehouse, 'from duckdb_secrets()'))).not.toContain(secret)
  }

  /** A DuckDB file moves into the lake, whose files are in the store then, and nowhere else. */
  async function expectMoveInto(
    stored: LakeConnection,
    names: () => Promise<readonly string[]>,
  ): Promise<void> {
    const file = { type: 'DUCKDB', path: join(folder, 'development.duckdb') } as const
    const inFile = await warehouses.open(file)
    await inFile.execute(
      `create table kept as select range as n, 'ü ' || range as text from range(200_000);
       create view few as select n from kept where n < 3`,
      never,
    )
    const before = await names()
    const moved = await warehouses.copyToLake(file, stored, {
      ...never,
      onProgress: () => undefined,
      beforeCommit: async () => undefined,
    })
    expect(moved).toMatchObject({ tablesTotal: 1, rows: 200_000, views: 1, notKept: [] })
    const inLake = await warehouses.open(stored)
    expect(await rowsOf(inLake, 'select count(*), sum(n), max(text) from kept')).toEqual([
      ['200000', '19999900000', 'ü 99999'],
    ])
    expect(await rowsOf(inLake, 'select count(*) from few')).toEqual([['3']])
    const added = (await names()).filter((name) => !before.includes(name))
    expect(added.length).toBeGreaterThan(0)
    expect(added.filter((name) => !name.startsWith('tables/'))).toEqual([])
  }

  test('may be S3, and a file moves there', { timeout: 60_000 }, async () => {
    const keys = { accessKeyId: 'AKIDLAKE', secretAccessKey: 'a secret of the store' }
    const server = await startS3({ bucket: 'lake', region: 'us-east-1', ...keys })
    try {
      const store = { kind: 'S3' as const, ...keys, region: 'us-east-1', endpoint: server.origin }
      const stored = { ...lake, dataPath: 's3://lake/tables/', store }
      await expectLakeIn(await warehouses.open(stored), 's3://lake', keys.secretAccessKey)
      await expectMoveInto(stored, async () => [...server.objects.keys()])
    } finally {
      await server.close()
    }
  })

  test('may be Google Cloud Storage, by an HMAC key', { timeout: 60_000 }, async () => {
    const keys = { accessKeyId: 'GOOG1LAKE', secretAccessKey: 'a secret of the store' }
    const server = await startS3({ bucket: 'lake', region: 'auto', ...keys })
    try {
      const store = { kind: 'GCS' as const, ...keys, endpoint: server.origin }
      const stored = { ...lake, dataPath: 'gs://lake/tables/', store }
      const warehouse = await warehouses.open(stored)
      await expectLakeIn(warehouse, 'gs://lake', keys.secretAccessKey)
      const names = [...server.objects.keys()]
      expect(names.length).toBeGreaterThan(1)
      expect(names.filter((name) => !name.startsWith('tables/'))).toEqual([])
      await expectMoveInto(stored, async () => [...server.objects.keys()])
    } finally {
      await server.close()
    }
  })

  test.skipIf(!hasAzurite)('may be Azure Blob Storage, by an account key', { timeout: 60_000 }, async () => {
    await using azurite = await startAzurite()
    expect((await azurite.ask('PUT', 'lake', { restype: 'container' })).status).toBe(201)
    const store = {
      kind: 'AZURE' as const,
      account: ACCOUNT,
      accountKey: ACCOUNT_KEY,
      endpoint: azurite.endpoint,
    }
    const stored = { ...lake, dataPath: 'az://lake/tables/', store }
    const warehouse = await warehouses.open(stored)
    await expectLakeIn(warehouse, 'az://lake', ACCOUNT_KEY)
    await warehouse.execute('drop table t', never)
    await warehouse.execute("call ducklake_expire_snapshots('lake', older_than => now())", never)
    await warehouse.execute("call ducklake_cleanup_old_files('lake', cleanup_all => true)", never)
    const names = async () => {
      const listed = await (await azurite.ask('GET', 'lake', { restype: 'container', comp: 'list' })).text()
      return [...listed.matchAll(/<Name>([^<]+)/g)].map(([, name = '']) => name)
    }
    expect(await names()).toEqual(['tables/one.parquet'])
    await expectMoveInto(stored, names)
  })

  test('must be at an address that runners may connect to', async () => {
    const guarded = createWarehouses({ allowPrivateAddresses: false, duckdbExtensions: lakeExtensions })
    const keys = { accessKeyId: 'GOOG1LAKE', secretAccessKey: 'a secret of the store' }
    const account = { account: 'shop', accountKey: ACCOUNT_KEY }
    try {
      for (const [dataPath, store] of [
        ['gs://lake/tables/', { kind: 'GCS', ...keys, endpoint: 'http://127.0.0.1:9' }],
        ['az://lake/tables/', { kind: 'AZURE', ...account, endpoint: 'http://127.0.0.1:9' }],
      ] as const) {
        const catalog = { ...lake.catalog, host: '127.0.0.1' }
        const warehouse = await guarded.open({ ...lake, catalog, dataPath, store })
        await expect(warehouse.execute('select 1', never)).rejects.toThrow(/private address/)
      }
    } finally {
      await guarded.close()
    }
  })

  test('needs an account and a key that can stand in a connection string', async () => {
    for (const wrong of [{ account: 'shop;x=y' }, { accountKey: 'a;BlobEndpoint=http://elsewhere' }]) {
      const store = { kind: 'AZURE' as const, account: 'shop', accountKey: ACCOUNT_KEY, ...wrong }
      const warehouse = await warehouses.open({ ...lake, dataPath: 'az://lake/tables/', store })
      await expect(warehouse.execute('select 1', never)).rejects.toThrow(/small letters and digits/)
    }
  })
})
