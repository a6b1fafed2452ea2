import { createHash, generateKeyPairSync } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { importSPKI, jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWarehouses, type Warehouses } from '../open.ts'
import type { Warehouse } from '../warehouse.ts'
import { signIn } from './client.ts'
import type { SnowflakeConnection } from './connection.ts'
import { type Asked, refused, rows, SnowflakeService } from './testing/service.ts'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const never = { signal: new AbortController().signal }

let service: SnowflakeService
let warehouses: Warehouses

beforeEach(async () => {
  service = new SnowflakeService()
  await service.start()
  warehouses = createWarehouses({ allowPrivateAddresses: true })
})
afterEach(async () => {
  await warehouses.close()
  service.close()
})

function connection(given: Partial<SnowflakeConnection> = {}): SnowflakeConnection {
  return {
    type: 'SNOWFLAKE',
    account: 'acme-sales',
    url: service.url,
    user: 'etl',
    signIn: { kind: 'password', password: 'right' },
    database: 'sales',
    schema: 'public',
    ...given,
  }
}
const open = (given: Partial<SnowflakeConnection> = {}): Promise<Warehouse> =>
  warehouses.open(connection(given))

async function cells(warehouse: Warehouse, sql: string) {
  const found: unknown[] = []
  for await (const batch of (await warehouse.query(sql, never)).batches) found.push(...batch)
  return found
}

test('a session begins with names as Snowflake keeps them, and with settings that pipelines count on', async () => {
  await cells(await open({ warehouse: 'small', role: 'etl' }), 'select 1')
  const [{ query, body }] = service.of('/session/v1/login-request') as [Asked]
  expect(Object.fromEntries(query)).toMatchObject({
    databaseName: '"SALES"',
    schemaName: '"PUBLIC"',
    warehouse: '"SMALL"',
    roleName: '"ETL"',
  })
  expect(body['data']).toMatchObject({
    ACCOUNT_NAME: 'ACME-SALES',
    LOGIN_NAME: 'etl',
    PASSWORD: 'right',
    SESSION_PARAMETERS: { TIMEZONE: 'UTC', QUOTED_IDENTIFIERS_IGNORE_CASE: true },
  })
})

test('a key pair signs in with a token that the public key verifies', async () => {
  const account = 'xy12345.eu-central-1'
  await cells(
    await open({ account, signIn: { kind: 'key', privateKey: pem.replaceAll('\n', ' ') } }),
    'select 1',
  )
  const data = service.asked[0]?.body['data'] as Record<string, string>
  const spki = keys.publicKey.export({ type: 'spki', format: 'pem' }) as string
  const { payload } = await jwtVerify(data['TOKEN'] ?? '', await importSPKI(spki, 'RS256'))
  const der = keys.publicKey.export({ type: 'spki', format: 'der' })
  const fingerprint = createHash('sha256').update(der).digest('base64')
  expect(data).toMatchObject({ AUTHENTICATOR: 'SNOWFLAKE_JWT', ACCOUNT_NAME: 'XY12345' })
  expect(payload).toMatchObject({ iss: `XY12345.ETL.SHA256:${fingerprint}`, sub: 'XY12345.ETL' })
  expect(data).not.toHaveProperty('PASSWORD')
})

test.each([
  ['access-token', 'PROGRAMMATIC_ACCESS_TOKEN'],
  ['oauth', 'OAUTH'],
] as const)('a token of the kind %s signs in as such', async (kind, AUTHENTICATOR) => {
  await cells(await open({ signIn: { kind, token: 'secret-token' } }), 'select 1')
  expect(service.asked[0]?.body['data']).toMatchObject({ AUTHENTICATOR, TOKEN: 'secret-token' })
})

test.each([
  [
    'a wrong password',
    { signIn: { kind: 'password', password: 'wrong' } },
    /Incorrect username or password.*\n.*key pair/,
  ],
  ['a key that is none', { signIn: { kind: 'key', privateKey: 'nonsense' } }, /private key cannot be read/],
  ['another scheme than https', { url: 'http://snowflake.example.com' }, /requires https/],
  ['an account that is none', { url: undefined, account: 'a/b' }, /not a Snowflake account identifier/],
  ['nobody there', { url: 'http://127.0.0.1:1' }, /cannot be reached/],
] as const)(
  '%s is refused in words',
  async (_, given, message) => {
    const failing = cells(await open(given), 'select 1')
    await expect(failing).rejects.toMatchObject({
      name: 'WarehouseError',
      message: expect.stringMatching(message),
    })
  },
  30_000,
)

test('a database that the role may not use is named, and a schema that is missing is made', async () => {
  service.place = { databaseName: null, roleName: 'ETL' }
  await expect(cells(await open(), 'select 1')).rejects.toThrow(
    /database SALES does not exist, or the role ETL/,
  )
  service.place = { databaseName: 'SALES', schemaName: null }
  await cells(await open(), 'select 1')
  const asked = service.of('/queries/v1/query-request').map(({ body }) => body['sqlText'])
  expect(asked).toEqual([
    'create schema if not exists "sales"."public"',
    'use schema "sales"."public"',
    'select 1',
  ])
})

test('what runs long is asked for again until it is done', async () => {
  let left = 3
  const running = {
    success: true,
    code: '333334',
    data: { queryId: 'q', getResultUrl: '/queries/results/q' },
  }
  service.query = () => running
  service.results = () => (left-- > 0 ? running : rows([['done']]))
  expect(await cells(await open(), 'select 1')).toEqual([['done']])
})

test('a session whose token is over goes on with a new one, and runs a statement once', async () => {
  const warehouse = await open()
  await cells(warehouse, 'select 1')
  service.token = 'another'
  expect(await cells(warehouse, 'select 2')).toEqual([['1']])
  expect(service.token).toBe('session-2')
})

test('a request that is turned away for a moment is repeated under its name', async () => {
  let left = 2
  service.query = () => (left-- > 0 ? 503 : rows([['1']]))
  expect(await cells(await open(), 'select 1')).toEqual([['1']])
  const ids = service.of('/queries/v1/query-request').map(({ query }) => query.get('requestId'))
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(1)
})

test('the parts of a large result come zipped or not, with their key, and cells may hold anything', async () => {
  const odd = 'a "]", \\ and\n[é'
  const part = (values: (string | null)[]) => values.map((value) => JSON.stringify([value])).join(',')
  service.parts = (path, response) => {
    const bytes = Buffer.from(path === '/part1' ? part([odd, null]) : part(['last']))
    response.end(path === '/part1' ? gzipSync(bytes) : bytes)
  }
  service.query = () =>
    rows([['first']], {
      total: 4,
      chunks: [{ url: `${service.url}/part1` }, { url: `${service.url}/part2` }],
    })
  expect(await cells(await open(), 'select a from t')).toEqual([['first'], [odd], [null], ['last']])
})

test('a part that is cut off is an error, not the end of the rows', async () => {
  service.parts = (_, response) => response.end('["a"],["b')
  service.query = () => rows([], { chunks: [{ url: `${service.url}/part1` }] })
  await expect(cells(await open(), 'select a from t')).rejects.toThrow(/middle of a row/)
})

test('a part that breaks is read again, and one that is refused names the store and not the account', async () => {
  let broken = 2
  service.parts = (path, response) => {
    if (path === '/part2') response.writeHead(403).end('expired')
    else if (broken-- > 0)
      response.writeHead(200, { 'content-length': '9' }).write('["a', () => response.destroy())
    else response.end('["a"]')
  }
  service.query = () => rows([], { chunks: [{ url: `${service.url}/part1` }] })
  expect(await cells(await open(), 'select a from t')).toEqual([['a']])
  const store = service.url.replace('127.0.0.1', 'localhost')
  service.query = () => rows([], { chunks: [{ url: `${store}/part2` }] })
  await expect(cells(await open(), 'select a from t')).rejects.toThrow(
    /cannot be read from localhost:\d+: HTTP 403 expired$/,
  )
})

test('a statement that runs outlasts answers that are lost, and is done once', async () => {
  const begun = { success: true, code: '333334', data: { queryId: 'q', getResultUrl: '/queries/results/q' } }
  service.query = () => begun
  let faults = 4
  service.results = () => {
    if (faults-- <= 0) return rows([['done']])
    service.server.closeAllConnections()
    return 204
  }
  expect(await cells(await open(), 'select 1')).toEqual([['done']])
  expect(service.of('/queries/v1/query-request')).toHaveLength(1)
})

test('a statement that is given up is cancelled, and said to be unknown', async () => {
  service.query = () => 502
  const client = await signIn(connection(), fetch, never.signal, 300)
  await expect(client.ask({ sql: 'insert into t values (1)' }, never.signal)).rejects.toThrow(
    /^The session with Snowflake has ended: HTTP 502\nIt is unknown whether the statement was done/,
  )
  const [asked] = service.of('/queries/v1/query-request')
  const [aborted] = service.of('/queries/v1/abort-request')
  expect(aborted?.body).toMatchObject({ requestId: asked?.query.get('requestId') })
})

test('an abort cancels the statement by the name of its request, and ends the session', async () => {
  const begun = Promise.withResolvers<void>()
  service.query = () => {
    begun.resolve()
    return new Promise(() => undefined)
  }
  const cancel = new AbortController()
  const reason = new Error('enough')
  const running = (await open()).execute('select long()', { signal: cancel.signal })
  await begun.promise
  cancel.abort(reason)
  await expect(running).rejects.toBe(reason)
  const [asked] = service.of('/queries/v1/query-request')
  const [aborted] = service.of('/queries/v1/abort-request')
  expect(aborted?.body).toMatchObject({ requestId: asked?.query.get('requestId') })
  expect(service.of('/session')[0]?.query.get('delete')).toBe('true')
})

test.each([
  ['No active warehouse selected in the current session.', /Name a warehouse in the connection/],
  [
    "Warehouse 'WH' cannot be resumed because resource monitor 'M' has exceeded its quota.",
    /raise its quota/,
  ],
  ["SQL access control error:\nInsufficient privileges to operate on table 'T'", /Grant it to the role/],
  ["Object 'T' does not exist or not authorized.", /letter case/],
  [
    'Statement reached its statement or warehouse timeout of 60 second(s) and was canceled.',
    /larger warehouse/,
  ],
  ['maximum number of expressions in a list exceeded, expected at most 16,384, got 20,000', /1 MB/],
])('"%s" says what to do', async (message, advice) => {
  service.query = () => refused('002003', message)
  const failing = (await open()).execute('select 1', never)
  await expect(failing).rejects.toThrow(message)
  await expect((await open()).execute('select 1', never)).rejects.toThrow(advice)
})

test('a statement that uses up its session is not followed by others in it', async () => {
  const warehouse = await open()
  await warehouse.execute('select 1', never)
  await warehouse.execute('select 2', never)
  expect(service.of('/session/v1/login-request')).toHaveLength(1)
  await warehouse.execute('create temporary table t (a int)', never)
  await warehouse.execute('select 3', never)
  expect(service.of('/session/v1/login-request')).toHaveLength(2)
})

test('long texts travel beside the statement, with every sign', async () => {
  const long = `it's "\\ \n${'x'.repeat(50_000)}`
  const warehouse = await open()
  await warehouse.execute(`insert into t select ${warehouse.quoteText(long)}, 'short'`, never)
  expect(service.of('/queries/v1/query-request')[0]?.body).toMatchObject({
    sqlText: "insert into t select ?, 'short'",
    bindings: { 1: { type: 'TEXT', value: long } },
  })
})

test('steps that share a transaction share a session, and cannot define tables in it', async () => {
  const { warehouse, commit } = await (await open()).beginTransaction(never)
  await warehouse.execute('insert into t values (1)', never)
  await commit()
  expect(service.of('/queries/v1/query-request').map(({ body }) => body['sqlText'])).toEqual([
    'begin',
    'insert into t values (1)',
    'commit',
  ])
  const other = await (await open()).beginTransaction(never)
  await expect(other.warehouse.execute('create table t (a int)', never)).rejects.toThrow(
    /commits with every CREATE/,
  )
  await other.rollback()
})
