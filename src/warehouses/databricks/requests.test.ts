import { expect, test } from 'vitest'
import { createWarehouses } from '../open.ts'
import { createRequests } from './requests.ts'
import { createStatements } from './statements.ts'
import { databricksOfTests, never } from './testing/connected.ts'
import { failed, running, succeeded } from './testing/service.ts'

const databricks = databricksOfTests()
const { connect, answer, arrived } = databricks
const one = succeeded([['a', 'INT']], [['1']])

test('a client signs in once for many statements, and again when its token has ended or is refused', async () => {
  const credentials = { kind: 'oauth', clientId: 'client-1', clientSecret: 'right' } as const
  answer(() => [one])
  const warehouse = await connect({ credentials })
  await Promise.all(Array.from({ length: 8 }, () => warehouse.execute('select 1', never)))
  expect(databricks.service.tokensIssued).toBe(1)
  databricks.service.tokens.clear()
  databricks.service.tokenSeconds = 30
  await warehouse.execute('select 1', never)
  expect(databricks.service.tokensIssued).toBe(2)
  await warehouse.execute('select 1', never)
  expect(databricks.service.tokensIssued).toBeGreaterThan(2)
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
    url: databricks.service.url,
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
  expect(databricks.service.arrived).toEqual([])
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
  databricks.service.refuse(/^POST .*statements$/, busy)
  const from = performance.now()
  await warehouse.execute('select 2', never)
  expect(performance.now() - from).toBeGreaterThan(900)
  expect(arrived()).toEqual(['select 1', 'select 2'])
  databricks.service.refuse(/^POST .*statements$/, { status: 500, code: 'INTERNAL_ERROR', message: 'Oops' })
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

test('a statement that runs outlasts a service that is away, and a token endpoint that is busy', async () => {
  const credentials = { kind: 'oauth', clientId: 'client-1', clientSecret: 'right' } as const
  const warehouse = await connect({ credentials })
  const busy = { status: 503, code: '', message: 'busy' }
  databricks.service.refuse(/token$/, busy)
  let isBack = false
  answer(() => (isBack ? [one] : [running, running, one]))
  const done = warehouse.execute('insert into t values (1)', never)
  await expect.poll(() => arrived().length).toBe(1)
  databricks.service.tokens.clear()
  databricks.service.refuse(/token$/, busy)
  await databricks.service.away(700)
  isBack = true
  await done
  expect(arrived()).toEqual(['insert into t values (1)'])
})

test('a statement that is given up is cancelled, and said to be unknown', async () => {
  answer(() => [running])
  const { service } = databricks
  const tokens = { get: async () => 'dapi-right', refused: () => false }
  const requests = createRequests(service.url, tokens, fetch, 300)
  for (let times = 0; times < 9; times++)
    service.refuse(/^GET/, { status: 502, code: '', message: 'Bad gateway' })
  const run = createStatements(requests, { warehouseId: 'w1' }).run('insert into t values (1)', {
    catalog: 'main',
    schema: 'sales',
    ...never,
  })
  await expect(run).rejects.toThrow(/Bad gateway\nIt is unknown whether the statement s-1 was done: check/)
  expect(service.cancelled).toEqual(['s-1'])
})

test('a step that is cancelled while a busy service is waited for ends at once', async () => {
  answer(() => [one])
  const warehouse = await connect()
  await warehouse.execute('select 1', never)
  const headers = { 'retry-after': '60' }
  databricks.service.refuse(/^POST/, { status: 429, code: 'BUSY', message: 'Too many', headers })
  const cancelled = warehouse.execute('select 2', { signal: AbortSignal.timeout(200) })
  await expect(cancelled).rejects.toThrow(/timeout/)
  expect(arrived()).toEqual(['select 1'])
})
