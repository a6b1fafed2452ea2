import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DatabaseName } from '../database-name.ts'
import { createWarehouses, type Warehouses } from '../open.ts'
import type { Warehouse } from '../warehouse.ts'

const options = { signal: new AbortController().signal }
let folder: string
let warehouses: Warehouses

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'duckdb-names-'))
  warehouses = createWarehouses({ allowPrivateAddresses: true })
})
afterEach(async () => {
  await warehouses.close()
  await rm(folder, { recursive: true })
})

const open = (databases: readonly DatabaseName[], more: { schema?: string; functions?: boolean } = {}) =>
  warehouses.open({ type: 'DUCKDB', path: join(folder, 'dev.duckdb'), folders: [], databases, ...more })

async function rowsOf(warehouse: Warehouse, sql: string) {
  const rows: (readonly (string | null)[])[] = []
  for await (const batch of (await warehouse.query(sql, options)).batches) rows.push(...batch)
  return rows
}

const both = [{ name: 'ANALYTICS' }, { name: 'RAW', database: 'Raw_Data', schema: 'landing' }]

test('SQL names the own database and others in three parts, each a file beside that of the environment', async () => {
  const warehouse = await open(both)
  await warehouse.execute('create table raw.PUBLIC.orders as select 1 as id', options)
  await warehouse.execute('create table ANALYTICS.public.copies as select * from RAW.public.ORDERS', options)
  await warehouse.execute('create table here as select 2 as id', options)
  const sql =
    'select (select id from analytics.PUBLIC.copies), (select id from analytics.main.here), id from here'
  expect(await rowsOf(warehouse, sql)).toEqual([['1', '2', '2']])
  expect((await readdir(folder)).filter((name) => !name.endsWith('.wal'))).toEqual([
    'dev.databases',
    'dev.duckdb',
    'dev.duckdb.incoming',
  ])
  expect(await readdir(join(folder, 'dev.databases'))).toContain('raw_data.duckdb')
})

test('what was written stays when names are added, changed and taken away', async () => {
  const before = await open([])
  await before.execute('create table t as select 1 as id', options)
  const named = await open(both)
  await named.execute(
    'insert into ANALYTICS.main.t values (2); create table RAW.landing.r as select 3 as id',
    options,
  )
  const renamed = await open([{ name: 'LAKE', database: 'raw_data' }])
  expect(
    await rowsOf(renamed, 'select id from LAKE.landing.r union all select id from t order by 1'),
  ).toEqual([['1'], ['2'], ['3']])
})

test('other names wait for what runs, and a look at the file changes nothing', async () => {
  const before = await open([])
  const long = before.execute('create table t as select sum(range) as x from range(1000000000)', options)
  await pause(100)
  const probe = await warehouses.open(
    { type: 'DUCKDB', path: join(folder, 'dev.duckdb'), folders: [], databases: both },
    { asItIs: true },
  )
  expect(await rowsOf(probe, 'select 1')).toEqual([['1']])
  const cancelled = (await open([{ name: 'OTHER' }])).execute('select 1', { signal: AbortSignal.timeout(50) })
  await expect(cancelled).rejects.toThrow(/timeout/)
  expect(await rowsOf(await open(both), 'select count(*) from ANALYTICS.main.t')).toEqual([['1']])
  await long
})

test('a file that is used with other names again is still open only once, and no row is lost', async () => {
  const [first, second] = [await open([]), await open(both)]
  await first.execute('create table t (n integer); insert into t values (1)', options)
  await second.execute('insert into t values (2)', options)
  await first.execute('insert into t values (3)', options)
  await Promise.all([
    second.execute('insert into t values (4)', options),
    first.execute('insert into t values (5)', options),
    (await open([{ name: 'OTHER' }])).execute('insert into t values (6)', options),
  ])
  await warehouses.close()
  const rows = await rowsOf(await open(both), 'select n from t order by n')
  expect(rows.flat()).toEqual(['1', '2', '3', '4', '5', '6'])
})

test('who has the names that the file is open with does not wait for who has others', async () => {
  const own = await open([])
  await own.execute('create table t (n integer)', options)
  const transaction = await own.beginTransaction(options)
  const other = (await open(both)).execute('insert into t values (1)', options)
  await pause(100)
  expect(await rowsOf(await open([]), 'select count(*) from t')).toEqual([['0']])
  await transaction.rollback()
  await other
  expect(await rowsOf(own, 'select count(*) from t')).toEqual([['1']])
})

test('parameters find tables by the same names, with the schema that the name or the environment says', async () => {
  const warehouse = await open(both, { schema: 'flows' })
  const own = { database: 'analytics', table: 't' }
  const other = { database: 'RAW', table: 't' }
  expect(warehouse.quoteTable(own)).toBe('"analytics"."flows"."t"')
  expect(warehouse.quoteTable(other)).toBe('"RAW"."landing"."t"')
  expect(warehouse.quoteTable({ ...other, schema: 'PUBLIC' })).toBe('"RAW"."PUBLIC"."t"')
  await warehouse.execute(`create table ${warehouse.quoteTable(other)} as select 1 as id`, options)
  expect(await warehouse.describe(other, options)).toMatchObject([{ name: 'id' }])
  expect(await warehouse.describe(own, options)).toBeUndefined()
})

test('what does not fit into memory is spilled beside the file, whatever its name', async () => {
  const settings = "select current_setting('temp_directory')"
  expect(await rowsOf(await open(both), settings)).toEqual([[join(folder, 'dev.duckdb.tmp')]])
  expect(await rowsOf(await open([]), settings)).toEqual([[join(folder, 'dev.duckdb.tmp')]])
})

test('statements have the memory that the runner allows, spill the rest, and cannot take more', async () => {
  const small = createWarehouses({ allowPrivateAddresses: true, duckdbMemoryMib: 160 })
  try {
    const path = join(folder, 'small.duckdb')
    const warehouse = await small.open({ type: 'DUCKDB', path, folders: [], databases: [] })
    expect(await rowsOf(warehouse, "select current_setting('memory_limit')")).toEqual([['160.0 MiB']])
    // Twice what is allowed, and enough of it for each thread: DuckDB wants some 64 MiB for one that groups.
    await warehouse.execute('create table t as select hash(range)::varchar as h from range(6000000)', options)
    const distinct = 'select count(*) from (select h, count(*) from t group by h)'
    expect(await rowsOf(warehouse, distinct)).toEqual([['6000000']])
    await expect(warehouse.execute("set memory_limit = '8GB'", options)).rejects.toThrow(
      'is not available here',
    )
  } finally {
    await small.close()
  }
})

test('what needs more memory than that fails in words that say which setting to raise', async () => {
  const small = createWarehouses({ allowPrivateAddresses: true, duckdbMemoryMib: 64 })
  try {
    const path = join(folder, 'short.duckdb')
    const warehouse = await small.open({ type: 'DUCKDB', path, folders: [], databases: [] })
    const script =
      "begin; create table wide as select string_agg(range::varchar, '') as t from range(20000000); commit"
    const failing = warehouse.execute(script, { ...options, isFramed: true })
    await expect(failing).rejects.toThrow(
      /^Out of Memory Error: .+MiB used\)\nRaise HEADRACE_DUCKDB_MEMORY_MIB of the runner/,
    )
  } finally {
    await small.close()
  }
})

test('a name that is not mapped is named', async () => {
  const warehouse = await open(both)
  const words = 'The environment does not map the database name "PROD"'
  await expect(warehouse.execute('select * from PROD.PUBLIC.orders', options)).rejects.toThrow(words)
  await expect(warehouse.describe({ database: 'PROD', table: 'orders' }, options)).rejects.toThrow(words)
  expect(() => warehouse.quoteTable({ database: 'PROD', table: 'orders' })).toThrow(words)
})

test.each(['../other', 'a/b', '', '.', 'a.b'])('%j leads to no file', async (database) => {
  const warehouse = await open([{ name: 'RAW', database }])
  await expect(warehouse.execute('select 1', options)).rejects.toThrow('cannot be the name of a database')
})

test('the files of databases are reached under their names only', async () => {
  const warehouse = await open(both, { functions: true })
  await warehouse.execute('create table raw.PUBLIC.orders as select 1 as id', options)
  const path = join(folder, 'dev.databases', 'raw_data.duckdb')
  for (const sql of [
    `attach '${path}' as again`,
    `attach '${join(folder, 'other.duckdb')}' as other`,
    `select * from read_text('${join(folder, 'other.txt')}')`,
    `copy (select 1) to '${join(folder, 'dev.databases', 'x.csv')}'`,
  ])
    await expect(warehouse.execute(sql, options), sql).rejects.toThrow()
  expect(await readdir(join(folder, 'dev.databases'))).not.toContain('x.csv')
})

test('functions stay out of the files, and out of the way of names of the environment', async () => {
  const warehouse = await open([], { functions: true, schema: `it's "ours", all` })
  await warehouse.execute(
    'create macro nvl(a, b) as 5; create table t as select iff(true, 1, 2) as x',
    options,
  )
  expect(await rowsOf(warehouse, 'select x, nvl(1, 2), current_schema() from t')).toEqual([
    ['1', '5', `it's "ours", all`],
  ])
  const without = await open([], { schema: `it's "ours", all` })
  await expect(rowsOf(without, 'select iff(true, 1, 2)')).rejects.toThrow('iff')
  expect(
    await rowsOf(without, "select count(*) from duckdb_functions() where function_name = 'iff'"),
  ).toEqual([['0']])
})
