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
import { createWarehouses, type Warehouses } from '../open.ts'
import type { LakeConnection, Warehouse } from '../warehouse.ts'

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

  test('may be Google Cloud Storage, by an HMAC key', async () => {
    const keys = { accessKeyId: 'GOOG1LAKE', secretAccessKey: 'a secret of the store' }
    const server = await startS3({ bucket: 'lake', region: 'auto', ...keys })
    try {
      const store = { kind: 'GCS' as const, ...keys, endpoint: server.origin }
      const warehouse = await warehouses.open({ ...lake, dataPath: 'gs://lake/tables/', store })
      await expectLakeIn(warehouse, 'gs://lake', keys.secretAccessKey)
      const names = [...server.objects.keys()]
      expect(names.length).toBeGreaterThan(1)
      expect(names.filter((name) => !name.startsWith('tables/'))).toEqual([])
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
    const warehouse = await warehouses.open({ ...lake, dataPath: 'az://lake/tables/', store })
    await expectLakeIn(warehouse, 'az://lake', ACCOUNT_KEY)
    await warehouse.execute('drop table t', never)
    await warehouse.execute("call ducklake_expire_snapshots('lake', older_than => now())", never)
    await warehouse.execute("call ducklake_cleanup_old_files('lake', cleanup_all => true)", never)
    const listed = await (await azurite.ask('GET', 'lake', { restype: 'container', comp: 'list' })).text()
    expect([...listed.matchAll(/<Name>([^<]+)/g)].map(([, name]) => name)).toEqual(['tables/one.parquet'])
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
