import { expect, test } from 'vitest'
import { databricksOfTests, never } from './testing/connected.ts'
import { failed, succeeded } from './testing/service.ts'

const databricks = databricksOfTests()
const { connect, answer, arrived } = databricks
const one = succeeded([['a', 'INT']], [['1']])
const affected = (rows: number) =>
  succeeded(
    [
      ['num_affected_rows', 'BIGINT'],
      ['num_inserted_rows', 'BIGINT'],
    ],
    [[String(rows), String(rows)]],
  )

test('statements run one by one, and a transaction as one block', async () => {
  answer(() => [affected(2)])
  const warehouse = await connect()
  const script =
    'insert into a select 1; begin; update b set c = 1; insert into d select 2; commit; delete from e'
  const counts = await warehouse.execute(script, never)
  expect(arrived()).toEqual([
    'insert into a select 1',
    'begin atomic\nupdate b set c = 1;\ninsert into d select 2;\nend',
    'delete from e',
  ])
  expect(counts).toEqual({
    rowCount: 4,
    changes: { inserted: 2, updated: 0, deleted: 2 },
    queryId: 's-4',
  })
})

test('a failure says which statement of the script it was', async () => {
  answer(({ statement }) => [statement === 'select b' ? failed('[UNRESOLVED_COLUMN] b') : one])
  const warehouse = await connect()
  await expect(warehouse.execute('select a; select b; select c', never)).rejects.toThrow(
    /^Statement 2 of 3: \[UNRESOLVED_COLUMN\] b/,
  )
  expect(arrived()).toEqual(['select a', 'select b'])
})

test('a use holds for the rest of its script, and for nothing else', async () => {
  answer(() => [one])
  const warehouse = await connect()
  await warehouse.execute('use catalog dev; use schema `odd``name`; select 1; use a.b; select 2', never)
  await warehouse.execute('select 3', never)
  const places = databricks.service.arrived
    .filter(({ statement }) => statement.startsWith('select'))
    .map(({ statement, catalog, schema }) => [statement, catalog, schema])
  expect(places).toEqual([
    ['select 1', 'dev', 'odd`name'],
    ['select 2', 'a', 'b'],
    ['select 3', 'main', 'sales'],
  ])
})

test.each([
  ['select 1; create temporary view v as select 1', /^Statement 2 of 2: Databricks keeps nothing/],
  ['create or replace global temp view v as select 1', /keeps nothing between/],
  ['declare variable x int', /keeps nothing between/],
  ['set var x = 1', /keeps nothing between/],
  ['begin; delete from a', /does not commit/],
  ['begin; delete from a; rollback', /cannot be rolled back by the script/],
  ['delete from a; commit', /a commit too many/],
])('%s is refused before anything is sent', async (script, message) => {
  const warehouse = await connect()
  await expect(warehouse.execute(script, never)).rejects.toThrow(message)
  expect(arrived()).toEqual([])
})

test('a column or a table may be called temp', async () => {
  const script = ['create table sensors (temp double)', 'create table temp as select temporary from raw']
  await (await connect()).execute(script.join(';'), never)
  expect(arrived()).toEqual(script)
})

test('a transaction that components share is refused with what to do', async () => {
  const warehouse = await connect()
  await expect(warehouse.beginTransaction(never)).rejects.toMatchObject({
    name: 'WarehouseError',
    message: expect.stringContaining('leave out Begin and Commit'),
  })
})

test('a load computes its rows when they are given, and writes them in one statement at its commit', async () => {
  answer(() => [succeeded([['n', 'BIGINT']], [['2']])])
  const load = await (await connect()).beginLoad(never)
  await load.fill([['x', null]])
  expect(await load.execute(`insert into t (a, b) select c0, c1 from ${load.batch}`)).toBe(2)
  await load.fill([["it's"]])
  await load.execute(`insert into t (a) select c0 from ${load.batch}`)
  expect(arrived().filter((sql) => /^(insert|begin)/.test(sql))).toEqual([])
  await load.fill([['again']])
  await load.execute(`insert into t (a) select c0 from ${load.batch}`)
  await load.commit()
  const last = arrived().at(-1) ?? ''
  expect(last).toMatch(
    /^begin atomic\ninsert into t \(a, b\)[\s\S]*;\ninsert into t \(a\)[\s\S]*union all[\s\S]*;\nend$/,
  )
  expect(last).toContain('[["x",null]]')
  expect(last).toContain(`[["it\\'s"]]`)
})

test('a load that fails, is cancelled or rolled back writes nothing', async () => {
  answer(({ statement }) => [statement.includes('bad') ? failed('[CAST_INVALID_INPUT] bad') : one])
  const warehouse = await connect()
  const cancel = new AbortController()
  const cancelled = await warehouse.beginLoad({ signal: cancel.signal })
  await cancelled.fill([['x']])
  await cancelled.execute(`insert into t select c0 from ${cancelled.batch}`)
  cancel.abort(new Error('enough'))
  await expect(cancelled.commit()).rejects.toThrow('enough')
  const failing = await warehouse.beginLoad(never)
  await failing.fill([['bad']])
  await expect(failing.execute(`insert into t select c0 from ${failing.batch}`)).rejects.toThrow(
    'CAST_INVALID',
  )
  await expect(failing.commit()).rejects.toThrow(/so it was rolled back/)
  await failing.rollback()
  expect(arrived().filter((sql) => /^(insert|begin)/.test(sql))).toEqual([])
})
