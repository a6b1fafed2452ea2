import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMariaDb, type MariaDb, startMariaDb } from '../../../../test/support/mariadb.ts'
import {
  type EmptySchema,
  TEST_DATABASES,
  warehousesOfTests,
} from '../../../warehouses/conformance/databases.ts'
import type { Warehouses } from '../../../warehouses/open.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { stepContext, type TestStep } from '../../testing/step-context.ts'
import { rowsOf } from '../../transformation/testing/run.ts'
import { run } from './run.ts'

const isThere = hasMariaDb()
if (!isThere) console.warn('No MariaDB server is installed: reading from MySQL and MariaDB is not tested')

/** The target is DuckDB: what differs between targets is tested with PostgreSQL as the source. */
describe.skipIf(!isThere)('MariaDB as a source', () => {
  const [duckdb] = TEST_DATABASES
  let mariadb: MariaDb
  let target: EmptySchema
  let warehouses: Warehouses
  let warehouse: Warehouse

  beforeAll(async () => {
    mariadb = await startMariaDb()
    target = await duckdb!.create()
    warehouses = warehousesOfTests()
    warehouse = await warehouses.open(target.connection)
  }, 120_000)

  afterAll(async () => {
    await warehouses?.close()
    await target?.remove()
    await mariadb?.[Symbol.asyncDispose]()
  })

  const query = async (parameters: Readonly<Record<string, unknown>>, step: Partial<TestStep> = {}) => {
    const { port } = mariadb.connection
    const context = stepContext({
      warehouse,
      warehouses,
      secrets: { shop: 'its-password', other: 'x' },
      ...step,
    })
    return run.run({ ...context, idempotencyKey: randomUUID() }, {
      connectionUrl: `jdbc:mariadb://127.0.0.1:${port}/shop`,
      username: 'reader',
      password: 'shop',
      table: 'loaded',
      ...parameters,
    } as never)
  }
  const loaded = async (sql = 'select * from loaded') => (await rowsOf(warehouse, sql)).rows

  test('every type arrives as it is, nulls and what no calendar has as nulls', async () => {
    mariadb.execute(`set sql_mode = ''; use shop;
      create table types (id bigint unsigned, tiny tinyint, flag bit(1), price decimal(20, 4), ratio double, day date,
        moment datetime(6), at timestamp, year_of year, word varchar(40) character set latin1, raw varbinary(9), kind enum('a', 'b'));
      set time_zone = '+02:00';
      insert into types values
        (18446744073709551615, -1, b'1', 1234567890123456.7891, 0.1, '2024-01-31', '2024-01-31 12:30:00.123456',
          '2024-01-31 14:00:00', 2024, 'ä ''it\\\\s'' "x"', x'00ff', 'b'),
        (1, null, null, null, null, '0000-00-00', null, null, null, '', null, null)`)
    expect(await query({ sqlQuery: 'select * from types' })).toMatchObject({ result: 'SUCCESS', rowCount: 2 })
    const texts = 'select columns(*)::varchar from loaded order by tiny nulls last'
    const { batches } = await warehouse.query(texts, { signal: new AbortController().signal })
    const rows = []
    for await (const batch of batches) rows.push(...batch)
    expect(rows).toEqual([
      [
        ...['18446744073709551615', '-1', '1', '1234567890123456.7891', '0.1', '2024-01-31'],
        ...['2024-01-31 12:30:00.123456', '2024-01-31 12:00:00', '2024', `ä 'it\\s' "x"`, '\\x00ff', 'b'],
      ],
      ['1', null, null, null, null, null, null, null, null, '', null, null],
    ])
  })

  test('single-precision numbers keep the digits that tell them apart, and get no others', async () => {
    mariadb.execute(`use shop; create table singles (\`a \`\`b\` float, d double, n float(7,2), t varchar(9));
      insert into singles values (0.1, 0.1, 12345.67, 'a'), (16777215, 1e300, -0.05, 'b'), (1.1754944e-38, 2, 7, ''),
        (3.4028234e38, 123456.78, null, null)`)
    expect(await query({ sqlQuery: 'select * from singles' })).toMatchObject({ result: 'SUCCESS' })
    expect(await loaded('select * from loaded order by d')).toEqual([
      ['0.1', '0.1', '12345.67', 'a'],
      ['1.1754944e-38', '2', '7', ''],
      ['16777215', '1e+300', '-0.05', 'b'],
      ['3.4028235e+38', '123456.78', null, null],
    ])
  })

  test('JSON stays JSON, which MariaDB keeps as text', async () => {
    mariadb.execute(`use shop; create table docs (doc json); insert into docs values ('{"a":[1]}'), (null)`)
    expect(await query({ sqlQuery: 'select * from docs' })).toMatchObject({ result: 'SUCCESS' })
    expect(await loaded('select doc, typeof(doc) from loaded order by all')).toEqual([
      ['{"a":[1]}', 'JSON'],
      [null, 'JSON'],
    ])
  })

  test('bytes become the same bytes in a column of bytes', async () => {
    const signal = new AbortController().signal
    await warehouse.execute('create table raw (id integer, raw blob)', { signal })
    const sqlQuery = `select 1 as id, x'00ff5c61' as raw union all select 2, x'' union all select 3, null`
    expect(await query({ sqlQuery, table: 'raw', createTableMode: 'APPEND' })).toMatchObject({ rowCount: 3 })
    const rows = [
      ['1', '\\x00ff5c61', '4'],
      ['2', '\\x', '0'],
      ['3', null, null],
    ]
    expect(await loaded('select id, raw, octet_length(raw) from raw order by id')).toEqual(rows)
  })

  test('with an incremental column only what is new is added', async () => {
    mariadb.execute(`use shop; create table grows (id int, changed datetime(3));
      insert into grows values (1, '2024-01-01 10:00:00.001'), (2, '2024-01-01 10:00:00.002')`)
    const increment = (incrementalColumn: string) =>
      query({ table: `grown_${incrementalColumn}`, sqlQuery: 'select * from grows; ', incrementalColumn })
    expect((await increment('changed')).rowCount).toBe(2)
    expect((await increment('id')).rowCount).toBe(2)
    mariadb.execute(`insert into shop.grows values (3, '2024-01-01 10:00:00.003'), (4, null)`)
    expect((await increment('changed')).rowCount).toBe(1)
    expect((await increment('id')).rowCount).toBe(2)
    expect(await loaded('select count(*) from grown_changed')).toEqual([['3']])
    for (const type of ['float', 'double']) {
      const floats = {
        sqlQuery: `select cast(0.1 as ${type}) as x`,
        incrementalColumn: 'x',
        table: `grown_${type}`,
      }
      expect((await query(floats)).message).toMatch(/^1 rows of/)
      expect((await query(floats)).message).toMatch(/^0 rows with x after 0.1 of/)
    }
  })

  test('a query may end in a semicolon and a comment, and backslashes escape', async () => {
    expect((await query({ sqlQuery: String.raw`select 'it\'s; -- ' as a; # that is all` })).rowCount).toBe(1)
    expect(await loaded('select a from loaded')).toEqual([["it's; -- "]])
    expect((await query({ sqlQuery: 'select 1 as a; select 2 as a' })).message).toMatch(/it has 2$/)
  })

  test('many rows pass in streams, and names are quoted in mode Basic', async () => {
    const all = await query({ sqlQuery: 'select seq, repeat(seq, 3) as t from seq_1_to_20000' })
    expect(all.rowCount).toBe(20_000)
    expect(await loaded('select count(*), sum(seq) from loaded')).toEqual([['20000', '200010000']])
    mariadb.execute('use shop; create table `odd ``one` (`a b` int); insert into `odd ``one` values (1), (2)')
    const parameters = { sourceSchema: 'shop', dataSource: 'odd `one', dataSelection: ['a b'], limit: '1' }
    expect((await query(parameters)).rowCount).toBe(1)
  })

  test('cancelling ends the query in the server', async () => {
    const cancel = new AbortController()
    const sleeping = () =>
      mariadb
        .execute(
          `select count(*) from information_schema.processlist where info like '%sleep(600)%' and user = 'reader'`,
        )
        .trim()
    const running = query(
      { sqlQuery: 'select sleep(600) as s from seq_1_to_2', table: 'never' },
      { signal: cancel.signal },
    )
    running.catch(() => undefined)
    await expect.poll(sleeping, { timeout: 30_000 }).toBe('1')
    cancel.abort(new Error('cancelled'))
    await expect(running).rejects.toThrow('cancelled')
    await expect.poll(sleeping, { timeout: 30_000 }).toBe('0')
    expect(
      await warehouse.describe({ table: 'never' }, { signal: new AbortController().signal }),
    ).toBeUndefined()
  })

  test('what is wrong is said in words, and nothing can be changed', async () => {
    const said = async (parameters: Readonly<Record<string, unknown>>) =>
      (await query({ sqlQuery: 'select 1 as one', ...parameters })).message
    expect(await said({ password: 'other' })).toMatch(
      /^MySQL or MariaDB at 127.0.0.1:\d+ refused the user "reader": Access denied for user.*\nCheck user and password/,
    )
    expect(await said({ connectionUrl: 'jdbc:mysql://127.0.0.1:1/shop' })).toMatch(
      /cannot be reached: .*ECONNREFUSED/,
    )
    expect(await said({ sqlQuery: 'select * from gone' })).toMatch(/gone' doesn't exist/)
    expect(await said({ sqlQuery: 'select 1 as a, 2 as A' })).toMatch(/Duplicate column name/)
    expect(await said({})).toMatch(/^1 rows of MariaDB at 127.0.0.1:\d+ are in /)
    const encrypted = { connectionUrl: `jdbc:mysql://127.0.0.1:${mariadb.connection.port}/shop?useSSL=true` }
    expect(await said(encrypted)).toMatch(/cannot be reached: /)
  })
})
