import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lakeExtensions, newLake, warehousesOfTests } from '../../../warehouses/conformance/databases.ts'
import { createWarehouses } from '../../../warehouses/open.ts'
import type { StatementOptions, Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import { stagingName } from '../../common/staging-table.ts'
import { stepContext } from '../../testing/step-context.ts'
import { createLoad, type LoadOptions } from './load.ts'

const warehouses = createWarehouses({ allowPrivateAddresses: true })
const options = { signal: new AbortController().signal }
const schema = 'Extract "tests"'
let warehouse: Warehouse

beforeAll(async () => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  warehouse = await warehouses.open({
    type: 'POSTGRES',
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || url.searchParams.get('port') || 5432),
    database: url.pathname.slice(1) || 'postgres',
    user: decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    ssl: false,
    schema,
  })
})
afterAll(async () => {
  await warehouse.execute('drop schema "Extract ""tests""" cascade', options)
  await warehouses.close()
})

let serial = 0
async function load(elements: readonly string[], own: Partial<LoadOptions> = {}) {
  const one = createLoad({
    warehouse,
    options,
    table: { table: 'target' },
    mode: 'APPEND',
    key: `key ${++serial}`,
    columns: undefined,
    ...own,
  })
  try {
    const before = await one.begin()
    if (before !== undefined) return `${before.rows} done before`
    for (const element of elements) await one.add(element)
    return (await one.finish()).rows
  } finally {
    await one.abandon()
  }
}

async function rowsOf(sql: string) {
  const rows = []
  for await (const batch of (await warehouse.query(sql, options)).batches) rows.push(...batch)
  return rows
}

test('PostgreSQL gets every digit, JSON as JSON, and each mode does what its name says', async () => {
  const element = '{"id":12345678901234567890,"it\'s":"q\'","list":[1],"none":null}'
  expect(await load([element, '{"id":2,"it\'s":"r"}'])).toBe(2)
  expect(await rowsOf('select id, "it\'s", list->0, none from target order by id desc')).toEqual([
    ['12345678901234567890', "q'", '1', null],
    ['2', 'r', null, null],
  ])
  expect(await load(['{"id":3}'])).toBe(1)
  expect(await rowsOf('select count(*) from target')).toEqual([['3']])
  await load(['{"id":4}'], { mode: 'TRUNCATE_AND_INSERT' })
  expect(await rowsOf('select id from target')).toEqual([['4']])
  await load(['{"other":5}'], { mode: 'REPLACE_IF_EXISTS' })
  expect(await rowsOf('select other from target')).toEqual([['5']])
  await expect(load(['{"id":4}'], { mode: 'FAIL_IF_EXISTS' })).rejects.toThrow('already exists')
})

test('where no element comes and nothing tells the columns, a table keeps its own and is emptied', async () => {
  const into = { table: { table: 'emptied' } }
  expect(await load([], { ...into, mode: 'REPLACE_IF_EXISTS' })).toBe(0)
  for (const mode of ['TRUNCATE_AND_INSERT', 'REPLACE_IF_EXISTS'] as const) {
    await load(['{"id":1}'], into)
    expect(await load([], into)).toBe(0)
    expect(await rowsOf('select id from emptied')).toEqual([['1']])
    expect(await load([], { ...into, mode, key: `nothing ${mode}` })).toBe(0)
    expect(await rowsOf('select id from emptied')).toEqual([])
    expect(await load([], { ...into, mode, key: `nothing ${mode}` })).toBe('0 done before')
  }
  await warehouse.execute('drop table emptied', options)
})

test('half of a letter, as an API leaves it that cuts texts, refuses no element', async () => {
  const elements = [
    { id: 1, name: 'cut \ud83d' },
    { id: 2, name: 'whole', more: { '\udc4d': '👍' } },
  ]
  const into = { table: { table: 'halves' } }
  expect(
    await load(
      elements.map((one) => JSON.stringify(one)),
      into,
    ),
  ).toBe(2)
  expect(await rowsOf('select name, more from halves order by id')).toEqual([
    ['cut \ufffd', null],
    ['whole', '{"\ufffd": "👍"}'],
  ])
  await warehouse.execute('drop table halves', options)
})

test('members that only later elements have are named once', async () => {
  const lines: string[] = []
  const noted = { ...options, note: (line: string) => lines.push(line) }
  const long = 'x'.repeat(64 * 1024)
  const later = JSON.stringify({ id: 2, late: true, long })
  const elements = [JSON.stringify({ id: 1, long }), later, later]
  expect(await load(elements, { table: { table: 'noted' }, options: noted })).toBe(3)
  expect(lines).toEqual([expect.stringMatching(/Not loaded.*: "late"$/)])
  await warehouse.execute('drop table noted', options)
})

test('members whose digits a floating-point number does not keep are named once', async () => {
  const lines: string[] = []
  const noted = { ...options, note: (line: string) => lines.push(line) }
  const elements = [
    '{"rate": 0.1, "id": "1234567890123456789"}',
    ...Array(2).fill('{"rate": 0.123456789012345678}'),
  ]
  expect(await load(elements, { table: { table: 'rated' }, options: noted })).toBe(3)
  expect(lines).toEqual([expect.stringMatching(/^Rounded, .*: "rate", such as 0.123456789012345678\. /)])
  await warehouse.execute('drop table rated', options)
})

test('a number beyond the floating-point numbers is refused by its place, and one too small for them is 0', async () => {
  const into = { table: { table: 'far' } }
  const small = ['{"x": 1.5}', '{"x": -1e-400}', `{"x": 0.${'0'.repeat(400)}1}`, '{"x": 2e-310}']
  expect(await load(small, into)).toBe(4)
  expect(await rowsOf('select x from far order by x')).toEqual([['0'], ['0'], ['2e-310'], ['1.5']])
  for (const large of ['1e400', '-1.8E308', `1${'0'.repeat(309)}.5`])
    await expect(load(['{"x": 1.5}', `{"x": ${large}}`], into)).rejects.toThrow(
      `Element 2: "x" is larger than the floating-point numbers of its column: ${large.slice(0, 60)}. State`,
    )
  await warehouse.execute('drop table far', options)
})

test('values without a type of their own take that of the column they are added to, on PostgreSQL and DuckDB', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-load-'))
  const duckdb = await warehouses.open({ type: 'DUCKDB', path: join(folder, 'values.duckdb') })
  try {
    for (const one of [warehouse, duckdb]) {
      const table = { table: 'typed' }
      const columns = 'id int, note varchar(40), day date, ok boolean, price double precision'
      await one.execute(`create table ${one.quoteTable(table)} (${columns})`, options)
      const into = { warehouse: one, table }
      await load(['{"id": 1, "note": null, "day": null, "ok": null, "price": null}'], into)
      const mixed = ['{"id": 2, "note": "it is", "day": "2026-01-31", "ok": true, "price": 0.5}']
      mixed.push('{"id": 3, "note": 12345678901234567890.25, "day": null, "ok": "false", "price": "1.5"}')
      mixed.push('{"id": 4, "note": {"a":1}}')
      await load(mixed, into)
      const sql = `select id, replace(note, ' ', ''), day, ok, price from ${one.quoteTable(table)} order by id`
      const { batches } = await one.query(sql, options)
      expect((await Array.fromAsync(batches)).flat()).toEqual([
        ['1', null, null, null, null],
        ['2', 'itis', '2026-01-31', 'true', '0.5'],
        ['3', '12345678901234567890.25', null, 'false', '1.5'],
        ['4', '{"a":1}', null, null, null],
      ])
    }
  } finally {
    await warehouse.execute('drop table typed', options)
    await rm(folder, { recursive: true })
  }
})

test('a record of loads that an earlier version made is completed', async () => {
  const earlier = 'create table headrace_loads (load_key varchar primary key, loaded_at timestamp)'
  await warehouse.execute(`drop table if exists headrace_loads; ${earlier}`, options)
  expect(await load(['{"id":1}'], { table: { table: 'later' } })).toBe(1)
  expect(await rowsOf('select loaded_rows, deleted_rows from headrace_loads')).toEqual([['1', '0']])
  await warehouse.execute('drop table later', options)
})

test('a load that was done is not done again, and one that fails leaves nothing', async () => {
  const own = { key: 'the same', table: { table: 'once' } }
  expect(await load(['{"id":1}'], own)).toBe(1)
  expect(await load(['{"id":1}'], own)).toBe('1 done before')
  const columns = [{ name: 'id', type: 'INTEGER' as const, member: 'id' }]
  await expect(load(['{"id":1.5}'], { columns, table: { table: 'never' } })).rejects.toThrow('1.5')
  await expect(load(['{"id":1'], { columns, table: { table: 'never' } })).rejects.toThrow('json')
  const left = `select table_name from information_schema.tables where table_schema = 'Extract "tests"' order by 1`
  expect((await rowsOf(left)).flat()).toEqual(['headrace_loads', 'once', 'target'])
})

test('a table that the server made for a lost attempt while the next one loaded goes too', async () => {
  const one = createLoad({
    warehouse,
    options,
    table: { table: 'late' },
    mode: 'APPEND',
    key: 'late',
    columns: undefined,
  })
  expect(await one.begin()).toBeUndefined()
  const lost = stagingName({ table: 'late' }, 'late')
  await warehouse.execute(`create table ${warehouse.quoteTable(lost)} (n int)`, options)
  await one.add('{"n":1}')
  expect(await one.finish()).toMatchObject({ rows: 1 })
  expect(await warehouse.describe(lost, options)).toBeUndefined()
})

/** The connection is lost for a moment behind the commit of a load. */
function losing(isLost: (sql: string, isCommitted: boolean) => boolean): Warehouse {
  let isCommitted = false
  let hasLost = false
  function answered(sql: string): void {
    isCommitted ||= sql.endsWith('commit')
    if (hasLost || !isLost(sql, isCommitted)) return
    hasLost = true
    throw new WarehouseError('The connection was lost')
  }
  const passing =
    <T>(run: (sql: string, own: StatementOptions) => Promise<T>) =>
    (sql: string, own: StatementOptions) =>
      run(sql, own).finally(() => answered(sql))
  const beginTransaction: Warehouse['beginTransaction'] = async (own) => {
    const transaction = await warehouse.beginTransaction(own)
    return { ...transaction, commit: () => transaction.commit().then(() => answered('commit')) }
  }
  const { execute, query } = warehouse
  return { ...warehouse, execute: passing(execute), query: passing(query), beginTransaction }
}

const atLeastOne = { type: 'Row Count', minimum: '1' }

test.each([
  ['the commit is not answered', [], (sql: string) => sql.endsWith('commit')],
  ['that of gates is not', [atLeastOne], (sql: string) => sql.endsWith('commit')],
  [
    'what is left cannot be listed',
    [],
    (sql: string, isCommitted: boolean) => isCommitted && /headrace\\?_load/.test(sql),
  ],
])('a load is done when its rows are there: %s', async (what, gates, isLost) => {
  const table = { table: what.replaceAll(' ', '_') }
  const own = { warehouse: losing(isLost), table, gated: { context: stepContext(), gates } }
  expect(await load(['{"id":1}', '{"id":2}'], own)).toBe(2)
  expect(await rowsOf(`select id from ${warehouse.quoteTable(table)} order by 1`)).toEqual([['1'], ['2']])
})

test.skipIf(lakeExtensions === undefined)(
  'a lake gets few files, however many elements arrive',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headrace-load-'))
    const lakes = warehousesOfTests()
    const lake = await lakes.open(newLake(folder))
    try {
      const text = 'x'.repeat(10_000)
      const elements = Array.from({ length: 2_500 }, (_, id) => JSON.stringify({ id, text }))
      expect(await load(elements, { warehouse: lake, mode: 'REPLACE_IF_EXISTS' })).toBe(2_500)
      const { batches } = await lake.query(
        `select count(*), count(distinct id), (select count(*) from ducklake_list_files('lake', 'target', schema => 'main')) from target`,
        options,
      )
      const found = (await Array.fromAsync(batches)).flat()
      expect(found).toEqual([['2500', '2500', '1']])
    } finally {
      await lakes.close()
      await rm(folder, { recursive: true })
    }
  },
  60_000,
)
