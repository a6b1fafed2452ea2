import { expect, test, vi } from 'vitest'
import { databricksOfTests, never, rowsOf } from './testing/connected.ts'
import { failed, pending, running, succeeded } from './testing/service.ts'

const databricks = databricksOfTests()
const { connect, answer, arrived } = databricks
const one = succeeded([['a', 'INT']], [['1']])

test('the schema is made at first use, and each statement says where bare names lead', async () => {
  answer(() => [running, running, one])
  const warehouse = await connect()
  expect(await rowsOf(warehouse, 'select 1')).toEqual([['1']])
  expect(databricks.service.arrived).toMatchObject([
    { statement: 'create schema if not exists `main`.`sales`' },
    { statement: 'select 1', catalog: 'main', schema: 'sales', wait_timeout: '0s', disposition: 'INLINE' },
  ])
  await warehouse.execute('select 2', never)
  expect(databricks.service.arrived).toHaveLength(3)
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
  databricks.service.chunks = { 1: { chunk_index: 1, data_array: [row.map(() => null)] } }
  expect(await rowsOf(await connect(), 'select …')).toEqual([
    ['1', '1e+300', '2001-01-01 00:01:00.5', '2001-01-01 00:01:00+00', '1.50', '1.5', '\\x0102'],
    row.map(() => null),
  ])
})

test('a result that is too large for an answer is read from the cloud store, which gets no token', async () => {
  const link = (index: number, more: object = {}) => ({
    external_links: [
      {
        chunk_index: index,
        external_link: `${databricks.service.url}/link/${index}`,
        http_headers: { 'x-key': 'k' },
      },
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
  databricks.service.links = (path, headers) => {
    seen.push([path, headers.authorization, headers['x-key']])
    if (path === '/link/1' && isExpired) {
      isExpired = false
      return 403
    }
    return path === '/link/0' ? '[["1"],["2"]]' : '[["3"]]'
  }
  databricks.service.chunks = { 1: link(1) }
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
  await expect.poll(() => databricks.service.arrived.length).toBe(2)
  const from = performance.now()
  cancel.abort(new Error('enough'))
  await outcome
  expect(databricks.service.cancelled).toEqual(['s-2'])
  expect(performance.now() - from).toBeLessThan(2_000)
})

test('closing cancels what runs, and a later statement opens the connection again', async () => {
  answer(({ statement }) => (statement === 'select 2' ? [one] : [running]))
  const warehouse = await connect()
  const outcome = expect(warehouse.execute('select 1', never)).rejects.toMatchObject({
    name: 'WarehouseError',
  })
  await expect.poll(() => databricks.service.arrived.length).toBe(2)
  await warehouse.close()
  await outcome
  expect(databricks.service.cancelled).toEqual(['s-2'])
  expect(await rowsOf(warehouse, 'select 2')).toEqual([['1']])
})

test('a warehouse that starts is waited for, and the log of the step says so once', async () => {
  let isStarted = false
  let asked = 0
  answer(() => [pending])
  const original = databricks.service.course
  databricks.service.course = (one) => original(one)
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

test('a statement of more than 16 MB is not sent', async () => {
  const warehouse = await connect()
  const sql = `select ${warehouse.quoteText('x'.repeat(17 * 1024 * 1024))}`
  await expect(warehouse.execute(sql, never)).rejects.toThrow(/at most 16 MB/)
  expect(arrived()).toEqual([])
})
