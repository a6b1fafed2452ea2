import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWarehouses, type Warehouses } from '../../warehouses/open.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { run as assertTableRun } from '../orchestration/assert-table/run.ts'
import { run as createTableRun } from '../orchestration/create-table/run.ts'
import { run as deleteTablesRun } from '../orchestration/delete-tables/run.ts'
import { run as queryToGridRun } from '../orchestration/query-to-grid/run.ts'
import { run as queryToScalarRun } from '../orchestration/query-to-scalar/run.ts'
import { run as sqlExecutorRun } from '../orchestration/sql-executor/run.ts'
import { run as tableIteratorRun } from '../orchestration/table-iterator/run.ts'
import { run as tableMetadataToGridRun } from '../orchestration/table-metadata-to-grid/run.ts'
import { run as truncateTableRun } from '../orchestration/truncate-table/run.ts'
import { stepContext } from '../testing/step-context.ts'

let folder: string
let warehouses: Warehouses
let warehouse: Warehouse

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'components-sql-'))
  warehouses = createWarehouses({ allowPrivateAddresses: true })
  warehouse = await warehouses.open({ type: 'DUCKDB', path: join(folder, 'test.duckdb') })
  await warehouse.execute(
    `create table orders (id int, customer varchar, amount decimal(10, 2));
     insert into orders values (1, 'Ada', 10.5), (2, 'O''Neil', 20), (3, null, 30), (4, '', 40)`,
    { signal: new AbortController().signal },
  )
})
afterEach(async () => {
  await warehouses.close()
  await rm(folder, { recursive: true })
})

const variables = {
  count: 0,
  name: 'start',
  table: 'orders',
  grid: { columns: ['who', 'what', 'spare'], rows: [['old', 'old', 'old']] },
}
const context = (signal = new AbortController().signal) => stepContext({ variables, warehouse, signal })

test('a script runs all its statements with variables replaced and counts what changed', async () => {
  const sqlScript = "insert into ${table} select 5, 'x', 1; update ${table} set amount = 0 where id < 3"
  expect(await sqlExecutorRun.run(context(), { sqlScript })).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
})

test('variable resolution can be off', async () => {
  const sqlScript = "update orders set customer = '${table}' where id = 1"
  await sqlExecutorRun.run(context(), { sqlScript, enableVariableResolution: 'No' })
  const query = {
    query: 'select customer from orders where id = 1',
    scalarVariableMapping: [['name', 'customer']],
  }
  expect((await queryToScalarRun.run(context(), query)).updates).toEqual([
    { variable: 'name', value: '${table}' },
  ])
})

test('what the database refuses fails the step in its own words', async () => {
  const outcome = await sqlExecutorRun.run(context(), { sqlScript: 'select * from missing' })
  expect(outcome).toMatchObject({ result: 'FAILED', message: expect.stringContaining('missing') })
})

test('cancelling stops a statement and is no outcome', async () => {
  const controller = new AbortController()
  const sqlScript =
    'select count(*) from range(1000000000) a, range(1000000000) b where a.range * b.range % 7 = 3'
  const running = sqlExecutorRun.run(context(controller.signal), { sqlScript })
  setTimeout(() => controller.abort(new Error('cancelled')), 50)
  await expect(running).rejects.toThrow('cancelled')
})

test('the first row of a query sets variables; columns are found in any case', async () => {
  const parameters = {
    mode: 'Advanced',
    query: 'select count(*) as n, max(customer) as Name from orders',
    scalarVariableMapping: [
      ['count', 'N'],
      ['name', 'name'],
    ],
  }
  expect(await queryToScalarRun.run(context(), parameters)).toMatchObject({
    result: 'SUCCESS',
    updates: [
      { variable: 'count', value: 4 },
      { variable: 'name', value: "O'Neil" },
    ],
  })
})

test('a query without a row, with a null number or without the column fails', async () => {
  const message = async (query: string) => {
    const parameters = { query, scalarVariableMapping: [['count', 'n']] }
    return (await queryToScalarRun.run(context(), parameters)).message
  }
  expect(await message('select id as n from orders where false')).toContain('no row')
  expect(await message('select null::int as n')).toContain('cannot become null')
  expect(await message('select 1 as m')).toContain('no column "n"; it has m')
})

test('Basic mode builds the query; names and values are quoted', async () => {
  const scalar = async (filterConditions: string[][], more: object = {}) => {
    const mapping = {
      scalarVariableMapping: [['count', 'ID']],
      mode: 'Basic',
      schema: '[Environment Default]',
    }
    const parameters = { ...mapping, table: 'orders', filterConditions, ...more }
    const outcome = await queryToScalarRun.run(context(), parameters)
    return outcome.updates?.[0]?.value ?? outcome.message
  }
  expect(await scalar([['customer', 'Is', 'Equal to', "O'Neil"]])).toBe(2)
  expect(
    await scalar([['amount', 'Is', 'Greater than', '15']], { orderBy: ['id'], sort: 'Descending' }),
  ).toBe(4)
  expect(await scalar([['customer', 'Is', 'Null', '']])).toBe(3)
  expect(await scalar([['customer', 'Is', 'Blank', '']])).toBe(4)
  expect(await scalar([['id', 'Not', 'Less than or equal to', '3']])).toBe(4)
  const either = [
    ['id', 'Is', 'Equal to', '9'],
    ['customer', 'Is', 'Like', 'A%'],
  ]
  expect(await scalar(either, { combineCondition: 'or' })).toBe(1)
  expect(await scalar([['id', 'Is', 'Roughly', '1']])).toContain('Roughly')
  expect(await scalar([], { table: 'orders"; drop table orders; --' })).toContain('does not exist')
})

test('rows of a query take the place of a grid; null and unmapped columns become empty', async () => {
  const parameters = {
    query: 'select id, customer from orders where id in (1, 3) order by id',
    gridVariable: 'grid',
    gridVariableMapping: [
      ['CUSTOMER', 'what'],
      ['id', 'who'],
    ],
  }
  expect(await queryToGridRun.run(context(), parameters)).toMatchObject({
    rowCount: 2,
    updates: [
      {
        variable: 'grid',
        value: [
          ['1', 'Ada', ''],
          ['3', '', ''],
        ],
      },
    ],
  })
})

test('a result too large for a variable fails', async () => {
  const parameters = {
    query: 'select range as n from range(100001)',
    gridVariable: 'grid',
    gridVariableMapping: [['n', 'who']],
  }
  expect((await queryToGridRun.run(context(), parameters)).message).toContain('more than 100000 rows')
})

test('a table iterator reads rows of a table or a query before the first iteration', async () => {
  const columnMapping = [
    ['id', 'count'],
    ['customer', 'name'],
  ]
  const basic = { mode: 'Basic', targetTable: 'orders', columnMapping, orderBy: ['id'], limit: '2' }
  expect(await tableIteratorRun.expand?.(context(), basic)).toEqual({
    iterations: [
      [
        { variable: 'count', value: 1 },
        { variable: 'name', value: 'Ada' },
      ],
      [
        { variable: 'count', value: 2 },
        { variable: 'name', value: "O'Neil" },
      ],
    ],
  })
  const query = 'select id, customer from orders where id = 2'
  const advanced = { mode: 'Advanced', query, columnMapping: null, columnMapping1: columnMapping.slice(0, 1) }
  const step = context()
  expect(
    await tableIteratorRun.expand?.(step, { ...advanced, recordValuesInTaskHistory: 'yes' } as never),
  ).toEqual({ iterations: [[{ variable: 'count', value: 2 }]] })
  expect(step.lines).toEqual(['Iteration 1: count = 2'])
  expect(await tableIteratorRun.expand?.(context(), { ...basic, stopOnCondition: 'Yes' })).toEqual({
    failed: expect.stringContaining('Stop on Condition'),
  })
  const filtered = { ...basic, filterConditions: [['ID', 'Is', 'Greater than', '3.5']] }
  expect(await tableIteratorRun.expand?.(context(), filtered)).toMatchObject({
    iterations: [[{ value: 4 }, {}]],
  })
  const broken = { mode: 'Advanced', query: 'selec', columnMapping }
  expect(await tableIteratorRun.expand?.(context(), broken)).toEqual({
    failed: expect.stringContaining('selec'),
  })
})

const columns = [
  ['id', 'NUMBER', '10', '0', '', 'Yes', 'No', 'the key', ''],
  ['label', 'VARCHAR', '50', '', 'none', 'No'],
]

test('a table is created, created unless there, and replaced', async () => {
  const name = { table: 'made', columns, primaryKeys: [['id']] as unknown as string[] }
  expect((await createTableRun.run(context(), { ...name, createMethod: 'Create' })).result).toBe('SUCCESS')
  expect((await createTableRun.run(context(), { ...name, createMethod: 'Create' })).result).toBe('FAILED')
  const older = { newTableName: 'made', columns, createReplace: 'Create If Not Exists' }
  expect((await createTableRun.run(context(), older)).result).toBe('SUCCESS')
  expect((await createTableRun.run(context(), { ...name, createMethod: 'Replace' })).result).toBe('SUCCESS')
})

test('Databricks writes columns as rows of five cells, the last of which is the comment', async () => {
  const tableMetadata = [
    ['id', 'NUMBER', '10', '0', 'the key'],
    ['label', 'VARCHAR', '', '', ''],
  ]
  const created = await createTableRun.run(context(), { table: 'lakehouse', tableMetadata })
  expect(created.result).toBe('SUCCESS')
  const { batches } = await warehouse.query(
    `select column_name, comment, column_default from duckdb_columns() where table_name = 'lakehouse' order by column_index`,
    { signal: new AbortController().signal },
  )
  expect((await Array.fromAsync(batches)).flat()).toEqual([
    ['id', 'the key', null],
    ['label', null, null],
  ])
})

test('a script may be a file of the version', async () => {
  const versionFiles = { 'sql/insert.sql': 'insert into ${table} select 9, null, 0' }
  const step = () => stepContext({ variables, warehouse, versionFiles })
  const inFile = { scriptLocation: 'File', fileName: 'sql/insert.sql' }
  expect(await sqlExecutorRun.run(step(), inFile)).toMatchObject({ result: 'SUCCESS', rowCount: 1 })
  expect(await sqlExecutorRun.run(step(), { ...inFile, fileName: 'gone.sql' })).toMatchObject({
    result: 'FAILED',
    message: 'The version has no file "gone.sql"; publish it with the pipelines',
  })
})

test('the columns of a table become rows of a grid', async () => {
  const parameters = {
    targetTable: 'orders',
    gridVariable: 'grid',
    gridVariableMapping: ['Name', 'Type', 'Primary Key'],
  }
  await warehouse.execute('alter table orders add primary key (id)', { signal: new AbortController().signal })
  expect((await tableMetadataToGridRun.run(context(), parameters)).updates?.[0]?.value).toEqual([
    ['id', 'INTEGER', 'Yes'],
    ['customer', 'VARCHAR', 'No'],
    ['amount', 'DECIMAL', 'No'],
  ])
  expect((await tableMetadataToGridRun.run(context(), { ...parameters, targetTable: 'nope' })).result).toBe(
    'FAILED',
  )
})

test('tables are emptied and deleted; a missing one is a failure unless ignored', async () => {
  expect(
    (await truncateTableRun.run(context(), { targetTable: 'orders' as unknown as string[] })).result,
  ).toBe('SUCCESS')
  expect((await assertTableRun.run(context(), { tableName: 'orders', rowCountValue: '0' })).result).toBe(
    'SUCCESS',
  )
  const parameters = { targetTable: ['orders', 'nope'] }
  expect((await deleteTablesRun.run(context(), { ...parameters, ignoreMissing: 'Yes' })).result).toBe(
    'SUCCESS',
  )
  expect((await deleteTablesRun.run(context(), parameters)).message).toContain('does not exist')
})

test('an assertion lists everything that is not as stated', async () => {
  const tableMetadata = [
    ['ID', 'NUMBER'],
    ['customer', 'INTERVAL'],
    ['extra', 'DATE'],
  ]
  const stated = {
    tableName: 'orders',
    tableMetadata,
    rowCountComparisonType: 'greater than',
    rowCountValue: '4',
  }
  expect((await assertTableRun.run(context(), stated)).message).toBe(
    [
      'Column "customer" is VARCHAR, not INTERVAL',
      'Column "extra" is missing',
      'Column "amount" is not among the expected columns',
      'Table orders has 4 rows; expected Greater Than 4',
    ].join('. '),
  )
  const ofTexts = [['id'], ['customer', 'VARCHAR[]', '9'], ['amount', 'DECIMAL', '10', '3']]
  const assertion = { tableName: 'orders', tableMetadata: ofTexts }
  expect((await assertTableRun.run(context(), assertion)).message).toBe(
    'Column "customer" is VARCHAR, not VARCHAR[]. Column "amount" has the precision 2, not 3',
  )
  expect((await assertTableRun.run(context(), { tableName: 'orders', exists: 'No' })).result).toBe('FAILED')
  expect((await assertTableRun.run(context(), { tableName: 'nope', exists: 'No' })).result).toBe('SUCCESS')
  expect((await assertTableRun.run(context(), { tableName: 'nope' })).message).toContain('does not exist')
})
