import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { postgresOfTests } from '../conformance/databases.ts'
import type { Connection } from '../connection.ts'
import { createWarehouses, type Warehouses } from '../open.ts'
import type { Cell, Warehouse } from '../warehouse.ts'

const never = { signal: new AbortController().signal }
const schema = 'Sales "EU"'

let connection: Extract<Connection, { type: 'POSTGRES' }>
let warehouses: Warehouses
let warehouse: Warehouse
/** Has connections of its own, so that it can look on while all others are taken. */
let onlookers: Warehouses

beforeAll(async () => {
  connection = { ...postgresOfTests(), schema }
  warehouses = createWarehouses({ allowPrivateAddresses: true })
  onlookers = createWarehouses({ allowPrivateAddresses: true })
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

test('JSON reads as the database writes it', async () => {
  expect(await rowsOf(`select '{"a": 1}'::jsonb`)).toEqual([['{"a": 1}']])
})

test('a materialized view is described like a table', async () => {
  await warehouse.execute(
    `create table t (a int primary key, n numeric(10, 2), v varchar(20), x text[]);
     create materialized view "My view" as select * from t`,
    never,
  )
  const describe = (table: string) => warehouse.describe({ table }, never)
  const columns = (await describe('t'))?.map((column) => ({ ...column, isKey: false, nullable: true }))
  expect(await describe('My view')).toEqual(
    columns?.map((column) => (column.type === 'ARRAY' ? { ...column, type: 'text[]' } : column)),
  )
  expect(await describe('none')).toBeUndefined()
})

test('rows that are read slowly are not ended by the server', async () => {
  const role = `alter role current_user in database "${connection.database}"`
  await warehouse.execute(`${role} set idle_in_transaction_session_timeout = '200ms'`, never)
  const slow = createWarehouses({ allowPrivateAddresses: true })
  try {
    const { batches } = await (await slow.open(connection)).query('select generate_series(1, 5000)', never)
    let rows = 0
    for await (const batch of batches) {
      rows += batch.length
      await pause(300)
    }
    expect(rows).toBe(5000)
  } finally {
    await slow.close()
    await warehouse.execute(`${role} reset all`, never)
  }
})

/** A way to the server that has one connection: others may only ask it to cancel. Answers its port. */
async function narrowWay(): Promise<number> {
  let isTaken = false
  const way = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (first) => {
      const asksToCancel = first.readInt32BE(4) === 80_877_102
      if (isTaken && !asksToCancel) return void socket.destroy()
      isTaken = true
      const server = connect(connection.port, connection.host)
      server.on('error', () => undefined)
      server.write(first)
      socket.pipe(server).pipe(socket)
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void way.close())
  await once(way, 'listening')
  return (way.address() as AddressInfo).port
}

test('a statement is cancelled although the server has no connection left', async () => {
  await warehouse.execute('create table t (a int)', never)
  const limited = createWarehouses({ allowPrivateAddresses: true })
  onTestFinished(() => limited.close())
  const alone = await limited.open({ ...connection, host: '127.0.0.1', port: await narrowWay() })
  await alone.execute('select 1', never)
  const insert = 'insert into t select 1 from pg_sleep(1.5)'
  const cancelled = alone.execute(insert, { signal: AbortSignal.timeout(500) })
  await expect(cancelled).rejects.toThrow(/timeout/)
  await pause(1_500)
  expect(await rowsOf('select count(*) from t')).toEqual([['0']])
})

test('values have the same texts whatever is set for the server, the database and the user', async () => {
  const role = `alter role current_user in database "${connection.database}"`
  await warehouse.execute(
    `${role} set datestyle = 'SQL, DMY'; ${role} set intervalstyle = 'iso_8601';
     ${role} set timezone = 'Asia/Tokyo'; ${role} set extra_float_digits = 0`,
    never,
  )
  try {
    for (const isSource of [false, true]) {
      const odd = createWarehouses({ allowPrivateAddresses: true })
      const opened = await odd.open({ ...connection, isSource })
      const sql = `select date '2024-04-03', timestamptz '2024-04-03 00:00', interval '1 day 02:03:04', 0.1::float8 + 0.2, date '03/04/2024'`
      expect(await rowsOf(sql, opened)).toEqual([
        ['2024-04-03', '2024-04-03 00:00:00+00', '1 day 02:03:04', '0.30000000000000004', '2024-04-03'],
      ])
      await odd.close()
    }
  } finally {
    await warehouse.execute(`${role} reset all`, never)
  }
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
  ['one before a comment', 'select 1 -- the only one', 1],
  [
    'changes behind a with, in a transaction',
    'create table t (a int); begin; with w as (select 1) insert into t select * from w returning a',
    1,
  ],
  ['no row', 'select 1 where false', 0],
])('the rows of %s are handed out', async (_, sql, count) => {
  expect(await rowsOf(sql)).toHaveLength(count)
})

test('tables of a pattern are those whose rows no other of them has', async () => {
  await warehouse.execute(
    `create table orders (id int, y int) partition by list (y);
     create table orders_24 partition of orders for values in (24) partition by list (id);
     create table orders_24_1 partition of orders_24 for values in (1);
     create materialized view orders_seen as select 1 as id;
     create table customers (id int)`,
    never,
  )
  const like = (pattern: string) =>
    rowsOf(warehouse.parts.tablesQuery(schema, undefined, `table_name like '${pattern}'`))
  expect(await like('orders%')).toEqual([['orders'], ['orders_seen']])
  expect(await like('%1')).toEqual([['orders_24_1']])
  expect(await like('orders%4%')).toEqual([['orders_24']])
})

test('a text is that text where the server reads backslashes as escapes, too', async () => {
  const text = "\\'; drop table kept; -- \\"
  const json = JSON.stringify([{ a: text }])
  const column = { name: 'a', type: 'text', member: 'a', json: false }
  const shared = { size: undefined, precision: undefined, notNull: false, unique: false }
  const told = { ...shared, name: 'b', type: 'VARCHAR', defaultValue: text, comment: text }
  await warehouse.execute(
    `set standard_conforming_strings = off;
     create table kept (a text);
     ${warehouse.insertJsonSql({ table: 'kept' }, [column], json)};
     insert into kept values (${warehouse.quoteText(text)});
     ${warehouse.createTableSql({ table: 'told' }, { mode: 'create', primaryKeys: [], columns: [told] })};
     insert into told default values;
     ${warehouse.createViewSql({ table: 'v' }, `select ${warehouse.quoteText(text)} as a`)}`,
    never,
  )
  expect(await rowsOf('select a from kept union all select b from told union all select a from v')).toEqual(
    Array.from({ length: 4 }, () => [text]),
  )
  expect(await rowsOf(`select col_description('told'::regclass, 1)`)).toEqual([[text]])
})

test('a merge that a user wrote is counted, though not by kind', async () => {
  await warehouse.execute('create table m as select 1 as id, 1 as v', never)
  const merge = 'merge into m using (select 1 as id) s on m.id = s.id when matched then update set v = 9'
  expect(await warehouse.execute(merge, never)).toEqual({ rowCount: 1, changes: undefined })
})

test('a schema that another makes at the same time is there for both', async () => {
  const other = await onlookers.open({ ...connection, schema: undefined })
  const making = other.execute(
    'begin; create schema made_twice; select pg_sleep(0.5) /* made_twice */; commit',
    never,
  )
  await expect.poll(() => running('made_twice')).toBe(1)
  const second = await warehouses.open({ ...connection, schema: 'made_twice' })
  expect(await rowsOf('select current_schema()', second)).toEqual([['made_twice']])
  await making
  await second.execute('drop schema made_twice cascade', never)
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
  await expect(rowsOf('select * from missing')).rejects.toThrow(
    /^relation "missing" does not exist\nCheck the name/,
  )
  await expect(rowsOf('selec 1')).rejects.toThrow(/^syntax error at or near "selec"$/)
  await expect(rowsOf('select from where')).rejects.toThrow(/^syntax error at or near "where"$/)
  await expect(warehouse.execute(' -- nothing', never)).rejects.toThrow('There is no statement')
  expect(await rowsOf('select count(*) from t')).toEqual([['0']])
})

test('a text is an array as PostgreSQL writes it, or as JSON does', async () => {
  const cast = (text: string, to: string) =>
    rowsOf(`select ${warehouse.castSql('t', 'text', to)} from (select '${text}'::text as t) as source`)
  expect(await cast('["a","b,c",null,""]', 'text[]')).toEqual([['{a,"b,c",NULL,""}']])
  expect(await cast('[1,2]', 'integer[]')).toEqual([['{1,2}']])
  expect(await cast('[]', 'text[]')).toEqual([['{}']])
  expect(await cast('{a,b}', 'text[]')).toEqual([['{a,b}']])
  await expect(cast('["a"]', 'integer[]')).rejects.toThrow('invalid input syntax for type integer: "a"')
})

test('a text that a cast refuses is refused in words of its own', async () => {
  const cast = (text: string, to: string) =>
    rowsOf(`select ${warehouse.castSql('t', 'text', to)} from (select '${text}'::text as t) as source`)
  await expect(cast('Ja', 'boolean')).rejects.toThrow(/^"Ja" is neither true nor false$/)
  await expect(cast('Anna', 'varchar(3)')).rejects.toThrow(
    /^"Anna" is longer than the 3 letters of varchar\(3\)$/,
  )
})

test('an abort stops the statement inside the database', async () => {
  const cancel = new AbortController()
  const reason = new Error('cancelled by a person')
  const sleep = warehouse.execute("select pg_sleep(60) /* 'to be cancelled' */", { signal: cancel.signal })
  const outcome = expect(sleep).rejects.toBe(reason)
  await expect.poll(() => running('to be cancelled')).toBe(1)
  cancel.abort(reason)
  await outcome

  // Its error arrives before the server has it for idle.
  await expect.poll(() => running('to be cancelled'), { timeout: 2_000 }).toBe(0)
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

test("the environment's schema is made and is meant by bare names", async () => {
  await warehouse.execute('create table t as select 1 as a', never)

  expect(await rowsOf(`select * from ${warehouse.quoteTable({ schema, table: 't' })}`)).toEqual([['1']])
  const qualified = warehouse.quoteTable({ database: connection.database, table: 't' })
  expect(await rowsOf(`select * from ${qualified}`)).toEqual([['1']])
  expect(await warehouse.describe({ table: 't' }, never)).toHaveLength(1)
  expect(await warehouse.describe({ schema: 'public', table: 't' }, never)).toBeUndefined()
})

test('a database that does not answer is named', async () => {
  const unreachable = await warehouses.open({ ...connection, host: '127.0.0.1', port: 1 })

  await expect(unreachable.execute('select 1', never)).rejects.toThrow(
    /^PostgreSQL at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/,
  )
})

test('closing stops what runs, and later statements reconnect', async () => {
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
  const unsized = { size: undefined, precision: undefined, nullable: true, isKey: false }
  expect(await warehouse.describe({ table: 'Orders' }, never)).toEqual([
    { ...unsized, name: 'id', type: 'numeric', nullable: false, isKey: true },
    { name: 'price', type: 'numeric', size: 10, precision: 2, nullable: true, isKey: false },
    {
      name: 'state',
      type: 'character varying',
      size: 20,
      precision: undefined,
      nullable: true,
      isKey: false,
    },
    { ...unsized, name: 'weight', type: 'double precision' },
    { ...unsized, name: 'at', type: 'timestamp without time zone', nullable: false, isKey: false },
    { ...unsized, name: 'note', type: 'text' },
  ])
})
