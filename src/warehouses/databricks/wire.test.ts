import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWarehouses, type Warehouses } from '../open.ts'
import type { Warehouse } from '../warehouse.ts'
import type { DatabricksConnection } from './connection.ts'
import { type Arrived, DatabricksService, failed, pending, running, succeeded } from './testing/service.ts'

const never = { signal: new AbortController().signal }
const one = succeeded([['a', 'INT']], [['1']])
const affected = (rows: number) =>
  succeeded(
    [
      ['num_affected_rows', 'BIGINT'],
      ['num_inserted_rows', 'BIGINT'],
    ],
    [[String(rows), String(rows)]],
  )

let service: DatabricksService
let warehouses: Warehouses

beforeEach(async () => {
  service = new DatabricksService()
  await service.start()
  warehouses = createWarehouses({ allowPrivateAddresses: true })
})
afterEach(async () => {
  vi.useRealTimers()
  await warehouses.close()
  service.close()
})

const connect = (given: Partial<DatabricksConnection> = {}): Promise<Warehouse> =>
  warehouses.open({
    type: 'DATABRICKS',
    url: service.url,
    warehouseId: 'w1',
    credentials: { kind: 'token', token: 'dapi-right' },
    catalog: 'main',
    schema: 'sales',
    ...given,
  })

/** What becomes of every statement but the one that makes the schema. */
const answer = (course: (arrived: Arrived) => ReturnType<DatabricksService['course']>) => {
  service.course = (arrived) =>
    arrived.statement.startsWith('create schema') ? [succeeded([], [])] : course(arrived)
}

const arrived = () => service.arrived.slice(1).map(({ statement }) => statement)

async function rowsOf(warehouse: Warehouse, sql: string) {
  return (await Array.fromAsync((await warehouse.query(sql, never)).batches)).flat()
}

test('the schema is made at first use, and each statement says where bare names lead', async () => {
  answer(() => [running, running, one])
  const warehouse = await connect()
  expect(await rowsOf(warehouse, 'select 1')).toEqual([['1']])
  expect(service.arrived).toMatchObject([
    { statement: 'create schema if not exists `main`.`sales`' },
    { statement: 'select 1', catalog: 'main', schema: 'sales', wait_timeout: '0s', disposition: 'INLINE' },
  ])
  await warehouse.execute('select 2', never)
  expect(service.arrived).toHaveLength(3)
})

test('rows come part after part, and read as on every database', async () => {
  const columns = [
    ['n', 'BIGINT'],
    ['f', 'DOUBLE'],
    ['at', 'TIMESTAMP_NTZ'],
    ['z', 'TIMESTAMP'],
    ['d', 'DECIMAL(10,2)'],
    ['u', 'DECIMAL(38,9)'],
    ['b', 'BINARY'],
  ] as const
  const row = [
    '1',
    '1.0E300',
    '2001-01-01T00:01:00.500',
    '2001-01-01T00:01:00.000Z',
    '1.50',
    '1.500000000',
    'AQI=',
  ]
  const result = { chunk_index: 0, data_array: [row], next_chunk_index: 1 }
  answer(() => [succeeded(columns, [], { total: 2, result })])
  service.chunks = { 1: { chunk_index: 1, data_array: [row.map(() => null)] } }
  expect(await rowsOf(await connect(), 'select …')).toEqual([
    ['1', '1e+300', '2001-01-01 00:01:00.5', '2001-01-01 00:01:00+00', '1.50', '1.5', '\\x0102'],
    row.map(() => null),
  ])
})

test('a result that is too large for an answer is read from the cloud store, which gets no token', async () => {
  const link = (index: number, more: object = {}) => ({
    external_links: [
      { chunk_index: index, external_link: `${service.url}/link/${index}`, http_headers: { 'x-key': 'k' } },
    ].map((all) => ({ ...all, ...more })),
  })
  answer(({ disposition }) =>
    disposition === 'INLINE'
      ? [
          failed(
            'Inline byte limit exceeded. Please execute the statement with disposition=EXTERNAL_LINKS and retry.',
          ),
        ]
      : [succeeded([['a', 'INT']], [], { total: 3, result: link(0, { next_chunk_index: 1 }) })],
  )
  const seen: unknown[] = []
  let isExpired = true
  service.links = (path, headers) => {
    seen.push([path, headers.authorization, headers['x-key']])
    if (path === '/link/1' && isExpired) {
      isExpired = false
      return 403
    }
    return path === '/link/0' ? '[["1"],["2"]]' : '[["3"]]'
  }
  service.chunks = { 1: link(1) }
  expect(await rowsOf(await connect(), 'select a from big')).toEqual([['1'], ['2'], ['3']])
  expect(seen).toEqual([
    ['/link/0', undefined, 'k'],
    ['/link/1', undefined, 'k'],
    ['/link/1', undefined, 'k'],
  ])
})

test.each([
  'begin insert into t values (1); select * from big; end',
  'call p()',
  'with w as (select 1) insert into t select * from w',
  'from w insert into t select *',
])('what may have written is not run a second time because its result is too large: %s', async (sql) => {
  answer(() => [failed('Inline byte limit exceeded. Please execute with disposition=EXTERNAL_LINKS.')])
  const warehouse = await connect()
  await expect(warehouse.execute(sql, never)).rejects.toThrow(
    /put its last SELECT into a statement of its own/,
  )
  expect(arrived()).toEqual([sql])
})

test('a link to an address that may not be reached is refused', async () => {
  const links = { external_links: [{ external_link: 'http://169.254.169.254/latest' }] }
  answer(() => [succeeded([['a', 'INT']], [], { total: 1, result: links })])
  await expect(rowsOf(await connect(), 'select 1')).rejects.toThrow(/must not reach/)
})

test('an abort cancels the statement by its name within two seconds', async () => {
  answer(() => [running])
  const warehouse = await connect()
  const cancel = new AbortController()
  const outcome = expect(warehouse.execute('select 1', { signal: cancel.signal })).rejects.toThrow('enough')
  await expect.poll(() => service.arrived.length).toBe(2)
  const from = performance.now()
  cancel.abort(new Error('enough'))
  await outcome
  expect(service.cancelled).toEqual(['s-2'])
  expect(performance.now() - from).toBeLessThan(2_000)
})

test('closing cancels what runs, and a later statement opens the connection again', async () => {
  answer(({ statement }) => (statement === 'select 2' ? [one] : [running]))
  const warehouse = await connect()
  const outcome = expect(warehouse.execute('select 1', never)).rejects.toMatchObject({
    name: 'WarehouseError',
  })
  await expect.poll(() => service.arrived.length).toBe(2)
  await warehouse.close()
  await outcome
  expect(service.cancelled).toEqual(['s-2'])
  expect(await rowsOf(warehouse, 'select 2')).toEqual([['1']])
})

test('a warehouse that starts is waited for, and the log of the step says so once', async () => {
  let isStarted = false
  let asked = 0
  answer(() => [pending])
  const original = service.course
  service.course = (one) => original(one)
  const notes: string[] = []
  const warehouse = await connect()
  await warehouse
    .execute('create table t (a int)', { signal: AbortSignal.timeout(200) })
    .catch(() => undefined)
  vi.spyOn(performance, 'now').mockImplementation(() => asked++ * 3_000)
  answer(() => (isStarted ? [one] : [pending, pending, pending, pending, one]))
  isStarted = false
  await warehouse.execute('select 1', { ...never, note: (line) => notes.push(line) })
  vi.restoreAllMocks()
  expect(notes).toEqual(['Waiting for the SQL warehouse w1, which starts or is busy'])
})

test('a client signs in once for many statements, and again when its token has ended or is refused', async () => {
  const credentials = { kind: 'oauth', clientId: 'client-1', clientSecret: 'right' } as const
  answer(() => [one])
  const warehouse = await connect({ credentials })
  await Promise.all(Array.from({ length: 8 }, () => warehouse.execute('select 1', never)))
  expect(service.tokensIssued).toBe(1)
  service.tokens.clear()
  service.tokenSeconds = 30
  await warehouse.execute('select 1', never)
  expect(service.tokensIssued).toBe(2)
  await warehouse.execute('select 1', never)
  expect(service.tokensIssued).toBeGreaterThan(2)
})

test('a wrong token and a wrong secret are told in the words of Databricks, with what to do', async () => {
  const wrong = await connect({ credentials: { kind: 'token', token: 'dapi-wrong' } })
  await expect(wrong.execute('select 1', never)).rejects.toThrow(/Invalid access token[\s\S]*new token/)
  const credentials = { kind: 'oauth', clientId: 'client-1', clientSecret: 'wrong' } as const
  const oauth = await connect({ credentials })
  await expect(oauth.execute('select 1', never)).rejects.toThrow(
    /invalid_client: Client authentication failed[\s\S]*secret has expired/,
  )
})

test('an unknown warehouse is told with where its id is found', async () => {
  const warehouse = await connect({ warehouseId: 'gone' })
  await expect(warehouse.execute('select 1', never)).rejects.toThrow(/gone was not found\n.*warehouse ID/)
})

test('a private address is refused where the policy says so, and plain http beyond loopback always', async () => {
  const strict = createWarehouses({ allowPrivateAddresses: false })
  const connection = {
    type: 'DATABRICKS',
    url: service.url,
    warehouseId: 'w1',
    credentials: { kind: 'token', token: 'dapi-right' },
    catalog: 'main',
    schema: 'sales',
  } as const
  const warehouse = await strict.open(connection)
  await expect(warehouse.execute('select 1', never)).rejects.toThrow(/private address/)
  const plain = await strict.open({ ...connection, url: 'http://dbc.example.com' })
  await expect(plain.execute('select 1', never)).rejects.toThrow(/requires https/)
  await strict.close()
  expect(service.arrived).toEqual([])
})

test('too many requests are waited out as the service says, and a statement is sent once more only then', async () => {
  answer(() => [one])
  const warehouse = await connect()
  await warehouse.execute('select 1', never)
  const busy = {
    status: 429,
    code: 'REQUEST_LIMIT_EXCEEDED',
    message: 'Too many',
    headers: { 'retry-after': '1' },
  }
  service.refuse(/^POST .*statements$/, busy)
  const from = performance.now()
  await warehouse.execute('select 2', never)
  expect(performance.now() - from).toBeGreaterThan(900)
  expect(arrived()).toEqual(['select 1', 'select 2'])
  service.refuse(/^POST .*statements$/, { status: 500, code: 'INTERNAL_ERROR', message: 'Oops' })
  await expect(warehouse.execute('select 3', never)).rejects.toThrow('Oops')
  expect(arrived()).not.toContain('select 3')
})

test.each([
  ['[TABLE_OR_VIEW_NOT_FOUND] The table `t` cannot be found.', '42P01', /SQLSTATE: 42P01$/],
  [
    '[INSUFFICIENT_PERMISSIONS] User does not have USE SCHEMA. SQLSTATE: 42501',
    undefined,
    /use catalog, use schema/,
  ],
  ['[SCHEMA_NOT_FOUND] The schema cannot be found', '42704', /Check the catalog and the schema/],
  ['[DELTA_CONCURRENT_APPEND] Files were added by a concurrent update', '2D521', /run the step again/],
  [
    '[DELTA_MULTIPLE_SOURCE_ROW_MATCHING_TARGET_ROW_IN_MERGE] Cannot perform Merge as multiple source rows matched',
    '21506',
    /Make the source unique/,
  ],
])('%s is told with its SQLSTATE and what to do', async (message, sqlState, expected) => {
  answer(() => [running, failed(message, sqlState)])
  const failure = (await connect()).execute('select 1', never)
  await expect(failure).rejects.toThrow(expected)
  await expect(failure).rejects.toMatchObject({
    name: 'WarehouseError',
    message: expect.stringContaining(message),
  })
})

test.each([
  [{ status: { state: 'CANCELED' } }, /was canceled in Databricks/],
  [{ status: { state: 'CLOSED' } }, /result is gone/],
] as const)('%j ends the statement', async (last, message) => {
  answer(() => [running, last])
  await expect((await connect()).execute('select 1', never)).rejects.toThrow(message)
})

test('a statement of more than 16 MB is not sent', async () => {
  const warehouse = await connect()
  const sql = `select ${warehouse.quoteText('x'.repeat(17 * 1024 * 1024))}`
  await expect(warehouse.execute(sql, never)).rejects.toThrow(/at most 16 MB/)
  expect(arrived()).toEqual([])
})

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
  const places = service.arrived
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
