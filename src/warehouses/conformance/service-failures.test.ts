import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe } from 'vitest'
import { startLoopbackService } from '../../../test/support/bigquery-service.ts'
import type { Connection } from '../connection.ts'
import { DatabricksService, failed, running } from '../databricks/testing/service.ts'
import { createWarehouses } from '../open.ts'
import { refused, SnowflakeService } from '../snowflake/testing/service.ts'
import { never } from './bench.ts'
import { type FailureCells, failureTests, type Provoked } from './failures.ts'

// The services cannot be here: servers on loopback answer as their documentation says that they refuse.

/** A port that was just free. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const nobody = async (): Promise<string> => `http://127.0.0.1:${await closedPort()}`

async function asked(connection: Connection, sql = 'select 1'): Promise<unknown> {
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  try {
    return await (await warehouses.open(connection)).execute(sql, never)
  } finally {
    await warehouses.close()
  }
}

describe('Snowflake', () => {
  let service: SnowflakeService
  beforeEach(async () => {
    service = new SnowflakeService()
    await service.start()
  })
  afterEach(() => service.close())
  const connection = (given: object = {}) =>
    ({
      type: 'SNOWFLAKE',
      account: 'acme-sales',
      url: service.url,
      user: 'etl',
      signIn: { kind: 'password', password: 'right' },
      database: 'sales',
      ...given,
    }) as Connection
  const answered = (code: string, message: string, advice: RegExp): Provoked => ({
    async provoke() {
      service.query = ({ body }) =>
        String(body['sqlText']).startsWith('select 1') ? refused(code, message) : refused('0', 'other')
      await asked(connection())
    },
    words: new RegExp(message.slice(0, 40).replaceAll(/\W+/g, '\\W+')),
    advice,
  })
  failureTests({
    'wrong password': {
      provoke: () => asked(connection({ signIn: { kind: 'password', password: 'hush-wrong' } })),
      words: /refused the user "etl": Incorrect username or password was specified/,
      advice: /Check the user and the secret/,
    },
    'host away': {
      provoke: async () => asked(connection({ url: await nobody() })),
      words: /cannot be reached: .*ECONNREFUSED/s,
      advice: /Check/,
    },
    'warehouse suspended': answered(
      '000606',
      "No active warehouse selected in the current session. Select an active warehouse with the 'use warehouse' command.",
      /Name a warehouse in the connection/,
    ),
    'permission missing': answered(
      '003001',
      "SQL access control error:\nInsufficient privileges to operate on table 'T'",
      /Grant it to the role/,
    ),
    'table gone': answered(
      '002003',
      "SQL compilation error:\nObject 'GONE' does not exist or not authorized.",
      /Check the name|Grant it to the role/,
    ),
    'session ended in the middle': answered(
      '390111',
      'Session no longer exists.  New login required to access the service.',
      /session has ended.*Run the step again/,
    ),
    'statement too long': answered(
      '001795',
      'SQL compilation error: error line 1 at position 7 maximum number of expressions in a list exceeded, expected at most 16,384, got 20,000',
      /load fewer rows at once/,
    ),
    quota: answered(
      '090073',
      "Warehouse 'ETL_WH' cannot be resumed because resource monitor 'LIMITER' has exceeded its quota.",
      /raise its quota/,
    ),
  })
})

describe('Databricks', () => {
  let service: DatabricksService
  beforeEach(async () => {
    service = new DatabricksService()
    await service.start()
  })
  afterEach(() => service.close())
  const connection = (given: object = {}) =>
    ({
      type: 'DATABRICKS',
      url: service.url,
      warehouseId: 'w1',
      credentials: { kind: 'token', token: 'dapi-right' },
      catalog: 'main',
      schema: 'sales',
      ...given,
    }) as Connection
  const answered = (message: string, advice: RegExp): Provoked => ({
    async provoke() {
      service.course = () => [running, failed(message)]
      await asked(connection())
    },
    words: new RegExp(message.slice(0, 40).replaceAll(/\W+/g, '\\W+')),
    advice,
  })
  failureTests({
    'wrong password': {
      provoke: () => asked(connection({ credentials: { kind: 'token', token: 'hush-wrong' } })),
      words: /Invalid access token/,
      advice: /create a new token/,
    },
    'host away': {
      provoke: async () => asked(connection({ url: await nobody() })),
      words: /cannot be reached: .*ECONNREFUSED/s,
      advice: /Check/,
    },
    'warehouse suspended': answered(
      'The SQL warehouse w1 cannot be started: it was stopped by its owner',
      /Start the SQL warehouse/,
    ),
    'permission missing': answered(
      '[INSUFFICIENT_PERMISSIONS] Insufficient privileges: User does not have SELECT on Table `main`.`sales`.`t`. SQLSTATE: 42501',
      /Grant it to the user or service principal/,
    ),
    'table gone': answered(
      '[TABLE_OR_VIEW_NOT_FOUND] The table or view `gone` cannot be found. Verify the spelling and correctness of the schema and catalog. SQLSTATE: 42P01',
      /Verify the spelling/,
    ),
    'session ended in the middle': {
      async provoke() {
        service.course = () => [running]
        const gone = { status: 404, code: 'NOT_FOUND', message: 'The statement s-1 was not found.' }
        service.refuse(/^GET .*statements/, gone)
        await asked(connection())
      },
      words: /The statement s-1 was not found/,
      advice: /run the step again/i,
    },
    'statement too long': {
      provoke: () => asked(connection(), `select '${'x'.repeat(17 * 1024 * 1024)}'`),
      words: /16 MB/,
      advice: /load fewer rows at once/,
    },
    quota: answered(
      '[REQUEST_LIMIT_EXCEEDED] Too many statements: the queue is full. SQLSTATE: 54000',
      /run fewer at once/,
    ),
  })
})

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

describe('BigQuery', () => {
  const connection = (endpoint: string, accessToken = 'any') =>
    ({ type: 'BIGQUERY', endpoint, project: 'p', dataset: 'd', credentials: { accessToken } }) as Connection
  const signedIn = (endpoint: string) => {
    const keyFile = { client_email: 'robot@test', private_key: privateKey, token_uri: `${endpoint}/token` }
    return { ...connection(endpoint), credentials: { keyFile: JSON.stringify(keyFile) } } as Connection
  }
  const answered = (status: number, reason: string, message: string, advice: RegExp): Provoked => ({
    async provoke() {
      await using service = await startLoopbackService({ publicKey, answer: () => ({}) })
      service.refuse(/POST .*\/jobs$/, { status, reason, message }, 100)
      await asked(signedIn(service.endpoint))
    },
    words: new RegExp(message.slice(0, 30).replaceAll(/\W+/g, '\\W+')),
    advice,
  })
  failureTests({
    'wrong password': {
      async provoke() {
        await using service = await startLoopbackService({ publicKey, answer: () => ({}) })
        await asked(connection(service.endpoint, 'hush-wrong'))
      },
      words: /invalid authentication credentials/,
      advice: /renew the access token/,
    },
    'host away': {
      provoke: async () => asked(connection(await nobody())),
      words: /cannot be reached: .*ECONNREFUSED/s,
      advice: /Check/,
    },
    'warehouse suspended': 'BigQuery has none',
    'permission missing': answered(
      403,
      'accessDenied',
      'Access Denied: Table p:d.t: User does not have permission to query table p:d.t',
      /Grant the role BigQuery Data Editor/,
    ),
    'table gone': answered(
      404,
      'notFound',
      'Not found: Table p:d.gone was not found in location EU',
      /Check the name/,
    ),
    'session ended in the middle': answered(
      400,
      'invalid',
      'Invalid input session id: the session has been terminated.',
      /run the step again/i,
    ),
    'statement too long': answered(
      400,
      'invalid',
      'The query is too large. The maximum standard SQL query length is 1024.00K characters',
      /load fewer rows at once/,
    ),
    quota: answered(
      403,
      'quotaExceeded',
      'Quota exceeded: Your project exceeded quota for free query bytes scanned.',
      /have the quota raised/,
    ),
  })
})

describe('ClickHouse', () => {
  let server: Server
  let reply: { readonly status: number; readonly text: string } | 'cut'
  beforeEach(async () => {
    server = createServer(async (request, response) => {
      const sql = (await Array.fromAsync(request)).join('')
      if (!sql.startsWith('select 1')) return response.end()
      if (reply === 'cut') return response.socket?.destroy()
      return response.writeHead(reply.status).end(reply.text)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })
  const connection = (given: object = {}) => {
    const { port } = server.address() as AddressInfo
    const address = { host: '127.0.0.1', port, ssl: false, database: 'shop' }
    return { type: 'CLICKHOUSE', user: 'etl', password: 'hush-wrong', ...address, ...given } as Connection
  }
  const answered = (status: number, text: string, advice: RegExp): Provoked => ({
    async provoke() {
      reply = { status, text: `${text} (version 24.10.1.2)\n` }
      await asked(connection())
    },
    words: new RegExp(text.slice(0, 40).replaceAll(/\W+/g, '\\W+')),
    advice,
  })
  const cells: FailureCells = {
    'wrong password': answered(
      403,
      'Code: 516. DB::Exception: etl: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)',
      /Check user and password/,
    ),
    'host away': {
      provoke: async () => asked(connection({ port: await closedPort() })),
      words: /cannot be reached: .*ECONNREFUSED/s,
      advice: /Check host, port and TLS/,
    },
    'warehouse suspended':
      'a service that idles wakes when it is asked; a stopped one is a host that is away',
    'permission missing': answered(
      403,
      "Code: 497. DB::Exception: etl: Not enough privileges. To execute this query, it's necessary to have the grant SELECT(a) ON shop.t. (ACCESS_DENIED)",
      /Grant it to the user/,
    ),
    'table gone': answered(
      404,
      "Code: 60. DB::Exception: Unknown table expression identifier 'gone' in scope SELECT 1. (UNKNOWN_TABLE)",
      /Check the name/,
    ),
    'session ended in the middle': {
      async provoke() {
        reply = 'cut'
        await asked(connection())
      },
      words: /ended|closed|ECONNRESET|other side/,
      advice: /Run the step again/,
    },
    'statement too long': answered(
      400,
      'Code: 62. DB::Exception: Syntax error: failed at position 262145: Max query size exceeded. (SYNTAX_ERROR)',
      /too long or too deep/,
    ),
    quota: answered(
      500,
      'Code: 201. DB::Exception: Quota for user `etl` for 3600s has been exceeded: queries = 11/10. Interval will end at 2026-01-01 01:00:00. (QUOTA_EXCEEDED)',
      /quota of the user is used up/,
    ),
  }
  failureTests(cells)
})
