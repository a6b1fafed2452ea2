import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLimit } from '../limit.ts'
import { createWarehouses, type Warehouses } from '../open.ts'
import type { Cell, Warehouse } from '../warehouse.ts'
import { createDuckdbFile } from './file.ts'
import { nativeCalls } from './interruptible.ts'
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
  warehouses = createWarehouses()
  warehouse = await warehouses.open({ type: 'DUCKDB', path })
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

/** DuckDB makes the file when it begins, and removes it when it is interrupted: so tests see what it is at. */
const endlessInto = (file: string): string => `copy (${endless}) to '${join(folder, file)}'`

const written = async (): Promise<string[]> => (await readdir(folder)).filter((name) => /\.csv$/.test(name))

test('the counts of a script are the sum of what its statements changed', async () => {
  const script = `
    create table t as select range as a from range(10);
    insert into t values (10), (11);
    update t set a = a + 1 where a < 3;
    select * from t;`

  expect(await warehouse.execute(script, never)).toEqual({
    rowCount: 15,
    changes: { inserted: 12, updated: 3, deleted: 0 },
  })
  expect(await warehouse.execute('from t', never)).toMatchObject({ rowCount: 12 })
  expect(await warehouse.execute('create table u (a int)', never)).toMatchObject({ rowCount: 0 })
})

test.each([
  ['1.50::decimal(8, 2)', '1.50'],
  ['12345678901234567890123456789012345678::hugeint', '12345678901234567890123456789012345678'],
  ['9007199254740993', '9007199254740993'],
  ['6.0::double', '6'],
  ['0.1::float', '0.1'],
  ['1e30::double', '1e+30'],
  ['true', 'true'],
  ["date '2020-02-29'", '2020-02-29'],
  ["timestamp '2001-01-01 00:01:00.5'", '2001-01-01 00:01:00.5'],
  ["timestamptz '2020-01-01 00:00:00+02'", '2019-12-31 22:00:00+00'],
  ["[timestamptz '2020-07-01 00:00:00+02']", '["2020-06-30 22:00:00+00"]'],
  ["timestamptz 'infinity'", 'infinity'],
  ["timestamptz '2020-07-01 00:00:00+02'::text", '2020-06-30 22:00:00+00'],
  ["time '10:00'", '10:00:00'],
  ["'\\xAB'::blob", 'ab'],
  ["[{'k': 1, 't': null}]", '[{"k":1,"t":null}]'],
  ["''", ''],
  ['null', null],
])('%s reads as %s', async (expression, text) => {
  expect(await rowsOf(`select ${expression}`)).toEqual([[text]])
})

test('a query hands out its rows in batches and has finished when the last is taken', async () => {
  const { columns, batches } = await warehouse.query(
    'select range as n, n % 2 as odd from range(5000)',
    never,
  )
  const sizes: number[] = []
  for await (const batch of batches) sizes.push(batch.length)

  expect(columns).toEqual(['n', 'odd'])
  expect(sizes.length).toBeGreaterThan(1)
  expect(sizes.reduce((sum, size) => sum + size)).toBe(5000)
})

test('a query of several statements answers the last', async () => {
  expect(await rowsOf('create table t (a int); insert into t values (7); from t')).toEqual([['7']])
})

test('a failed statement keeps the message of the database and says which one it was', async () => {
  const script = 'create table t (a int not null); insert into t values (null); select 1'

  await expect(warehouse.execute(script, never)).rejects.toMatchObject({
    name: 'WarehouseError',
    message: expect.stringMatching(/^Statement 2 of 3: Constraint Error: NOT NULL constraint failed: t\.a/),
  })
  await expect(warehouse.execute('from missing', never)).rejects.toThrow(/^Catalog Error: .*missing/)
  await expect(warehouse.execute('selec 1', never)).rejects.toThrow(/^Parser Error: syntax error/)
  await expect(warehouse.execute(' -- nothing', never)).rejects.toThrow('There is no statement')
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

test('an abort also stops statements that wait for their turn', async () => {
  const cancel = new AbortController()
  const running = Array.from({ length: 50 }, (_, n) =>
    warehouse.execute(endlessInto(`${n}.csv`), { signal: cancel.signal }),
  )
  const outcomes = Promise.allSettled(running)
  await expect.poll(written).not.toEqual([])
  expect((await written()).length).toBeLessThan(running.length)
  cancel.abort(new Error('cancelled'))

  expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true)
  expect(await written()).toEqual([])
  expect(await rowsOf('select 1')).toEqual([['1']])
})

test('many steps write to one file at once', async () => {
  await warehouse.execute('create table t (a int)', never)
  const others = await Promise.all([1, 2].map(() => warehouses.open({ type: 'DUCKDB', path })))
  const writes = Array.from({ length: 60 }, (_, n) =>
    others[n % 2]?.execute(`insert into t values (${n})`, never),
  )
  await Promise.all(writes)

  expect(await rowsOf('select count(*) from t')).toEqual([['60']])
})

test('an unfinished transaction does not outlive its script', async () => {
  await warehouse.execute('create table t (a int)', never)
  await warehouse.execute('begin; insert into t values (1)', never)

  expect(await rowsOf('from t')).toEqual([])
})

test("the environment's schema is made, is meant by bare names, and survives with its tables", async () => {
  const sales = await warehouses.open({ type: 'DUCKDB', path, schema: 'Sales "EU"' })
  await sales.execute('create table t as select 1 as a; create schema other', never)
  await warehouses.close()

  expect(await rowsOf('from "Sales ""EU""".t')).toEqual([['1']])
  expect(await sales.describe({ table: 'T' }, never)).toHaveLength(1)
  expect(await warehouse.describe({ table: 't' }, never)).toBeUndefined()
  await warehouse.execute('create table other.u (a int)', never)
})

test('another program can open the file after close, and is told who holds it before', async () => {
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

test('a query that is given up half-way frees its place', async () => {
  for (let n = 0; n < 100; n++) {
    const { batches } = await warehouse.query('from range(100000)', never)
    for await (const _ of batches) break
  }
  expect(await rowsOf('select 1')).toEqual([['1']])
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

test('a file that nobody uses is given back, and opened again when it is needed', async () => {
  const call = nativeCalls(createLimit(2))
  const file = createDuckdbFile(path, { call, maxSessions: 2, idleMs: 10 })
  const idle = createDuckdbWarehouse(file, undefined)
  await idle.execute('create table t as select 1 as a', never)

  await expect.poll(() => rowsOf('from t').catch(() => undefined)).toEqual([['1']])
  await warehouses.close()
  expect(await rowsOf('from t', idle)).toEqual([['1']])
  await file.close()
})

test('extensions are neither fetched nor loaded', async () => {
  await expect(warehouse.execute('install httpfs', never)).rejects.toThrow('Extensions cannot be installed')
  await expect(warehouse.execute("load '/tmp/x.duckdb_extension'", never)).rejects.toThrow(
    'Extensions cannot',
  )
  await expect(warehouse.execute("from 'https://127.0.0.1:1/x.parquet'", never)).rejects.toThrow(/httpfs/)
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
    { name: 'id', type: 'DECIMAL', size: 38, precision: 0, nullable: false },
    { name: 'price', type: 'DECIMAL', size: 10, precision: 2, nullable: true },
    { name: 'state', type: 'VARCHAR', size: undefined, precision: undefined, nullable: true },
    { name: 'weight', type: 'DOUBLE', size: undefined, precision: undefined, nullable: true },
    { name: 'at', type: 'TIMESTAMP', size: undefined, precision: undefined, nullable: true },
    { name: 'day', type: 'DATE', size: undefined, precision: undefined, nullable: true },
    { name: 'paid', type: 'BOOLEAN', size: undefined, precision: undefined, nullable: true },
  ])
  await expect(warehouse.execute("insert into orders (id, state) values (1, 'x')", never)).rejects.toThrow(
    /primary key/i,
  )
})
