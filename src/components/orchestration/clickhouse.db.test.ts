import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ClickHouseStandIn, findChdb, startChdb } from '../../warehouses/clickhouse/stand-in.ts'
import { clickHouseOfTests } from '../../warehouses/conformance/clickhouse.ts'
import {
  type EmptySchema,
  postgresOfTests,
  warehousesOfTests,
} from '../../warehouses/conformance/databases.ts'
import type { Warehouses } from '../../warehouses/open.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { readRows } from '../common/sql.ts'
import { stepContext } from '../testing/step-context.ts'
import { run as databaseQuery } from './database-query/run.ts'
import { run as s3Load } from './s3-load/run.ts'
import { run as s3Unload } from './s3-unload/run.ts'

const python = findChdb()
/** Minutes of its own: `npm run test:warehouses`. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'
if (isWanted && python === undefined) console.warn('chdb is not installed: nothing is loaded into ClickHouse')

const never = { signal: new AbortController().signal }
const { host, port, database, user, password } = postgresOfTests()

/** What ClickHouse's own form of rows could spoil; everything else is in `emulators.db.test.ts`. */
describe.skipIf(!isWanted || python === undefined)('components that load into ClickHouse', () => {
  let standIn: ClickHouseStandIn
  let target: EmptySchema
  let warehouses: Warehouses
  let warehouse: Warehouse
  let source: Warehouse
  let schema: string
  let filesFolder: string

  beforeAll(async () => {
    standIn = await startChdb(python ?? '')
  }, 60_000)
  afterAll(() => standIn?.[Symbol.asyncDispose]())

  beforeEach(async () => {
    target = await clickHouseOfTests(() => standIn).create()
    warehouses = warehousesOfTests()
    warehouse = await warehouses.open(target.connection)
    schema = `shop ${randomUUID().slice(0, 8)}`
    source = await warehouses.open({ ...postgresOfTests(), schema })
    await source.execute(
      `create table orders (id bigint, amount numeric(12, 2), note text, changed timestamp, paid boolean);
       insert into orders values (1, 12345678.90, e'tab\\t"one" \\\\N', '2024-01-31 12:30:00.25', true), (2, null, null, null, false)`,
      never,
    )
    filesFolder = await mkdtemp(join(tmpdir(), 'clickhouse-files-'))
    await mkdir(join(filesFolder, 'in'))
  })
  afterEach(async () => {
    await source.execute(`drop schema "${schema}" cascade`, never)
    await warehouses.close()
    await target.remove()
    await rm(filesFolder, { recursive: true })
  })

  const rowsOf = async (sql: string) => (await readRows(warehouse, sql, 1_000, never)).rows
  const contextOf = (key: string = randomUUID()) => {
    const shop = {
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
    }
    return {
      ...stepContext({ warehouse, warehouses, filesFolder, connections: [shop] }),
      idempotencyKey: key,
    }
  }
  const query = (parameters: object, key?: string) =>
    databaseQuery.run(contextOf(key), { connection: 'shop', table: 'loaded', ...parameters } as never)
  const loadFiles = (parameters: object = {}, key?: string) =>
    s3Load.run(contextOf(key), {
      s3ObjectPrefix: 'file:///in/',
      targetTable: 'sales',
      fileType: 'CSV',
      ...parameters,
    } as never)

  test('rows of another database keep every digit, and replace what is there', async () => {
    const sqlQuery = 'select *, id * 1000000000000 + 7 as big from orders'
    expect(await query({ sqlQuery })).toMatchObject({ result: 'SUCCESS', rowCount: 2 })
    expect(await rowsOf('select id, amount, note, changed, paid, big from loaded order by id')).toEqual([
      ['1', '12345678.90', 'tab\t"one" \\N', '2024-01-31 12:30:00.25', 'true', '1000000000007'],
      ['2', null, null, null, 'false', '2000000000007'],
    ])
    expect(await query({ sqlQuery: 'select 3 as id' })).toMatchObject({ rowCount: 1 })
    expect(await rowsOf('select * from loaded')).toEqual([['3']])
  })

  test('files are loaded once, their rows as they are, and unloaded again', async () => {
    await warehouse.execute(
      'create table sales (id Int32, name Nullable(String), amount Nullable(Decimal(12, 2)), day Nullable(Date32)) engine = MergeTree order by id',
      never,
    )
    const text = '1,"Ann, \\N ""first""",12.5,2024-01-31\n2,,,\n3,"ü \\ \'x\'",-1,1999-12-31\n'
    await writeFile(join(filesFolder, 'in', 'one.csv'), text)
    const quoted = { fieldOptionallyEnclosed: '"' }
    const key = randomUUID()
    expect(await loadFiles(quoted, key)).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
    expect((await loadFiles(quoted, key)).message).toMatch(/already loaded by an earlier attempt/)
    expect((await loadFiles(quoted)).message).toMatch(/^0 rows of 0 files .*1 were loaded before/)
    const rows = [
      ['1', 'Ann, \\N "first"', '12.50', '2024-01-31'],
      ['2', null, null, null],
      ['3', "ü \\ 'x'", '-1.00', '1999-12-31'],
    ]
    expect(await rowsOf('select * from sales order by id')).toEqual(rows)
    await writeFile(join(filesFolder, 'in', 'two.csv'), '4,four,none,\n5,five,5,\n')
    expect((await loadFiles(quoted)).message).toMatch(/two.csv: line 1: column "amount"/)
    expect(await loadFiles({ ...quoted, onError: 'Continue' })).toMatchObject({ rowCount: 1 })

    const out = { s3ObjectPrefix: 'file:///out', tableName: 'sales', compression: 'NONE', singleFile: 'True' }
    expect(await s3Unload.run(contextOf(), { ...out, filePrefix: 'sales.csv' } as never)).toMatchObject({
      result: 'SUCCESS',
      rowCount: 4,
    })
    expect(await readFile(join(filesFolder, 'out', 'sales.csv'), 'utf8')).toContain('1999-12-31')
  })
})
