import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWarehouses, type Warehouses } from '../open.ts'
import type { Cell, Connection, Warehouse } from '../warehouse.ts'

const never = { signal: new AbortController().signal }
const schema = 'Sales "EU"'

let connection: Extract<Connection, { type: 'POSTGRES' }>
let warehouses: Warehouses
let warehouse: Warehouse
/** Has connections of its own, so that it can look on while all others are taken. */
let onlookers: Warehouses

beforeAll(async () => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  connection = {
    type: 'POSTGRES',
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || url.searchParams.get('port') || 5432),
    database: url.pathname.slice(1) || 'postgres',
    user: decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    ssl: false,
    schema,
  }
  warehouses = createWarehouses()
  onlookers = createWarehouses()
})

beforeEach(async () => {
  warehouse = await warehouses.open(connection)
  await warehouse.execute(`drop schema "Sales ""EU""" cascade`, never)
})

afterAll(async () => {
  await warehouse.execute(`drop schema "Sales ""EU""" cascade`, never)
  await Promise.all([warehouses.close(), onlookers.close()])
})

async function rowsOf(sql: string, from = warehouse): Promise<Cell[][]> {
  const rows: Cell[][] = []
  for await (const batch of (await from.query(sql, never)).batches) {
    rows.push(...batch.map((row) => [...row]))
  }
  return rows
}

/** How many statements with this mark the database is at. */
async function running(mark: string): Promise<number> {
  const sql = `select count(*) from pg_stat_activity
    where state = 'active' and query like '%${mark}%' and pid <> pg_backend_pid()`
  return Number((await rowsOf(sql, await onlookers.open(connection)))[0]![0])
}

test('the counts of a script are the sum of what its statements changed', async () => {
  const script = `
    create table t as select a from generate_series(0, 9) a;
    insert into t values (10), (11);
    update t set a = a + 1 where a < 3;
    select * from t;`

  expect(await warehouse.execute(script, never)).toEqual({
    rowCount: 15,
    changes: { inserted: 12, updated: 3, deleted: 0 },
  })
  expect(await warehouse.execute('table t', never)).toMatchObject({ rowCount: 12 })
  expect(await warehouse.execute('create table u (a int)', never)).toMatchObject({ rowCount: 0 })
})

test.each([
  ['1.50::numeric(8, 2)', '1.50'],
  ['9007199254740993', '9007199254740993'],
  ['6.0::float8', '6'],
  ['0.1::float4', '0.1'],
  ['true', 'true'],
  ["date '2020-02-29'", '2020-02-29'],
  ["timestamp '2001-01-01 00:01:00.5'", '2001-01-01 00:01:00.5'],
  [`'{"a": 1}'::jsonb`, '{"a": 1}'],
  ["''", ''],
  ['null', null],
])('%s reads as %s', async (expression, text) => {
  expect(await rowsOf(`select ${expression}`)).toEqual([[text]])
})

test.each([
  ['a query', 'select a from generate_series(1, 2500) a', 2500],
  ['one after a comment', '-- all\n/* of */ (select 1)', 1],
  ['changes that return rows', 'create table t (a int); insert into t values (1), (2) returning a', 2],
  [
    'changes in a with',
    'create table t (a int); with w as (insert into t values (1) returning a) table w',
    1,
  ],
  ['a setting', 'show server_version', 1],
  ['a query in a transaction', 'begin; select 1', 1],
  ['no row', 'select 1 where false', 0],
])('the rows of %s are handed out', async (_, sql, count) => {
  expect(await rowsOf(sql)).toHaveLength(count)
})

test('a query does not hold all its rows', async () => {
  const { columns, batches } = await warehouse.query('select a as n from generate_series(1, 2500) a', never)
  const sizes: number[] = []
  for await (const batch of batches) sizes.push(batch.length)

  expect(columns).toEqual(['n'])
  expect(sizes).toEqual([1000, 1000, 500])
})

test('a failed statement keeps the message of the database and says which one it was', async () => {
  const script = 'create table t (a int unique); insert into t values (1), (1); select 1'

  await expect(warehouse.execute(script, never)).rejects.toMatchObject({
    name: 'WarehouseError',
    message:
      'Statement 2 of 3: duplicate key value violates unique constraint "t_a_key"\n' +
      'Detail: Key (a)=(1) already exists.',
  })
  await expect(rowsOf('select * from missing')).rejects.toThrow(/^relation "missing" does not exist$/)
  await expect(rowsOf('selec 1')).rejects.toThrow(/^syntax error at or near "selec"$/)
  await expect(rowsOf('select from where')).rejects.toThrow(/^syntax error at or near "where"$/)
  await expect(warehouse.execute(' -- nothing', never)).rejects.toThrow('There is no statement')
  expect(await rowsOf('select count(*) from t')).toEqual([['0']])
})

test('an abort stops the statement inside the database', async () => {
  const cancel = new AbortController()
  const reason = new Error('cancelled by a person')
  const sleep = warehouse.execute("select pg_sleep(60) /* 'to be cancelled' */", { signal: cancel.signal })
  const outcome = expect(sleep).rejects.toBe(reason)
  await expect.poll(() => running('to be cancelled')).toBe(1)
  cancel.abort(reason)
  await outcome

  expect(await running('to be cancelled')).toBe(0)
})

test('an abort also stops statements that wait for a connection', async () => {
  const cancel = new AbortController()
  const sleeps = Array.from({ length: 30 }, () =>
    warehouse.execute('select pg_sleep(60) /* one of many */', { signal: cancel.signal }),
  )
  const outcomes = Promise.allSettled(sleeps)
  await expect.poll(() => running('one of many')).toBe(10)
  cancel.abort(new Error('cancelled'))

  expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true)
  expect(await running('one of many')).toBe(0)
  expect(await rowsOf('select 1')).toEqual([['1']])
})

test('nothing of a session reaches the next', async () => {
  await warehouse.execute('create table t (a int)', never)
  await warehouse.execute("begin; insert into t values (1); set work_mem = '77MB'", never)
  await warehouse.execute("set work_mem = '77MB'; create temporary table t2 (a int)", never)

  expect(await rowsOf('table t')).toEqual([])
  expect(await rowsOf("select current_setting('work_mem') = '77MB', to_regclass('t2')")).toEqual([
    ['false', null],
  ])
})

test('a query that is given up half-way frees its connection', async () => {
  for (let n = 0; n < 30; n++) {
    const { batches } = await warehouse.query('select * from generate_series(1, 5000)', never)
    for await (const _ of batches) break
  }
  expect(await rowsOf('select 1')).toEqual([['1']])
})

test("the environment's schema is made and is meant by bare names", async () => {
  await warehouse.execute('create table t as select 1 as a', never)

  expect(await rowsOf(`select * from ${warehouse.quoteTable({ schema, table: 't' })}`)).toEqual([['1']])
  const qualified = warehouse.quoteTable({ database: connection.database, table: 't' })
  expect(await rowsOf(`select * from ${qualified}`)).toEqual([['1']])
  expect(await warehouse.describe({ table: 't' }, never)).toHaveLength(1)
  expect(await warehouse.describe({ schema: 'public', table: 't' }, never)).toBeUndefined()
})

test('a database that does not answer is named', async () => {
  const nobody = await warehouses.open({ ...connection, host: '127.0.0.1', port: 1 })

  await expect(nobody.execute('select 1', never)).rejects.toThrow(
    /^PostgreSQL at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/,
  )
})

test('closing stops what runs, and later statements connect anew', async () => {
  const sleep = warehouse.execute('select pg_sleep(60) /* to be closed */', never)
  const outcome = expect(sleep).rejects.toThrow('were closed')
  await expect.poll(() => running('to be closed')).toBe(1)
  await warehouse.close()
  await outcome

  expect(await rowsOf('select 1')).toEqual([['1']])
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
    { table: 'Orders' },
    {
      mode: 'replace',
      primaryKeys: ['id'],
      columns: [
        { ...column, name: 'id', type: 'NUMBER' },
        { ...column, name: 'price', type: 'NUMBER', size: '10', precision: '2', defaultValue: '0.5' },
        { ...column, name: 'state', type: 'VARCHAR', size: '20', defaultValue: "it's new", unique: true },
        { ...column, name: 'weight', type: 'FLOAT', comment: "the buyer's" },
        { ...column, name: 'at', type: 'DATETIME', notNull: true, defaultValue: 'CURRENT_TIMESTAMP' },
        { ...column, name: 'note', type: 'TEXT', size: '99' },
      ],
    },
  )
  await warehouse.execute(sql, never)
  await warehouse.execute(sql, never)
  await warehouse.execute('insert into "Orders" (id) values (1)', never)

  expect(await rowsOf('select id, price, state, weight, note from "Orders"')).toEqual([
    ['1', '0.50', "it's new", null, null],
  ])
  const unsized = { size: undefined, precision: undefined, nullable: true }
  expect(await warehouse.describe({ table: 'Orders' }, never)).toEqual([
    { name: 'id', type: 'numeric', size: 38, precision: 0, nullable: false },
    { name: 'price', type: 'numeric', size: 10, precision: 2, nullable: true },
    { name: 'state', type: 'character varying', size: 20, precision: undefined, nullable: true },
    { ...unsized, name: 'weight', type: 'double precision' },
    { ...unsized, name: 'at', type: 'timestamp without time zone', nullable: false },
    { ...unsized, name: 'note', type: 'text' },
  ])
})
