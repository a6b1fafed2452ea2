import { generateKeyPairSync } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  type Answer,
  type LoopbackService,
  startLoopbackService,
} from '../../../test/support/bigquery-service.ts'
import type { BigQueryConnection } from '../connection.ts'
import { createWarehouses, type Warehouses } from '../open.ts'
import type { Warehouse } from '../warehouse.ts'
import { keyPair } from './testing/key-pair.ts'

const { publicKey, keyFile: keyFileAt } = keyPair()
const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
})
const never = { signal: new AbortController().signal }
const one: Answer = { fields: [{ name: 'a', type: 'INTEGER' }], rows: [['1']] }

const open: (Warehouses | LoopbackService)[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await ('close' in each ? each.close() : each[Symbol.asyncDispose]())
})

async function serve(
  answer: (sql: string) => Answer,
  more: { pageRows?: number; hasDataset?: boolean } = {},
) {
  const service = await startLoopbackService({ publicKey, answer, ...more })
  open.push(service)
  return service
}

const keyFile = (service: LoopbackService, key?: string) => keyFileAt(service.endpoint, key)

async function connect(
  service: LoopbackService,
  credentials: BigQueryConnection['credentials'] = { keyFile: keyFile(service) },
  allowPrivateAddresses = true,
): Promise<Warehouse> {
  const warehouses = createWarehouses({ allowPrivateAddresses })
  open.push(warehouses)
  const { endpoint } = service
  return warehouses.open({
    type: 'BIGQUERY',
    endpoint,
    project: 'p',
    dataset: 'd',
    location: 'EU',
    credentials,
  })
}

async function rowsOf(warehouse: Warehouse, sql: string) {
  return (await Array.fromAsync((await warehouse.query(sql, never)).batches)).flat()
}

test('the key of a service account is signed in with once, for many statements', async () => {
  const service = await serve(() => one)
  const warehouse = await connect(service)
  await Promise.all(Array.from({ length: 8 }, () => warehouse.execute('select 1', never)))
  expect(service.tokensIssued()).toBe(1)
  expect(service.arrived).toHaveLength(8)
})

test('a token that the service refuses before its time is replaced once, and the statement runs once', async () => {
  const service = await serve(() => one)
  const warehouse = await connect(service)
  await warehouse.execute('select 1', never)
  service.expireTokens()
  await warehouse.execute('select 2', never)
  expect(service.tokensIssued()).toBe(2)
  expect(service.arrived.map(({ sql }) => sql)).toEqual(['select 1', 'select 2'])
})

test('a clock that is set makes no token of an hour valid or expired', async () => {
  const service = await serve(() => one)
  const warehouse = await connect(service)
  await warehouse.execute('select 1', never)
  for (const days of [1, -1]) {
    vi.setSystemTime(Date.now() + days * 86_400_000)
    onTestFinished(() => void vi.useRealTimers())
    await warehouse.execute('select 2', never)
  }
  expect(service.tokensIssued()).toBe(1)
})

test('a key that is not that of the account, and a token that is none, are refused with what to do', async () => {
  const service = await serve(() => one)
  const wrong = await connect(service, { keyFile: keyFile(service, String(other)) })
  await expect(wrong.execute('select 1', never)).rejects.toThrow(/Invalid JWT Signature[\s\S]*new key/)
  const stale = await connect(service, { accessToken: 'stale' })
  await expect(stale.execute('select 1', never)).rejects.toThrow(
    /invalid authentication[\s\S]*renew the access token/,
  )
  const none = await connect(service, { keyFile: '{}' })
  await expect(none.execute('select 1', never)).rejects.toThrow(/needs client_email and private_key/)
})

test('a private address is refused where the policy says so', async () => {
  const service = await serve(() => one)
  const warehouse = await connect(service, { accessToken: 'any' }, false)
  await expect(warehouse.execute('select 1', never)).rejects.toThrow(/private address/)
  expect(service.arrived).toEqual([])
})

test('a dataset that is missing is made at first use', async () => {
  const service = await serve(() => one, { hasDataset: false })
  expect(await rowsOf(await connect(service), 'select 1')).toEqual([['1']])
})

test('rows come page after page', async () => {
  const rows = Array.from({ length: 7 }, (_, n) => [String(n)])
  const service = await serve(() => ({ fields: one.fields!, rows }), { pageRows: 3 })
  expect(await rowsOf(await connect(service), 'select n')).toEqual(rows)
})

test('numbers in arrays, structures and JSON keep all that they say', async () => {
  const array = { name: 'a', type: 'FLOAT64', mode: 'REPEATED' }
  const json = { name: 'j', type: 'JSON', mode: 'REPEATED' }
  const of = (...values: string[]) => values.map((v) => ({ v })) as unknown as string
  const cells = [of('1.5', 'NaN', '-Infinity'), of('{"id":9007199254740993,"n":1.50}')]
  const service = await serve(() => ({ fields: [array, json], rows: [cells] }))
  expect(await rowsOf(await connect(service), 'select')).toEqual([
    ['[1.5,"NaN","-Infinity"]', '[{"id":9007199254740993,"n":1.50}]'],
  ])
})

test('an abort cancels the job by its name within two seconds', async () => {
  const service = await serve(() => ({ isEndless: true }))
  const warehouse = await connect(service)
  const cancel = new AbortController()
  const running = expect(warehouse.execute('select 1', { signal: cancel.signal })).rejects.toThrow('enough')
  await expect.poll(() => service.arrived.length).toBe(1)
  const from = performance.now()
  cancel.abort(new Error('enough'))
  await running
  expect(service.cancelled).toEqual([service.arrived[0]!.jobId])
  expect(performance.now() - from).toBeLessThan(2_000)
})

test('closing cancels what runs, and a later statement opens the connection again', async () => {
  const service = await serve((sql) => (sql === 'select 2' ? one : { isEndless: true }))
  const warehouse = await connect(service)
  const running = expect(warehouse.execute('select 1', never)).rejects.toMatchObject({
    name: 'WarehouseError',
  })
  await expect.poll(() => service.arrived.length).toBe(1)
  await warehouse.close()
  await running
  expect(service.cancelled).toHaveLength(1)
  expect(await rowsOf(warehouse, 'select 2')).toEqual([['1']])
})

test('what passes by itself is tried again, and a statement that had arrived is not run twice', async () => {
  const service = await serve(() => one)
  const warehouse = await connect(service)
  await warehouse.execute('select 1', never)
  const away = { status: 503, reason: 'backendError', message: 'Try again' }
  service.refuse(/POST .*\/jobs$/, away, 2)
  service.refuse(/GET .*\/queries/, away, 1)
  expect(await rowsOf(warehouse, 'select 2')).toEqual([['1']])
  expect(service.arrived).toHaveLength(2)
})

test('a name of a job that is taken means that the statement had arrived', async () => {
  const service = await serve(() => one)
  const warehouse = await connect(service)
  await warehouse.execute('select 1', never)
  let sent = ''
  // The answer to the first request is lost: the client sends the same name again.
  const send = globalThis.fetch
  service.refuse(/never/, { status: 500, reason: '', message: '' }, 0)
  const { createBigQueryClient } = await import('./client.ts')
  const { createJobs } = await import('./jobs.ts')
  const { createTokenSource } = await import('./credentials.ts')
  const losing: typeof fetch = async (url, init) => {
    const response = await send(url, init)
    if (init?.method !== 'POST' || !String(url).endsWith('/jobs') || sent !== '') return response
    sent = String(init.body)
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) })
  }
  const token = createTokenSource({ keyFile: keyFile(service) }, send)
  const jobs = createJobs(createBigQueryClient(service.endpoint, token, losing), {
    project: 'p',
    dataset: 'd',
  })
  const job = await jobs.start('insert once', { signal: never.signal, location: 'EU' })
  expect(sent).toContain(job.id)
  expect(service.arrived.filter(({ sql }) => sql === 'insert once')).toHaveLength(1)
})

test('statements of a script share a session, which ends with it, also when one of them fails', async () => {
  const fault = { status: 400, reason: 'invalidQuery', message: 'Unrecognized name: b at [1:8]' }
  const service = await serve((sql) => (sql === 'select b' ? { fault } : one))
  const warehouse = await connect(service)
  await expect(warehouse.execute('select a; select b; select c', never)).rejects.toThrow(
    /^Statement 2 of 3: Unrecognized name: b/,
  )
  const [first, second, end] = service.arrived.map(({ sql, configuration }) => [
    sql,
    configuration['createSession'] === true,
    configuration['connectionProperties'] !== undefined,
  ])
  expect(first).toEqual(['select a', true, false])
  expect(second).toEqual(['select b', false, true])
  expect(end).toEqual(['CALL BQ.ABORT_SESSION()', false, true])
})

test('rows of a statement are counted by the statistics of its job, which names the step', async () => {
  const statistics = {
    statementType: 'MERGE',
    numDmlAffectedRows: '6',
    dmlStats: { insertedRowCount: '3', updatedRowCount: '2', deletedRowCount: '1' },
  }
  const service = await serve(() => ({ statistics }))
  const counts = await (await connect(service)).execute('merge into t …', never)
  expect(counts).toEqual({
    rowCount: 6,
    changes: { inserted: 3, updated: 2, deleted: 1 },
    queryId: `p:EU.${service.arrived[0]!.jobId}`,
  })
})

test('a text of megabytes travels beside the statement, letter by letter', async () => {
  const service = await serve(() => one)
  const warehouse = await connect(service)
  const text = `it's \\ "so"\n${'ä'.repeat(2_000_000)}`
  await warehouse.execute(`select ${warehouse.quoteText(text)}`, never)
  const { sql, configuration } = service.arrived[0]!
  expect(sql).toBe('select @headrace_text_0')
  expect(configuration['queryParameters']).toMatchObject([
    { name: 'headrace_text_0', parameterValue: { value: text } },
  ])
  const written = String.raw`select '${'x'.repeat(50_000)}\t\u00e9\x41'`
  await warehouse.execute(written, never)
  expect(service.arrived[1]!.sql).toBe(written)
  await expect(warehouse.execute(`select ${'1 + '.repeat(300_000)}1`, never)).rejects.toThrow(
    /too large[\s\S]*A statement can have at most 1 MB/,
  )
})

test.each([
  [
    403,
    'accessDenied',
    'User does not have bigquery.jobs.create permission in project p',
    /BigQuery Job User/,
  ],
  [403, 'accessDenied', 'Access Denied: Table p:d.t', /BigQuery Data Editor/],
  [404, 'notFound', 'Not found: Dataset p:gone was not found in location EU', /dataset is gone/],
  [403, 'quotaExceeded', 'Quota exceeded: too many jobs', /quota of the project/],
  [
    400,
    'invalidQuery',
    'UPDATE/MERGE must match at most one source row for each target row',
    /Make the source unique/,
  ],
  [400, 'invalidQuery', 'DELETE must have a WHERE clause at [1:1]', /where true/],
  [
    400,
    'invalidQuery',
    'Transaction is aborted due to concurrent update against table p:d.t',
    /run the step again/,
  ],
])('HTTP %i %s is told in the words of BigQuery: %s', async (status, reason, message, hint) => {
  const service = await serve(() => ({ fault: { status, reason, message } }))
  const failure = (await connect(service)).execute('select 1', never)
  await expect(failure).rejects.toThrow(hint)
  await expect(failure).rejects.toMatchObject({
    name: 'WarehouseError',
    message: expect.stringContaining(message),
  })
})

test('a load that is cancelled begins no further statement', async () => {
  const service = await serve(() => ({ statistics: { statementType: 'INSERT', numDmlAffectedRows: '1' } }))
  const cancel = new AbortController()
  const load = await (await connect(service)).beginLoad({ signal: cancel.signal })
  await load.fill([['x', null]])
  const row = service.arrived.at(-1)
  expect(row?.configuration['queryParameters']).toMatchObject([{ parameterValue: { value: '[["x",null]]' } }])
  cancel.abort(new Error('enough'))
  await expect(load.commit()).rejects.toThrow('enough')
  await pause(0)
  expect(service.arrived.map(({ sql }) => sql)).not.toContain('commit transaction')
  expect(service.arrived.at(-1)?.sql).toBe('CALL BQ.ABORT_SESSION()')
})

test('a transaction of a script is one job, which BigQuery rolls back by itself when its client is gone', async () => {
  const service = await serve(() => ({ statistics: { statementType: 'SCRIPT' } }))
  const script =
    'create table t (a int64); begin; insert into t values (1); delete from u where true; commit; drop table u'
  await (await connect(service)).execute(script, never)
  expect(service.arrived.map(({ sql }) => sql)).toEqual([
    'create table t (a int64)',
    'begin transaction;\ninsert into t values (1);\ndelete from u where true;\ncommit transaction',
    'drop table u',
    'CALL BQ.ABORT_SESSION()',
  ])
})
