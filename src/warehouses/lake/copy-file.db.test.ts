import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dropLake, lakeExtensions, newLake, warehousesOfTests } from '../conformance/databases.ts'
import type { DuckdbConnection, LakeConnection } from '../connection.ts'
import { createWarehouses, type Warehouses } from '../open.ts'
import type { Warehouse } from '../warehouse.ts'
import type { CopyOptions } from './copy-file.ts'

/** Types that a lake has not, and those whose extremes do not survive Parquet: another test is about them. */
const LEFT_OUT = [
  ...['bignum', '"bit"', 'small_enum', 'medium_enum', 'large_enum', '"union"', 'struct_of_fixed_array'],
  ...['int', 'varchar', 'nested_int', 'nested_varchar', 'struct'].map((name) => `fixed_${name}_array`),
  ...['fixed_array_of_int_list', 'list_of_fixed_int_array', 'time_ns'],
  ...['hugeint', 'uhugeint', '"interval"', 'time_tz'],
]
const never = { signal: new AbortController().signal }

describe.skipIf(lakeExtensions === undefined)('a DuckDB file is copied into a lake', () => {
  let folder: string
  let file: DuckdbConnection
  let lake: LakeConnection
  let warehouses: Warehouses

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'copy-'))
    file = { type: 'DUCKDB', path: join(folder, 'development.duckdb') }
    lake = newLake(folder)
    warehouses = warehousesOfTests()
  })
  afterEach(async () => {
    await warehouses.close()
    await dropLake(lake)
    await rm(folder, { recursive: true })
  })

  async function inFile(...statements: readonly string[]): Promise<Warehouse> {
    const warehouse = await warehouses.open(file)
    for (const sql of statements) await warehouse.execute(sql, never)
    return warehouse
  }

  const copy = (options: Partial<CopyOptions> = {}) =>
    warehouses.copyToLake(file, lake, {
      ...never,
      onProgress: () => undefined,
      beforeCommit: async () => undefined,
      ...options,
    })

  async function rowsIn(connection: DuckdbConnection | LakeConnection, sql: string) {
    const warehouse = await warehouses.open(connection)
    return (await Array.fromAsync((await warehouse.query(sql, never)).batches)).flat()
  }

  const tablesOfLake = async () =>
    (
      await rowsIn(lake, "select table_name from duckdb_tables() where database_name = 'lake' order by 1")
    ).flat()

  test('tables of every type that a lake has, in every schema, with defaults, comments and views', async () => {
    await inFile(
      `create table every as select * exclude (${LEFT_OUT.join(', ')}) from test_all_types(), range(20)`,
      `create table "Of Ours" ("a ""b" integer default 5 not null, made timestamp default current_timestamp, j json, n decimal(38,9))`,
      `insert into "Of Ours" values (1, '2026-01-01', '{"a": [1]}', 1.5), (1, '2026-01-01', '{"a": [1]}', 1.5)`,
      `comment on table "Of Ours" is 'it''s ours'`,
      `comment on column "Of Ours"."a ""b" is 'a column'`,
      'create schema sales',
      'create table sales.empty (id integer primary key, unique_one varchar unique, checked integer check (checked > 0))',
      'create sequence numbers',
      'create macro plus_one(x) as x + 1',
      'create view z_view as select "a ""b" as n from "Of Ours"',
      'create view a_view as select * from z_view',
      'create view sales.of_sales as select id from sales.empty',
    )
    const before = await rowsIn(file, 'select * from every')
    const progress: number[] = []
    const copied = await copy({ onProgress: ({ tablesDone }) => progress.push(tablesDone) })
    expect(copied).toEqual({
      tablesTotal: 3,
      views: 3,
      rows: 62,
      notKept: expect.arrayContaining([
        'PRIMARY KEY(id) of sales.empty',
        'UNIQUE(unique_one) of sales.empty',
        expect.stringMatching(/^CHECK/),
        'sequence main.numbers',
        'function main.plus_one',
      ]),
    })
    expect(progress).toEqual([0, 1, 2, 3])
    expect(await rowsIn(lake, 'select * from every')).toEqual(before)
    expect(await rowsIn(lake, 'select * from a_view')).toEqual([['1'], ['1']])
    expect(await rowsIn(lake, 'select count(*) from sales.of_sales')).toEqual([['0']])
    const types = 'select column_name, data_type, is_nullable, column_default, comment from duckdb_columns()'
    const of = (database: string) => `${types} where database_name = '${database}' and table_name = 'Of Ours'`
    expect(await rowsIn(lake, of('lake'))).toEqual([
      ['a "b', 'INTEGER', 'false', "'5'", 'a column'],
      ['made', 'TIMESTAMP', 'true', 'current_timestamp', null],
      ['j', 'JSON', 'true', 'NULL', null],
      ['n', 'DECIMAL(38,9)', 'true', 'NULL', null],
    ])
    await (await warehouses.open(lake)).execute('insert into sales.empty values (1, null, 2)', never)
    await expect(
      (await warehouses.open(lake)).execute('insert into "Of Ours" ("a ""b") values (null)', never),
    ).rejects.toThrow(/NOT NULL/)
  })

  test('what the lake has already, row by row, is taken as copied; anything else is refused with its names', async () => {
    await inFile('create table t as select range as n from range(100)', 'create view v as select n from t')
    await copy()
    expect(await copy()).toMatchObject({ rows: 100, tablesTotal: 1, views: 1 })
    await inFile('update t set n = 1000 where n = 7')
    await expect(copy()).rejects.toThrow(/already has main\.t, main\.v, and not with the same rows/)
    await inFile('update t set n = 7 where n = 1000', 'create or replace view v as select n + 1 as n from t')
    await expect(copy()).rejects.toThrow(/already has main\.t, main\.v/)
    await inFile('drop view v', 'update t set n = 7 where n = 1000')
    expect(await copy()).toMatchObject({ rows: 100, views: 0 })
    await inFile('alter table t alter n type varchar')
    await expect(copy()).rejects.toThrow(/already has main\.t/)
  })

  test('what a lake has not is listed whole, before anything is copied', async () => {
    await inFile(
      "create table one (m enum ('a', 'b'))",
      'create table two (u union (a integer, b varchar))',
      'create table three (n integer)',
    )
    await expect(copy()).rejects.toThrow(
      /the table main\.one: a lake has no type ENUM\('a', 'b'\).*VARCHAR\nthe table main\.two: a lake has no type UNION/s,
    )
    expect(await tablesOfLake()).toEqual([])
    await inFile('drop table one', 'drop table two', 'create table postgres_rows (xmin double)')
    await expect(copy()).rejects.toThrow(
      /main.postgres_rows: a lake has no such name, rename it\nthe column xmin/,
    )
    await inFile('drop table postgres_rows', 'create view v as select * from development.main.three')
    await expect(copy()).rejects.toThrow(/the view main\.v: .*development/)
    expect(await tablesOfLake()).toEqual([])
  })

  test.each(['hugeint', 'uhugeint', '"interval"', 'time_tz'])(
    'values that a lake would change are found out: %s',
    async (type) => {
      await inFile(`create table t as select ${type} as x from test_all_types(), range(20)`)
      await expect(copy()).rejects.toThrow(/does not keep all values of main\.t as they are: change x/)
      expect(await tablesOfLake()).toEqual([])
      await inFile('create or replace table t as select range::hugeint as x from range(20)')
      expect(await copy()).toMatchObject({ rows: 20 })
    },
  )

  test('a type that would break the engine is refused before', async () => {
    await inFile('create table t as select {a: [time_ns]} as x from test_all_types(), range(20)')
    await expect(copy()).rejects.toThrow('the column x of main.t: a lake cannot store TIME_NS')
  })

  test('nothing of it can be seen before it is committed, and a refused commit takes all of it back', async () => {
    await inFile('create table t as select range as n from range(1000)')
    const seen: unknown[] = []
    const refused = copy({
      async beforeCommit() {
        seen.push(await tablesOfLake())
        throw new Error('not now')
      },
    })
    await expect(refused).rejects.toThrow('not now')
    expect(seen).toEqual([[]])
    expect(await tablesOfLake()).toEqual([])
  })

  test('statements on the file wait meanwhile, and the file stays as it was', async () => {
    await inFile('create table t as select range as n from range(1000)', 'checkpoint')
    await warehouses.close()
    const before = await readFile(file.path)
    let waited: Promise<unknown> | undefined
    await copy({
      async beforeCommit() {
        expect(await readFile(file.path)).toEqual(before)
        waited = inFile('insert into t values (1)')
        expect(await Promise.race([waited, new Promise((done) => setTimeout(done, 300, 'waits'))])).toBe(
          'waits',
        )
      },
    })
    await waited
    expect(await rowsIn(file, 'select count(*) from t')).toEqual([['1001']])
    expect(await rowsIn(lake, 'select count(*) from t')).toEqual([['1000']])
  })

  test('what is about to open the file, or waits for it, does not stand in its way, and may give up waiting', async () => {
    const warehouse = await inFile('create table t as select 1 as n')
    await warehouses.close()
    const cancelling = new AbortController()
    const early = warehouse.execute('insert into t values (2)', never)
    const copied = copy({
      async beforeCommit() {
        const late = warehouse.execute('insert into t values (3)', cancelling)
        setTimeout(() => cancelling.abort(new Error('given up')), 100)
        await expect(late).rejects.toThrow('given up')
      },
    })
    await expect(early).rejects.toThrow('was closed')
    expect(await copied).toMatchObject({ rows: 1 })
  })

  test('a table that is larger than the memory for it is copied', async () => {
    await inFile(
      'create table t as select range as n, md5(range::varchar) || md5((-range)::varchar) as s from range(4_000_000)',
    )
    await warehouses.close()
    warehouses = createWarehouses({
      allowPrivateAddresses: true,
      duckdbExtensions: lakeExtensions,
      duckdbMemoryMib: 128,
    })
    expect(await copy()).toMatchObject({ rows: 4_000_000 })
  })

  test('it stops when it is cancelled, and the file can be used again', async () => {
    await inFile('create table t as select range as n, md5(range::varchar) as s from range(4_000_000)')
    const cancelling = new AbortController()
    setTimeout(() => cancelling.abort(new Error('cancelled')), 300)
    const startedAt = performance.now()
    await expect(copy({ signal: cancelling.signal })).rejects.toThrow('cancelled')
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(await tablesOfLake()).toEqual([])
    expect(await rowsIn(file, 'select count(*) from t')).toEqual([['4000000']])
  })

  test('an environment whose file does not exist yet has nothing to copy', async () => {
    expect(await copy()).toEqual({ tablesTotal: 0, rows: 0, views: 0, notKept: [] })
    await expect(stat(file.path)).rejects.toThrow('ENOENT')
  })
})
