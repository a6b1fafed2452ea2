import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startS3 } from '../../../test/support/object-stores/s3.ts'
import { createDoneLoads } from '../../components/common/done-loads.ts'
import { errorText } from '../../lib/error-text.ts'
import {
  dropLake,
  lakeExtensions,
  newLake,
  postgresOfTests,
  warehousesOfTests,
} from '../conformance/databases.ts'
import type { LakeConnection } from '../connection.ts'
import { createWarehouses, type Warehouses } from '../open.ts'
import type { Warehouse } from '../warehouse.ts'

const never = { signal: new AbortController().signal }

/** After an internal error what the engine has open in the catalog stays until the process ends. */
async function endLeftTransactions(warehouses: Warehouses, { catalog: { schema } }: LakeConnection) {
  const catalog = await warehouses.open(postgresOfTests())
  const left = `select pg_terminate_backend(pid)::text from pg_stat_activity
    where state = 'idle in transaction' and query like '%${schema}%ducklake_%'`
  await Array.fromAsync((await catalog.query(left, never)).batches)
}

// Over 60 lines: one setup, and what the tests ask of it.
describe.skipIf(lakeExtensions === undefined)('a lake', () => {
  let folder: string
  let lake: LakeConnection
  let warehouses: Warehouses
  let warehouse: Warehouse

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lake-'))
    lake = newLake(folder)
    warehouses = warehousesOfTests()
    warehouse = await warehouses.open(lake)
  })
  afterEach(async () => {
    await warehouses.close()
    await dropLake(lake)
    await rm(folder, { recursive: true })
  })

  async function rowsOf(sql: string) {
    return (await Array.fromAsync((await warehouse.query(sql, never)).batches)).flat()
  }

  test('its tables are Parquet files that other processes find through the catalog', async () => {
    await warehouse.execute('create table t as select range as n from range(1000)', never)
    const other = warehousesOfTests()
    try {
      const { batches } = await (await other.open(lake)).query('select sum(n) from t', never)
      expect((await Array.fromAsync(batches)).flat()).toEqual([['499500']])
    } finally {
      await other.close()
    }
    const files = await readdir(join(folder, 'data'), { recursive: true })
    expect(files.filter((name) => name.endsWith('.parquet'))).toHaveLength(1)
  })

  test('engines that open a new lake at once all find it made', async () => {
    const fresh = newLake(folder)
    const opened = await Promise.allSettled(
      ['one', 'two', 'three', 'four'].map(async (part) => {
        const own = warehousesOfTests()
        try {
          const opening = await own.open({ ...fresh, scratch: join(folder, part) })
          await opening.execute('select 1', never)
        } finally {
          await own.close()
        }
      }),
    )
    await dropLake(fresh)
    expect(opened.filter(({ status }) => status === 'rejected')).toEqual([])
  })

  test('engines that may use other things spill into folders of their own', async () => {
    const folderOf = async (one: Warehouse) => {
      const { batches } = await one.query("select current_setting('temp_directory')", never)
      return String((await Array.fromAsync(batches)).flat()[0]?.[0])
    }
    const other = await warehouses.open({ ...lake, functions: true })
    const [spilled, spilledByOther] = [await folderOf(warehouse), await folderOf(other)]
    expect(spilled.startsWith(lake.scratch)).toBe(true)
    expect(spilledByOther.startsWith(lake.scratch)).toBe(true)
    expect(spilledByOther).not.toBe(spilled)
    expect(await folderOf(await warehouses.open({ ...lake, schema: 'elsewhere' }))).toBe(spilled)
  })

  test('an internal error of the engine fails its statement alone, and the next one finds the lake open', async () => {
    await warehouse.execute('create table t as select 1 as n', never)
    const create = "create table x as select time_ns '01:02:03' as at from range(20)"
    const message = await warehouse.execute(create, never).catch(errorText)
    expect(message).toMatch(/INTERNAL Error: Unsupported type "TIME_NS"/)
    expect(message).not.toContain('Stack Trace')
    expect(await rowsOf('select n from t')).toEqual([['1']])
    expect(await rowsOf("from duckdb_tables() select table_name where table_name = 'x'")).toEqual([])
    await endLeftTransactions(warehouses, lake)
  })

  test('an internal error in a transaction ends neither the process nor transactions of others for good', async () => {
    await warehouse.execute('create table t as select 1 as n', never)
    const other = warehouse
      .execute('begin; insert into t values (2); select count(*) from range(1000000000000)', never)
      .catch(errorText)
    const create = "begin; create table x as select time_ns '01:02:03' as at from range(20); commit"
    await expect(warehouse.execute(create, never)).rejects.toThrow(/INTERNAL Error: Unsupported type/)
    expect(await other).toMatch(/is opened again|database has been invalidated/)
    expect(await rowsOf('select n from t')).toEqual([['1']])
    await warehouse.execute('insert into t values (3)', never)
    await endLeftTransactions(warehouses, lake)
  })

  test('sessions that make and drop tables at once do not meet schemas that are gone: the process ended', async () => {
    const turns = async (writer: number) => {
      for (let turn = 0; turn < 30; turn++) {
        const table = `t${writer}_${turn}`
        await warehouse.execute(
          `create table ${table} (n integer); alter table ${table} add m integer`,
          never,
        )
        await rowsOf(`create table if not exists ${table} (n integer); select n, m from ${table}`)
        await warehouse.execute(`drop table ${table}`, never)
      }
    }
    await Promise.all([1, 2, 3].map(turns))
    expect(await rowsOf("from duckdb_tables() select table_name where table_name like 't%'")).toEqual([])
  })

  test('threads beside those of calls are there while a statement is long, and what it computes is right', async () => {
    const threads = async () => {
      const [row] = await rowsOf("select current_setting('threads'), current_setting('external_threads')")
      return row?.map(Number)
    }
    await warehouse.execute('create table t as select range as n from range(1000)', never)
    const [all = 0] = (await threads()) ?? []
    expect(await threads()).toEqual([all, all])
    // Of several machines the slowest is to be long enough, so it ends when it has been seen.
    const seen = new AbortController()
    const long = warehouse
      .execute('select count(*) from range(1000000000000) where range % 7 = 8', { signal: seen.signal })
      .catch(errorText)
    await vi.waitFor(async () => expect(await threads()).toEqual([all, 1]), { timeout: 60_000 })
    expect(await rowsOf('select sum(n) from t')).toEqual([['499500']])
    seen.abort(new Error('It was seen'))
    expect(await long).toMatch('It was seen')
    await vi.waitFor(async () => expect(await threads()).toEqual([all, all]), { timeout: 60_000 })
    const whole = 'select sum(a.n) from t as a, t as b, range(20)'
    expect(await rowsOf(whole)).toEqual([['9990000000']])
  })

  test('SQL does not decide about its threads', async () => {
    for (const sql of [
      'set external_threads = 2',
      'set global "EXTERNAL_THREADS" = 2',
      'set /* a */ session external_threads to 2',
      'pragma external_threads = 2',
      'reset global external_threads',
      'set threads = 1',
    ])
      await expect(warehouse.execute(sql, never), sql).rejects.toThrow(/SQL may set timezone, /)
    expect(await rowsOf("select 'external_threads' as set")).toEqual([['external_threads']])
  })

  test('what a table was before is there to be asked for', async () => {
    await warehouse.execute('create table t as select 1 as n', never)
    const [[version]] = (await rowsOf('select max(snapshot_id) from lake.snapshots()')) as [[string]]
    await warehouse.execute('update t set n = 2', never)
    expect(await rowsOf(`select n from t at (version => ${version})`)).toEqual([['1']])
    expect(await rowsOf('select n from t')).toEqual([['2']])
  })

  test.each([
    "select * from postgres_scan('host=127.0.0.1', 'public', 'person')",
    "select * from \"postgres_query\"('__ducklake_metadata_lake', 'select 1')",
    "call postgres_execute('__ducklake_metadata_lake', 'drop schema public cascade')",
    "call postgres_attach('host=127.0.0.1')",
    'select * from __ducklake_metadata_lake.ducklake_table',
    'select * from "__ducklake_metadata_lake".ducklake_table',
    "select * from query_table('__ducklake' || '_metadata_lake.ducklake_table')",
    "create secret s (type postgres, host '127.0.0.1')",
    "create or replace /* a */ temporary secret headrace_catalog (type postgres, host '127.0.0.1')",
    'drop secret headrace_catalog',
    "create or replace\u00a0secret headrace_catalog (type postgres, host '127.0.0.1')",
    "from\u00a0postgres_query('__ducklake_metadata_lake', 'select 1')",
    "from\u00a0write_blob('/tmp/out-of-the-lake', 'x')",
    "from\u00a0delta_scan('/etc')",
    "attach 'postgres:host=127.0.0.1' as other",
    "attach 'ducklake:postgres:' as lake (meta_secret headrace_catalog)",
    'detach lake',
    "select * from read_csv('/etc/passwd')",
    "call ducklake_add_data_files('lake', 't', '/etc/passwd')",
    "copy t to '/tmp/out-of-the-lake.parquet'",
    "set global secret_directory = '/tmp'",
  ])('SQL cannot leave it: %s', async (sql) => {
    await warehouse.execute('create table t as select 1 as n', never)
    await expect(warehouse.execute(sql, never)).rejects.toThrow(
      /beyond it|outside of quotes|cannot be attached|disabled by configuration|configuration has been locked/,
    )
    expect(await rowsOf('select n from t')).toEqual([['1']])
  })

  test('what SQL can see of it has no password', async () => {
    const seen = [
      ...(await rowsOf('select path, options::varchar from duckdb_databases()')),
      ...(await rowsOf('select secret_string from duckdb_secrets()')),
      ...(await rowsOf('select value from duckdb_settings()')),
    ]
    expect(JSON.stringify(seen)).toContain('headrace_catalog')
    expect(JSON.stringify(seen)).not.toContain(String(lake.catalog.password))
  })

  test('a catalog at an address that must not be reached is refused before anything connects', async () => {
    const guarded = createWarehouses({ allowPrivateAddresses: false, duckdbExtensions: lakeExtensions })
    try {
      await expect((await guarded.open(lake)).execute('select 1', never)).rejects.toThrow(/private address/)
    } finally {
      await guarded.close()
    }
  })

  test('without extensions it says what is needed', async () => {
    for (const duckdbExtensions of [undefined, folder]) {
      const bare = createWarehouses({ allowPrivateAddresses: true, duckdbExtensions })
      await expect((await bare.open(lake)).execute('select 1', never)).rejects.toThrow(
        /needs the extension postgres_scanner of DuckDB v/,
      )
      await bare.close()
    }
  })

  test('of two attempts of one load, the later one fails and leaves nothing', async () => {
    await warehouse.execute('create table t (n integer)', never)
    const loads = () => createDoneLoads(warehouse, never, { table: 't' }, 'key')
    const [first, second] = [loads(), loads()]
    expect([await first.find(), await second.find()]).toEqual([undefined, undefined])
    const [one, two] = [await warehouse.beginLoad(never), await warehouse.beginLoad(never)]
    for (const [bulk, load] of [
      [one, first],
      [two, second],
    ] as const) {
      await bulk.execute(load.rememberSql(1, '0'))
      await bulk.execute('insert into t values (1)')
    }
    await one.commit()
    await expect(two.commit()).rejects.toThrow(/conflict/i)
    const third = await warehouse.beginLoad(never)
    await expect(third.execute(second.rememberSql(1, '0'))).rejects.toThrow(/Another attempt/)
    await third.rollback()
    expect(await loads().find()).toEqual({ rows: 1, deleted: 0 })
    expect(await rowsOf('select count(*) from t')).toEqual([['1']])
  })

  test('its files may be in an object store, of which SQL reaches only what is below its prefix', async () => {
    const keys = { region: 'eu-central-1', accessKeyId: 'AKIALAKE', secretAccessKey: 'a secret of the store' }
    const s3 = await startS3({ bucket: 'lake', ...keys })
    try {
      const remote = {
        ...lake,
        dataPath: 's3://lake/tables/',
        store: { kind: 'S3' as const, ...keys, endpoint: s3.origin },
      }
      const inStore = await warehouses.open(remote)
      await inStore.execute('create table t as select range as n from range(1000)', never)
      const rows = await Array.fromAsync((await inStore.query('select sum(n) from t', never)).batches)
      expect(rows.flat()).toEqual([['499500']])
      expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^tables\/own\/main\/t\/.*\.parquet$/)])
      const [name] = s3.objects.keys()
      // The way up passes the first check, and its request is not signed for where it then leads.
      for (const path of [
        's3://lake/other.parquet',
        `s3://lake/tables/../${name}`,
        `${s3.origin}/lake/${name}`,
      ])
        await expect(inStore.execute(`from read_parquet('${path}')`, never)).rejects.toThrow(
          /disabled by configuration|SignatureDoesNotMatch/,
        )
      const seen = await Array.fromAsync((await inStore.query('from duckdb_secrets()', never)).batches)
      expect(JSON.stringify(seen)).not.toContain(keys.secretAccessKey)
    } finally {
      await s3.close()
    }
  })

  test('processes that append and merge at once lose nothing and double nothing', async () => {
    await warehouse.execute('create table t (writer integer, n integer)', never)
    await warehouse.execute('create table m as select 0 as id, 0 as v', never)
    const program = `
      import { createWarehouses } from ${JSON.stringify(new URL('../open.ts', import.meta.url).href)}
      const warehouses = createWarehouses({ allowPrivateAddresses: true, duckdbExtensions: ${JSON.stringify(lakeExtensions)} })
      const warehouse = await warehouses.open(${JSON.stringify(lake)})
      const options = { signal: new AbortController().signal }
      const writer = Number(process.argv[1])
      for (let n = 0; n < 10; n++) {
        await warehouse.execute(\`insert into t values (\${writer}, \${n})\`, options)
        await warehouse.execute('begin; update m set v = v + 1; commit', { ...options, isFramed: true })
        await warehouse.execute('update m set v = v + 1', options)
      }
      await warehouses.close()`
    const children = [1, 2, 3, 4].map((writer) =>
      spawn(process.execPath, ['--input-type=module', '--eval', program, String(writer)], {
        stdio: 'inherit',
      }),
    )
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]))
    expect(codes).toEqual([0, 0, 0, 0])
    expect(await rowsOf('select count(*), count(distinct (writer, n)) from t')).toEqual([['40', '40']])
    expect(await rowsOf('select v from m')).toEqual([['80']])
  })
})
