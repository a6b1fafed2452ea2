import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { clickHouseOfTests } from '../conformance/clickhouse.ts'
import { warehousesOfTests } from '../conformance/databases.ts'
import { conformanceTests } from '../conformance/suite.ts'
import { type ClickHouseStandIn, findChdb, startChdb } from './stand-in.ts'

const python = findChdb()
/** Minutes of its own: `npm run test:warehouses`. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'
if (isWanted && python === undefined)
  console.warn('chdb is not installed: the warehouse ClickHouse is not tested')

describe.skipIf(!isWanted || python === undefined)('ClickHouse, as its engine stands behind a front', () => {
  let standIn: ClickHouseStandIn
  beforeAll(async () => {
    standIn = await startChdb(python ?? '')
  }, 60_000)
  afterAll(() => standIn?.[Symbol.asyncDispose]())

  conformanceTests(clickHouseOfTests(() => standIn))

  test('moments are those of UTC, whatever the zones of the server and of a column', async () => {
    const schema = await clickHouseOfTests(() => standIn).create()
    const warehouses = warehousesOfTests()
    const warehouse = await warehouses.open(schema.connection)
    const never = { signal: new AbortController().signal }
    onTestFinished(async () => {
      await warehouses.close()
      await schema.remove()
    })
    await warehouse.execute(
      "create table t (a DateTime, b DateTime('Europe/Berlin'), c DateTime64(3)) order by tuple()",
      never,
    )
    const columns = await warehouse.describeQuery('select * from t', never)
    const insert = (text: string) => {
      const values = columns.map(({ type }) => {
        expect(warehouse.parts.isUtc(type)).toBe(true)
        return warehouse.castSql(`'${text}'`, 'String', type)
      })
      return warehouse.execute(`insert into t select ${values.join(', ')}`, never)
    }
    await insert('2024-01-31 09:00:00')
    const { batches } = await warehouse.query(
      "select a, b, c, toUnixTimestamp(a) = toUnixTimestamp(b), a = '2024-01-31 09:00:00' from t",
      never,
    )
    expect((await Array.fromAsync(batches)).flat()).toEqual([
      ['2024-01-31 09:00:00', '2024-01-31 10:00:00', '2024-01-31 09:00:00', '1', '1'],
    ])
    await expect(insert('1900-01-01 00:00:00')).rejects.toThrow(/1900|out of bounds|range/)
  })

  test('half of a letter costs no row of those that are inserted with it', async () => {
    const schema = await clickHouseOfTests(() => standIn).create()
    const warehouses = warehousesOfTests()
    const warehouse = await warehouses.open(schema.connection)
    const never = { signal: new AbortController().signal }
    onTestFinished(async () => {
      await warehouses.close()
      await schema.remove()
    })
    await warehouse.execute('create table t (a String) order by tuple()', never)
    const columns = [{ name: 'a', type: 'String', member: 'a', json: false }]
    const elements = JSON.stringify([{ a: 'whole' }, { a: 'cut \ud83d' }])
    await warehouse.execute(warehouse.insertJsonSql({ table: 't' }, columns, elements), never)
    const { batches } = await warehouse.query('select a from t order by a', never)
    expect((await Array.fromAsync(batches)).flat()).toEqual([['cut \ufffd'], ['whole']])
  })

  test('changes of rows that no simple query counts are made, and those that one counts are counted', async () => {
    const schema = await clickHouseOfTests(() => standIn).create()
    const warehouses = warehousesOfTests()
    const warehouse = await warehouses.open(schema.connection)
    const never = { signal: new AbortController().signal }
    onTestFinished(async () => {
      await warehouses.close()
      await schema.remove()
    })
    const run = async (sql: string) => (await warehouse.execute(sql, never)).rowCount
    await run(`create table t (x Int64, a Int64, d Date) engine = MergeTree partition by toYYYYMM(d) order by x
 settings enable_block_number_column = 1, enable_block_offset_column = 1`)
    await run(`insert into t select number, 0, '2024-01-15' from numbers(6)`)
    await run('create table s (k Int64, z Int64) engine = MergeTree order by k')
    await run('insert into s values (1, 10)')
    expect(await run('update t set a = (select max(z) from s where k = 1) where x < 2')).toBe(2)
    expect(await run('alter table t update a = x in (2, 3) where x > 1 and x < 4')).toBe(2)
    expect(await run(`delete from t in partition '202401' where x = 5`)).toBe(0)
    expect(await run('alter table t delete where x = 0, update a = 7 where x = 4')).toBe(0)
    expect(await run('alter table t modify ttl d + interval 100 year delete where x = 9')).toBe(0)
    const { batches } = await warehouse.query('select x, a from t order by x', never)
    expect((await Array.fromAsync(batches)).flat()).toEqual([
      ['1', '10'],
      ['2', '1'],
      ['3', '1'],
      ['4', '7'],
    ])
  })
})
