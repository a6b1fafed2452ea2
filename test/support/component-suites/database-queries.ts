import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../../../src/components/orchestration/database-query/run.ts'
import { stepContext, type TestStep } from '../../../src/components/testing/step-context.ts'
import { rowsOf } from '../../../src/components/transformation/testing/run.ts'
import {
  type EmptySchema,
  postgresOfTests,
  type TestDatabase,
  warehousesOfTests,
} from '../../../src/warehouses/conformance/databases.ts'
import { createWarehouses, type Warehouses } from '../../../src/warehouses/open.ts'
import { kindOf } from '../../../src/warehouses/type-kinds.ts'
import type { Warehouse } from '../../../src/warehouses/warehouse.ts'

const options = { signal: new AbortController().signal }
const { host, port, database, user, password } = postgresOfTests()

/** What a query of another database promises, with PostgreSQL as the source of one database. */
export function databaseQueryTests({ create, spoken = (opened) => opened }: TestDatabase): void {
  let target: EmptySchema
  let warehouses: Warehouses
  let warehouse: Warehouse
  let source: Warehouse
  let schema: string

  beforeEach(async () => {
    target = await create()
    warehouses = warehousesOfTests()
    warehouse = spoken(await warehouses.open(target.connection))
    schema = `shop ${randomUUID().slice(0, 8)}`
    source = await warehouses.open({ ...postgresOfTests(), schema })
    await source.execute(
      `create table orders (id bigint, amount numeric(12, 2), note text, changed timestamp, paid boolean);
       insert into orders values (1, 12345678.90, 'it''s "one"', '2024-01-31 12:30:00.25', true), (2, null, null, null, false)`,
      options,
    )
  })

  afterEach(async () => {
    await source.execute(`drop schema "${schema}" cascade`, options)
    await warehouses.close()
    await target.remove()
  })

  const shop = () => ({
    name: 'shop',
    authProvider: 'POSTGRES',
    authType: 'USER_PASSWORD',
    properties: {
      host,
      port,
      database,
      user,
      ...(password !== undefined && { password }),
      ssl: false,
      schema,
    },
  })

  const query = (
    parameters: Readonly<Record<string, unknown>>,
    step: Partial<TestStep> & { key?: string; log?: (line: string) => void } = {},
  ) => {
    const context = stepContext({ warehouse, warehouses, connections: [shop()], ...step })
    const idempotencyKey = step.key ?? randomUUID()
    return run.run({ ...context, idempotencyKey, log: step.log ?? context.log }, {
      connection: 'shop',
      table: 'loaded',
      ...parameters,
    } as never)
  }
  const load = async (sqlQuery: string, more = {}, step = {}) => query({ sqlQuery, ...more }, step)
  const loaded = async (columns = '*') =>
    (await rowsOf(warehouse, `select ${columns} from loaded`)).rows.map((row) => row.map(String))
  const hasTarget = async () => (await warehouse.describe({ table: 'loaded' }, options)) !== undefined

  test('rows arrive with their types and every digit, and replace what is there', async () => {
    const first = await load('select *, id * 1000000000000 + 7 as big, to_jsonb(note) as j from orders;')
    expect(first).toMatchObject({ result: 'SUCCESS', rowCount: 2 })
    expect(first.message).toBe(`2 rows of PostgreSQL at ${host}:${port} are in loaded`)
    expect(await loaded('id, amount, note, changed, paid, big')).toEqual([
      ['1', '12345678.9', `it's "one"`, '2024-01-31 12:30:00.25', 'true', '1000000000007'],
      ['2', 'null', 'null', 'null', 'false', '2000000000007'],
    ])
    await load('select array[1.5, 2]::double precision[] as a, array[true] as b, array[current_date] as c')
    expect(await loaded('substr(a, 2), substr(b, 2)')).toEqual([['1.5,2}', 't}']])
    expect((await query({ dataSource: 'orders', dataSelection: ['id', 'note'], limit: '1' })).rowCount).toBe(
      1,
    )
    expect(await loaded()).toEqual([['1', `it's "one"`]])
  })

  test('bytes are a text in a new table, and the same bytes in a column of bytes', async () => {
    const sqlQuery = String.raw`select 1 as id, '\x00ff5c0a'::bytea as data union all select 2, '\x' union all select 3, null`
    const rows = [
      ['1', String.raw`\x00ff5c0a`],
      ['2', String.raw`\x`],
      ['3', 'null'],
    ]
    await load(sqlQuery)
    expect((await loaded('id, data')).sort()).toEqual(rows)
    const none = { size: undefined, precision: undefined, defaultValue: undefined, comment: undefined }
    const column = (name: string, type: string) => ({ ...none, name, type, notNull: false, unique: false })
    const columns = [column('id', 'INTEGER'), column('data', 'BINARY')]
    const definition = { mode: 'replace', columns, primaryKeys: [] } as const
    await warehouse.execute(warehouse.createTableSql({ table: 'loaded' }, definition), options)
    expect(await load(sqlQuery, { createTableMode: 'APPEND' })).toMatchObject({
      result: 'SUCCESS',
      rowCount: 3,
    })
    expect((await loaded('id, data')).sort()).toEqual(rows)
    const [, data] = await warehouse.describeQuery('select id, data from loaded', options)
    expect(kindOf(data?.type ?? '')).toBe(kindOf(warehouse.typeSql({ type: 'BINARY' })))
  })

  test('a query may end in a semicolon and a comment, and is one statement', async () => {
    expect((await load("select ';--' as a; -- that is all")).rowCount).toBe(1)
    expect(await load('select 1 as a; select 2 as a')).toMatchObject({
      result: 'FAILED',
      message: 'SQL Query must be one statement; it has 2',
    })
  })

  test('rows with a column that the table lacks are not read, and the message says what it has', async () => {
    await load('select 1 as id, 2 as other')
    const more = await load('select 1 / (id - id) as added from orders', { createTableMode: 'APPEND' })
    expect(more.message).toMatch(
      /loaded has no column "added", .*it has id, other\. Add the column, leave it/i,
    )
    expect(await loaded()).toHaveLength(1)
  })

  test('with an incremental column only what is new is added, and a run that is repeated adds nothing', async () => {
    const increment = (step = {}) =>
      load('select id, note from orders -- all', { incrementalColumn: 'ID' }, step)
    const key = randomUUID()
    expect((await increment({ key })).rowCount).toBe(2)
    expect((await increment({ key })).message).toMatch(/was already loaded/)
    expect((await increment()).message).toMatch(/^0 rows with id after 2 of/)
    await source.execute(
      `insert into orders (id, note) values (3, 'new'), (null, 'lost'), (1, 'old')`,
      options,
    )
    expect((await increment()).rowCount).toBe(1)
    expect(await loaded()).toEqual([
      ['1', `it's "one"`],
      ['2', 'null'],
      ['3', 'new'],
    ])
    await warehouse.execute('drop table loaded', options)
    expect((await increment()).rowCount).toBe(4)
  })

  test('with an incremental column, a limit is one of each run: the next takes the rows behind it', async () => {
    await source.execute('insert into orders (id) values (5), (4), (3), (3)', options)
    const increment = () =>
      query({ dataSource: 'orders', dataSelection: ['id'], incrementalColumn: 'id', limit: '3' })
    // Rows of equal values are not torn apart: the value that is reached stands for all of them.
    expect((await increment()).rowCount).toBe(4)
    expect(await loaded('count(*), max(id)')).toEqual([['4', '3']])
    expect((await increment()).rowCount).toBe(2)
    expect((await increment()).rowCount).toBe(0)
    expect(await loaded('count(*), max(id)')).toEqual([['6', '5']])
  })

  test('an incremental column may be a float of either size', async () => {
    const rows = 'select x::real as single, x::double precision as double from (values (0.1), (0.3)) as t (x)'
    for (const incrementalColumn of ['single', 'double']) {
      const increment = () => load(rows, { incrementalColumn, table: `loaded_${incrementalColumn}` })
      expect((await increment()).rowCount).toBe(2)
      expect((await increment()).message).toMatch(/^0 rows with \w+ after 0.3 of/)
    }
  })

  test('behind a value that none is greater than it says what to do', async () => {
    const rows = (x: string) => `select '${x}'::double precision as x`
    const increment = (x: string) => load(rows(x), { incrementalColumn: 'x', table: `loaded_${x.slice(-3)}` })
    expect((await increment('-Infinity')).rowCount).toBe(1)
    expect((await increment('-Infinity')).message).toMatch(/^0 rows/)
    for (const x of ['Infinity', 'NaN']) {
      expect((await increment(x)).rowCount).toBe(1)
      const { result, message } = await increment(x)
      expect([result, message]).toEqual([
        'FAILED',
        expect.stringMatching(/^The greatest "x" .*drop the target/),
      ])
    }
  })

  test('a value that another column reached is told from one of its own', async () => {
    const rows = `select 1 as id, timestamp '2026-01-31 12:00' as changed_at`
    const increment = (incrementalColumn: string, table: string) => load(rows, { incrementalColumn, table })
    for (const [first, then] of [['id', 'changed_at'] as const, ['changed_at', 'id'] as const]) {
      expect((await increment(first, `by_${first}`)).rowCount).toBe(1)
      expect(await increment(then, `by_${first}`)).toMatchObject({
        result: 'FAILED',
        message: expect.stringMatching(
          new RegExp(`^The value .* reached is .* Column "${then}" cannot have`),
        ),
      })
    }
  })

  test('an incremental column whose values would be rounded is refused, and nothing is loaded', async () => {
    const rows = (x: string) => `select x from (values (1.5::numeric), (${x}::numeric)) as given(x)`
    const increment = (x: string) => load(rows(x), { incrementalColumn: 'x' })
    expect(await increment('2.123456789')).toMatchObject({ result: 'SUCCESS', rowCount: 2 })
    const finer = await increment('3.00000000000006')
    const keepsAll = (await warehouse.describe({ table: 'loaded' }, options))?.[0]?.type === 'numeric'
    expect(finer).toMatchObject(
      keepsAll
        ? { result: 'SUCCESS', rowCount: 1 }
        : {
            result: 'FAILED',
            message: expect.stringMatching(/has 3\.00000000000006, and .* with 9 decimals/),
          },
    )
    expect(await loaded('x')).toHaveLength(keepsAll ? 3 : 2)
  })

  test('columns of numbers without size whose values are rounded are named once in the log', async () => {
    const cells = (amount: string) =>
      `${amount}::numeric as amount, 0.0000000001::float8 as ratio, '0.0000000001' as word`
    const lines: string[] = []
    const log = (line: string) => lines.push(line)
    await load(`select 1 as id, ${cells('1.1234567890')}`, {}, { log })
    expect(lines).toEqual([])
    await load(
      `select 1 as id, ${cells('1.5')} union all select n, ${cells('0.0000000001')} from generate_series(2, 30000) as t (n)`,
      {},
      { log },
    )
    const keepsAll = (await warehouse.describe({ table: 'loaded' }, options))?.[1]?.type === 'numeric'
    const said = lines.filter((line) => line.startsWith('Rounded'))
    expect(said).toEqual(
      keepsAll
        ? []
        : [
            expect.stringMatching(
              /keeps 9 decimals here: "amount", such as 0\.0000000001\. To keep more, .*cast\(amount as/,
            ),
          ],
    )
  })

  test('each source has a watermark of its own, and continues after the one that all sources had', async () => {
    await source.execute(
      'create table refunds (id bigint, note text); insert into refunds (id) values (1)',
      options,
    )
    const increment = (dataSource: string) =>
      query({ dataSource, dataSelection: ['id', 'note'], incrementalColumn: 'id' })
    expect((await increment('orders')).rowCount).toBe(2)
    expect((await increment('refunds')).rowCount).toBe(1)
    expect((await increment('orders')).message).toMatch(/^0 rows with id after 2 of/)
    const shared = "substr(mark_key, 1, length(mark_key) - 23) || 'loaded'"
    await warehouse.execute(
      `create table old_marks as select ${shared} as mark_key, generation, mark, raised_at from headrace_watermarks where mark = '1';
       drop table headrace_watermarks; create table headrace_watermarks as select * from old_marks;
       drop table headrace_loads`,
      options,
    )
    expect((await increment('orders')).message).toMatch(/^1 rows with id after 1 of/)
    expect((await increment('orders')).message).toMatch(/^0 rows with id after 2 of/)
    expect((await increment('refunds')).message).toMatch(/^0 rows with id after 1 of/)
  })

  test('of two runs at once, one adds the rows', async () => {
    const increment = () => load('select id from orders', { incrementalColumn: 'id' })
    await increment()
    await source.execute(`insert into orders (id) select n from generate_series(10, 19) as t (n)`, options)
    const runs = await Promise.all([increment(), increment(), increment()])
    const failed = runs.filter(({ result }) => result === 'FAILED')
    // fakesnow does not let a transaction wait for another one.
    for (const { message } of failed)
      expect(message).toMatch(/Another run has loaded the same rows|Conflict on update/)
    expect(failed.length).toBeLessThan(3)
    expect((await increment()).message).toMatch(/^0 rows with id after 19 of/)
    const ids = (await loaded('id')).flat()
    expect([ids.length, new Set(ids).size]).toEqual([12, 12])
  })

  test('a query that fails after thousands of rows leaves what was there', async () => {
    await load('select id from orders')
    const failed = await load('select n, 1 / (9000 - n) as x from generate_series(1, 9000) as t (n)')
    expect(failed).toMatchObject({ result: 'FAILED', message: expect.stringMatching(/division by zero/) })
    expect(await loaded()).toEqual([['1'], ['2']])
    const found = warehouse.catalogue.tables({ prefix: 'headrace_load_', limit: 100 })
    const { rows } = await rowsOf(warehouse, found)
    const isHere = ([place]: readonly (string | null)[]) =>
      place?.toLowerCase() === target.schema.toLowerCase()
    expect(rows.filter(isHere)).toEqual([])
  })

  test('cancelling stops the query in the source, and nothing is loaded', async () => {
    const cancel = new AbortController()
    const lock = Math.floor(Math.random() * 2 ** 31)
    const holders = async () => {
      const held = `select count(*) from pg_locks where locktype = 'advisory' and objid = ${lock}`
      return Number((await rowsOf(source, held)).rows[0]?.[0])
    }
    const sqlQuery = `select pg_try_advisory_lock(${lock}) as held, pg_sleep(600) as slept`
    const running = load(sqlQuery, {}, { signal: cancel.signal })
    running.catch(() => undefined)
    await expect.poll(holders, { timeout: 30_000 }).toBe(1)
    cancel.abort(new Error('cancelled'))
    await expect(running).rejects.toThrow('cancelled')
    await expect.poll(holders, { timeout: 30_000 }).toBe(0)
    expect(await hasTarget()).toBe(false)
  })

  test('what cannot be read is said in words, and nothing in the source can be changed', async () => {
    const said = async (parameters: Readonly<Record<string, unknown>>, step = {}) =>
      (await query(parameters, step)).message
    expect(await said({ sqlQuery: 'select * from gone' })).toMatch(/relation "gone" does not exist/)
    expect(await said({ sqlQuery: "select nextval('x'), id from orders" })).toMatch(/does not exist/)
    expect(await said({ sqlQuery: 'delete from orders returning id' })).toMatch(/syntax error/)
    expect(await said({ sqlQuery: 'select 1 as a, 2 as a' })).toMatch(/named "a"|specified more than once/)
    expect(await said({ sqlQuery: 'select note from orders', incrementalColumn: 'note' })).toMatch(
      /must contain numbers/,
    )
    expect(await said({ sqlQuery: 'select id from orders', incrementalColumn: 'when' })).toMatch(
      /no column "when"/,
    )
    expect(await said({ connection: 'store', sqlQuery: 'select 1' })).toBe(
      'The project has no connection named "store"',
    )
    const byUrl = { connection: '', username: user, sqlQuery: 'select 1 as one' }
    const url = 'jdbc:postgresql://127.0.0.1:1/shop'
    expect(await said({ ...byUrl, connectionUrl: url })).toMatch(
      /^PostgreSQL at 127.0.0.1:1 cannot be reached: .*ECONNREFUSED/,
    )
    expect(await said({ ...byUrl, connectionUrl: url, password: 'pw' })).toMatch(/no secret named "pw"/)
    const guarded = createWarehouses({ allowPrivateAddresses: false })
    expect(await said({ ...byUrl, connectionUrl: url }, { warehouses: guarded })).toMatch(/127\.0\.0\.1/)
    await guarded.close()
    expect(await hasTarget()).toBe(false)
  })
}
