import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLimit } from '../limit.ts'
import { createWarehouses, type Warehouses } from '../open.ts'
import type { Cell, Warehouse } from '../warehouse.ts'
import { createDuckdbFile } from './file.ts'
import { type NativeCall, nativeCalls } from './interruptible.ts'
import { createDuckdbWarehouse } from './warehouse.ts'

const run = promisify(execFile)
const never = { signal: new AbortController().signal }
const endless =
  'select count(*) from range(1000000000) a, range(1000000000) b where a.range * b.range % 7 = 3'

let folder: string
let path: string
let warehouses: Warehouses
let warehouse: Warehouse

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'duckdb-test-'))
  path = join(folder, 'project', 'environment.duckdb')
  warehouses = createWarehouses({ allowPrivateAddresses: true })
  warehouse = await warehouses.open({ type: 'DUCKDB', path, folders: [folder] })
})

afterEach(async () => {
  await warehouses.close()
  await rm(folder, { recursive: true })
})

async function rowsOf(sql: string, from = warehouse): Promise<Cell[][]> {
  const rows: Cell[][] = []
  for await (const batch of (await from.query(sql, never)).batches) {
    rows.push(...batch.map((row) => [...row]))
  }
  return rows
}

/**
 * DuckDB makes the file when it begins, and removes it when it is interrupted: so tests see what it is at.
 */
const endlessInto = (file: string): string => `copy (${endless}) to '${join(folder, file)}'`

const written = async (): Promise<string[]> => (await readdir(folder)).filter((name) => /\.csv$/.test(name))

test.each([
  ['12345678901234567890123456789012345678::hugeint', '12345678901234567890123456789012345678'],
  ['1e30::double', '1e+30'],
  ["timestamptz '2020-01-01 00:00:00+02'", '2019-12-31 22:00:00+00'],
  ["[timestamptz '2020-07-01 00:00:00+02']", '["2020-06-30 22:00:00+00"]'],
  ["timestamptz 'infinity'", 'infinity'],
  ["date '-infinity'", '-infinity'],
  ["[date 'infinity']", '["infinity"]'],
  ["timestamptz '2020-07-01 00:00:00+02'::text", '2020-06-30 22:00:00+00'],
  ["'\\xABc'::blob", '\\xab63'],
  ["['\\xAB'::blob]", '["\\\\xab"]'],
  ["[{'k': 1, 't': null}]", '[{"k":1,"t":null}]'],
])('%s reads as %s', async (expression, text) => {
  expect(await rowsOf(`select ${expression}`)).toEqual([[text]])
})

test.each([
  ['0044-03-15 BC', 'DATE', '0044-03-15 (BC)'],
  ['300000-01-01', 'DATE', '300000-01-01'],
  ['infinity', 'DATE', 'infinity'],
  ['0044-03-15 01:02:03 BC', 'DATE', '0044-03-15 (BC)'],
  ['0044-03-15 01:02:03.5 BC', 'TIMESTAMP', '0044-03-15 (BC) 01:02:03.5'],
  ['0044-03-15 01:02:03+00 BC', 'TIMESTAMP WITH TIME ZONE', '0044-03-15 (BC) 01:02:03+00'],
])('%s, as PostgreSQL writes it, is read as %s', async (text, type, expected) => {
  expect(await rowsOf(`select ${warehouse.castSql(`'${text}'`, 'VARCHAR', type)}`)).toEqual([[expected]])
})

test('an abort stops the statement inside the database', async () => {
  const cancel = new AbortController()
  const reason = new Error('cancelled by a person')
  const running = warehouse.execute(endlessInto('rows.csv'), { signal: cancel.signal })
  const outcome = expect(running).rejects.toBe(reason)
  await expect.poll(written).toEqual(['rows.csv'])
  cancel.abort(reason)
  await outcome

  expect(await written()).toEqual([])
  expect(await rowsOf('select 1')).toEqual([['1']])
})

test("the environment's schema is made, is meant by bare names, and survives with its tables", async () => {
  const sales = await warehouses.open({ type: 'DUCKDB', path, folders: [folder], schema: 'Sales "EU"' })
  await sales.execute('create table t as select 1 as a; create schema other', never)
  await warehouses.close()

  expect(await rowsOf('from "Sales ""EU""".t')).toEqual([['1']])
  expect(await sales.describe({ table: 'T' }, never)).toHaveLength(1)
  expect(await warehouse.describe({ table: 't' }, never)).toBeUndefined()
  await warehouse.execute('create table other.u (a int)', never)
})

test('another program can open the file after close, and an error names the holder before', async () => {
  await warehouse.execute('create table t as select 42 as a', never)
  const code = `
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const connection = await (await DuckDBInstance.create(process.argv[1])).connect()
    console.log((await connection.runAndReadAll('from t')).getRowsJson()[0][0])`
  const other = () => run(process.execPath, ['--input-type=module', '-e', code, path])

  await expect(other()).rejects.toThrow('Could not set lock')
  await warehouses.close()
  expect((await other()).stdout.trim()).toBe('42')
})

test('closing stops what runs', async () => {
  const running = warehouse.execute(endlessInto('rows.csv'), never)
  const outcome = expect(running).rejects.toThrow('was closed')
  await expect.poll(written).toEqual(['rows.csv'])
  await warehouses.close()
  await outcome
})

test('statements that take long leave the file system and name look-ups working', async () => {
  const cancel = new AbortController()
  const running = Array.from({ length: 8 }, () => warehouse.execute(endless, { signal: cancel.signal }))
  const outcomes = Promise.allSettled(running)
  await expect(readdir(folder)).resolves.toEqual(['project'])
  await expect.poll(() => readdir(join(folder, 'project'))).toContain('environment.duckdb')
  cancel.abort(new Error('enough'))
  await outcomes
})

test('an unused file is released, and opened again when it is needed', async () => {
  const call = nativeCalls(createLimit(2))
  const file = createDuckdbFile(path, { call, maxSessions: 2, idleMs: 10, folders: [] })
  const idle = createDuckdbWarehouse(file, { schema: undefined })
  await idle.execute('create table t as select 1 as a', never)

  await expect.poll(() => rowsOf('from t').catch(() => undefined)).toEqual([['1']])
  await warehouses.close()
  expect(await rowsOf('from t', idle)).toEqual([['1']])
  await file.close()
})

test('a session that was cancelled as it began does not close the file under the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const idleMs = 1_000
    const limit = createLimit(1)
    const { promise: waits, resolve: isWaiting } = Promise.withResolvers<void>()
    const call: NativeCall = (...given) => {
      isWaiting()
      return nativeCalls(limit)(...given)
    }
    const file = createDuckdbFile(path, { call, maxSessions: 3, idleMs, folders: [] })
    const endBusy = await limit.enter(never.signal)
    const cancel = new AbortController()
    const cancelled = file.connect('sales', cancel.signal)
    await waits
    cancel.abort(new Error('enough'))
    await expect(cancelled).rejects.toThrow('enough')
    endBusy()

    const sales = createDuckdbWarehouse(file, { schema: 'sales' })
    const session = await file.connect('sales', never.signal)
    await vi.advanceTimersByTimeAsync(2 * idleMs)
    await sales.execute('create table t as select 1 as a', never)
    expect((await session.connection.runAndReadAll('from t')).getRows()).toEqual([[1]])
    session.release()
    await file.close()
  } finally {
    vi.useRealTimers()
  }
})

test('extensions are neither fetched nor loaded', async () => {
  await expect(warehouse.execute('install httpfs', never)).rejects.toThrow('Extensions cannot be installed')
  await expect(warehouse.execute("load '/tmp/x.duckdb_extension'", never)).rejects.toThrow(
    'Extensions cannot',
  )
  await expect(warehouse.execute("from 'https://127.0.0.1:1/x.parquet'", never)).rejects.toThrow('no network')
})

test('a table is made as its definition says and described alike', async () => {
  const column = {
    size: undefined,
    precision: undefined,
    defaultValue: undefined,
    notNull: false,
    unique: false,
    comment: undefined,
  }
  const sql = warehouse.createTableSql(
    { schema: 'main', table: 'Orders' },
    {
      mode: 'replace',
      primaryKeys: ['id'],
      columns: [
        { ...column, name: 'id', type: 'NUMBER', notNull: true },
        { ...column, name: 'price', type: 'number', size: '10', precision: '2', defaultValue: '0.5' },
        { ...column, name: 'state', type: 'TEXT', size: '20', defaultValue: "it's new", unique: true },
        { ...column, name: 'weight', type: 'FLOAT', comment: "the buyer's" },
        { ...column, name: 'at', type: 'TIMESTAMP', defaultValue: 'CURRENT_TIMESTAMP' },
        { ...column, name: 'day', type: 'DATE', defaultValue: '2020-01-01' },
        { ...column, name: 'paid', type: 'BOOLEAN', defaultValue: 'false' },
      ],
    },
  )
  await warehouse.execute(sql, never)
  await warehouse.execute(sql, never)
  await warehouse.execute('insert into "Orders" (id) values (1)', never)

  expect(await rowsOf('select id, price, state, weight, day, paid, "at" is null from orders')).toEqual([
    ['1', '0.50', "it's new", null, '2020-01-01', 'false', 'false'],
  ])
  expect(await warehouse.describe({ schema: 'main', table: 'Orders' }, never)).toEqual([
    { name: 'id', type: 'DECIMAL', size: 38, precision: 9, nullable: false, isKey: true },
    { name: 'price', type: 'DECIMAL', size: 10, precision: 2, nullable: true, isKey: false },
    { name: 'state', type: 'VARCHAR', size: undefined, precision: undefined, nullable: true, isKey: false },
    { name: 'weight', type: 'DOUBLE', size: undefined, precision: undefined, nullable: true, isKey: false },
    { name: 'at', type: 'TIMESTAMP', size: undefined, precision: undefined, nullable: true, isKey: false },
    { name: 'day', type: 'DATE', size: undefined, precision: undefined, nullable: true, isKey: false },
    { name: 'paid', type: 'BOOLEAN', size: undefined, precision: undefined, nullable: true, isKey: false },
  ])
  await expect(warehouse.execute("insert into orders (id, state) values (1, 'x')", never)).rejects.toThrow(
    /primary key/i,
  )
})
