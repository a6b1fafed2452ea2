import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aConnection, aProject } from '../../../test/support/factories.ts'
import { aRealRunner } from '../../../test/support/real-runner.ts'
import { startSftp } from '../../../test/support/sftp.ts'
import { connectAs } from '../../../test/support/wire-runner.ts'
import { postgresOfTests } from '../../warehouses/conformance/databases.ts'
import { redshiftStandIn } from '../../warehouses/conformance/redshift.ts'
import { SnowflakeService } from '../../warehouses/snowflake/testing/service.ts'
import { createProbes } from './probes.ts'
import type { ConnectionTestResult } from './schema.ts'

/** Connections tried at a real runner (decisions.md §16). */
const api = useApi()
const { host, port, database, user, password = '' } = postgresOfTests()
let project: string
let agentId: string
let runner: Awaited<ReturnType<typeof aRealRunner>>
let models: Server
let modelsUrl: string

beforeAll(async () => {
  const { projectId, ...made } = await aProject(api)
  agentId = made.agentId
  project = `/v1/projects/${projectId}`
  for (const [name, value] of Object.entries({
    right: password || 'none',
    wrong: 'wrong-hush',
    key: 'sk-hush',
    sftp: 'p4ss-hush',
  }))
    await api.call('POST', `${project}/secrets`, { body: { name, value } })
  models = createServer((request, response) => {
    const knows = request.headers.authorization === 'Bearer sk-hush'
    response.writeHead(knows ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(knows ? { data: [{ id: 'small' }, { id: 'large' }] } : { error: 'no' }))
  }).listen(0, '127.0.0.1')
  await once(models, 'listening')
  modelsUrl = `http://127.0.0.1:${(models.address() as AddressInfo).port}/v1`
  runner = await aRealRunner(api, agentId)
})
afterAll(async () => {
  await runner.close()
  models.close()
})

const reachable = {
  host: { value: host },
  port: { value: port },
  database: { value: database },
  user: { value: user },
  password: { secretName: 'right' },
}

async function tried(name: string, own: object): Promise<ConnectionTestResult> {
  const { name: _, ...connection } = aConnection('', { ...reachable, ...own })
  const body = {
    environmentName: 'Development',
    connection: { ...connection, platformConnectionType: 'DWH' },
  }
  const answer = await api.call<ConnectionTestResult>('POST', `${project}/connections/${name}/test`, { body })
  expect(answer.status).toBe(200)
  return answer.body
}

test('a stored connection is tried with its override, and the server says its version', async () => {
  const body = aConnection('stored', { ...reachable, database: { value: 'absent' } })
  expect((await api.call('POST', `${project}/data-platform-connections`, { body })).status).toBe(201)
  const path = `${project}/connections/stored/test`
  const environment = { environmentName: 'Development' }
  const wrong = await api.call('POST', path, { body: environment })
  expect(wrong.body).toMatchObject({
    ok: false,
    message: expect.stringContaining('The database does not exist'),
  })
  await api.call('POST', `${project}/connections/environment-overrides`, {
    body: {
      ...environment,
      connectionName: 'stored',
      connectionProperties: { database: { value: database } },
    },
  })
  const right = await api.call('POST', path, { body: environment })
  expect(right.body).toEqual({
    ok: true,
    message: `Connected to ${database} at ${host}:${port} as ${user}`,
    version: expect.stringMatching(/^\d+/),
    latencyMs: expect.any(Number),
  })
  const { rows } = { rows: await api.db.selectFrom('connection_probe').select('id').execute() }
  expect(rows).toEqual([])
})

test.each([
  ['a port where nothing listens', { port: { value: 1 } }, 'Nothing listens at this host and port'],
  ['a host that must not be reached', { host: { value: '169.254.169.254' } }, 'must not reach'],
  ['a server without TLS', { ssl: { value: true } }, 'The server refuses TLS'],
  ['a secret that does not exist', { password: { secretName: 'absent' } }, 'no secret named "absent"'],
])('%s is said in words', async (_, own, message) => {
  expect(await tried('unsaved', own)).toMatchObject({ ok: false, message: expect.stringContaining(message) })
})

test.each([
  ['a port where nothing listens', { port: { value: 1 } }, 'Nothing listens at this host and port'],
  ['a host that must not be reached', { host: { value: '169.254.169.254' } }, 'must not reach'],
])('MySQL: %s is said in words', async (_, own, message) => {
  const answer = await triedAs('MYSQL', 'COMPONENT_BASIC', own)
  expect(answer.body).toMatchObject({ ok: false, message: expect.stringContaining(message) })
})

async function triedAs(authProvider: string, platformConnectionType: string, own: object) {
  const connectionProperties = { ...reachable, host: { value: '127.0.0.1' }, ...own }
  const connection = {
    platformConnectionType,
    authProvider,
    authType: 'USER_PASSWORD',
    connectionDetails: { connectionProperties },
  }
  const body = { environmentName: 'Development', connection }
  return api.call('POST', `${project}/connections/shop/test`, { body })
}

test('Redshift is asked for its version, and what fails is said in words', async () => {
  await using standIn = await redshiftStandIn()
  const port = { value: standIn.port }
  const right = await triedAs('REDSHIFT', 'DWH', { port })
  expect(right.body).toMatchObject({ ok: true, version: expect.stringMatching(/\d/) })
  const wrong = await triedAs('REDSHIFT', 'DWH', { port, database: { value: 'absent' } })
  expect(wrong.body).toMatchObject({
    ok: false,
    message: expect.stringContaining('The database does not exist'),
  })
})

test('Snowflake is asked for its version, and what fails is said in words', async () => {
  const service = new SnowflakeService()
  await service.start()
  onTestFinished(() => service.close())
  const given = { account: { value: 'acme-sales' }, url: { value: service.url }, user: { value: 'etl' } }
  const tried = (more: object) => {
    const connectionProperties = { ...given, database: { value: 'sales' }, ...more }
    const connection = {
      platformConnectionType: 'DWH',
      authProvider: 'SNOWFLAKE',
      authType: 'USER_PASSWORD',
      connectionDetails: { connectionProperties },
    }
    return api.call('POST', `${project}/connections/shop/test`, {
      body: { environmentName: 'Development', connection },
    })
  }
  service.password = 'sk-hush'
  const right = await tried({ password: { secretName: 'key' } })
  expect(right.body).toMatchObject({
    ok: true,
    message: 'Connected to acme-sales as etl: SALES, the role ETL',
  })
  const wrong = await tried({ password: { secretName: 'wrong' } })
  expect(wrong.body).toMatchObject({
    ok: false,
    message: expect.stringMatching(/refused the user "etl": Incorrect username or password/),
  })
  const missing = await tried({ password: { secretName: 'key' }, warehouse: { value: 'absent' } })
  expect(missing.body).toMatchObject({
    ok: false,
    message: expect.stringContaining('warehouse ABSENT does not exist'),
  })
})

test('what is given is tried and not stored', async () => {
  expect(await tried('unsaved', {})).toMatchObject({ ok: true })
  expect((await api.call('GET', `${project}/connections/unsaved`)).status).toBe(404)
  const path = `${project}/connections/unsaved/test`
  expect((await api.call('POST', path, { body: { environmentName: 'Development' } })).status).toBe(404)
})

test('SFTP: the test says which key the server shows, and signs in when that is stated', async () => {
  const server = await startSftp({ root: import.meta.dirname, user: 'loader', password: 'p4ss-hush' })
  onTestFinished(() => server.close())
  const ask = async (hostKey: object) => {
    const connectionProperties = {
      host: { value: '127.0.0.1' },
      port: { value: server.port },
      user: { value: 'loader' },
      password: { secretName: 'sftp' },
      ...hostKey,
    }
    const connection = {
      platformConnectionType: 'COMPONENT_BASIC',
      authProvider: 'SFTP',
      authType: 'USER_PASSWORD',
      connectionDetails: { connectionProperties },
    }
    const body = { environmentName: 'Development', connection }
    return (await api.call('POST', `${project}/connections/drop/test`, { body })).body
  }
  expect(await ask({})).toMatchObject({ ok: false, message: expect.stringContaining(server.hostKey) })
  expect(await ask({ hostKey: { value: server.hostKey } })).toMatchObject({
    ok: true,
    message: `Signed in at 127.0.0.1:${server.port} as loader, in the folder /`,
  })
})

test('models are counted, a wrong key is said, and no secret is in an answer', async () => {
  const given = (secretName: string, model?: string) => ({
    environmentName: 'Development',
    connection: {
      platformConnectionType: 'COMPONENT_BASIC',
      authProvider: 'OPENAI_COMPATIBLE',
      authType: 'API_KEY',
      connectionDetails: {
        connectionProperties: {
          baseUrl: { value: modelsUrl },
          apiKey: { secretName },
          ...(model !== undefined && { model: { value: model } }),
        },
      },
    },
  })
  const ask = async (body: object) => (await api.call('POST', `${project}/connections/m/test`, { body })).body
  expect(await ask(given('key'))).toMatchObject({
    ok: true,
    message: expect.stringContaining('offers 2 models'),
  })
  const wrong = await ask(given('wrong'))
  expect(wrong).toMatchObject({ ok: false, message: expect.stringContaining('answered 401') })
  expect(JSON.stringify(wrong)).not.toContain('wrong-hush')
  expect(await ask(given('key', 'huge'))).toMatchObject({
    ok: false,
    message: expect.stringContaining('has no model huge; it has small, large'),
  })
})

test('the embedded engine opens the file of the environment', async () => {
  const connection = {
    platformConnectionType: 'DWH',
    authProvider: 'DUCKDB',
    authType: 'NONE',
    connectionDetails: { connectionProperties: {} },
  }
  const body = { environmentName: 'Development', connection }
  const answer = await api.call('POST', `${project}/connections/own/test`, { body })
  expect(answer.body).toMatchObject({ ok: true, version: expect.stringMatching(/^v\d/) })
})

test('a lake needs extensions at the runner, and says so', async () => {
  const connection = {
    platformConnectionType: 'DWH',
    authProvider: 'LAKE',
    authType: 'FOLDER',
    connectionDetails: { connectionProperties: reachable },
  }
  const body = { environmentName: 'Development', connection }
  const answer = await api.call('POST', `${project}/connections/lake/test`, { body })
  expect(answer.body).toMatchObject({
    ok: false,
    message: expect.stringContaining('HEADRACE_DUCKDB_EXTENSIONS'),
  })
})

test('a runner that is not connected, and one that does not answer, are named, and nothing is left behind', async () => {
  const { projectId, agentId } = await aProject(api)
  const { name: _, ...given } = aConnection('')
  const body = { environmentName: 'Development', connection: { ...given, platformConnectionType: 'DWH' } }
  const answer = await api.call('POST', `/v1/projects/${projectId}/connections/x/test`, { body })
  expect(answer.body).toMatchObject({ ok: false, message: expect.stringContaining('is not connected') })

  const mute = await connectAs(api, agentId)
  await mute.heard('welcome')
  const { id } = await api.db
    .selectFrom('environment')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name', '=', 'Development')
    .executeTakeFirstOrThrow()
  const grant = { projectId, environmentId: id, environmentName: 'Development' }
  const definition = { name: 'x', authProvider: 'DUCKDB', authType: 'NONE', properties: {} }
  const asked = createProbes(api.db, 1_000).run(grant as never, agentId as never, definition)
  expect(await mute.heard('probe-connection')).toMatchObject({
    project: projectId,
    connection: { definition },
  })
  expect(await asked).toMatchObject({
    ok: false,
    message: expect.stringContaining('did not answer within 1 s'),
  })
  expect(await api.db.selectFrom('connection_probe').select('id').execute()).toEqual([])
})

const own = { type: 'POSTGRES', host, port, database, user, passwordSecret: 'right' }
const tryEnvironment = (name: string, body: object, token?: string) =>
  api.call('POST', `${project}/environments/${encodeURIComponent(name)}/test`, {
    body,
    ...(token !== undefined && { token }),
  })

test('settings of an environment are tried as they would be saved, and nothing is stored', async () => {
  const before = await api.call('GET', `${project}/environments/Development`)
  const { body } = await tryEnvironment('Development', { connection: own })
  expect(body).toEqual({
    ok: true,
    message: `Connected to ${database} at ${host}:${port} as ${user}`,
    version: expect.stringMatching(/^\d+/),
    latencyMs: expect.any(Number),
  })
  expect((await tryEnvironment('Development', {})).body).toMatchObject({
    ok: true,
    message: "Opened the environment's DuckDB file",
  })
  expect((await api.call('GET', `${project}/environments/Development`)).body).toEqual(before.body)

  const connection = aConnection('warehouse', { ...reachable, database: { value: 'absent' } })
  await api.call('POST', `${project}/data-platform-connections`, { body: connection })
  const defaultConnections = { DWH: 'warehouse' }
  const named = await tryEnvironment('Development', { defaultConnections, connection: own })
  expect(named.body).toMatchObject({
    ok: false,
    message: expect.stringContaining('database does not exist'),
  })
  const none = await tryEnvironment('Development', { defaultConnections: { DWH: 'none' } })
  expect(none).toMatchObject({ status: 400 })
})

test('an environment that is not made yet is tried with secrets of the project, and stays unmade', async () => {
  const attempt = async (given: object) =>
    (await tryEnvironment('Brand new', { defaultAgentId: agentId, connection: { ...own, ...given } })).body
  expect(await attempt({})).toMatchObject({ ok: true })
  for (const [given, message] of [
    [{ passwordSecret: 'absent' }, 'no secret named "absent"'],
    [{ host: '169.254.169.254' }, 'must not reach'],
    [{ port: 1 }, 'Nothing listens at this host and port'],
  ] as const)
    expect(await attempt(given)).toMatchObject({ ok: false, message: expect.stringContaining(message) })
  expect(JSON.stringify(await attempt({ passwordSecret: 'wrong' }))).not.toContain('wrong-hush')
  expect((await tryEnvironment('Brand new', { defaultAgentId: agentId })).body).toMatchObject({
    ok: true,
    message: expect.stringContaining('creates the DuckDB file'),
  })
  expect((await api.call('GET', `${project}/environments/Brand%20new`)).status).toBe(404)
  expect(await api.db.selectFrom('connection_probe').select('id').execute()).toEqual([])
})

test('what cannot be saved is refused before it is tried, and so is who may not save it', async () => {
  const refused = async (name: string, body: object, token?: string) =>
    (await tryEnvironment(name, body, token)).status
  expect(await refused('Brand new', { connection: own })).toBe(400)
  expect(await refused(' ', { defaultAgentId: agentId })).toBe(400)
  expect(await refused('New', { defaultAgentId: '018f0000-0000-7000-8000-000000000000' })).toBe(400)
  expect(await refused('Development', { connection: { ...own, host: '/tmp' } })).toBe(400)
  expect(await refused('Development', { databases: { memory: {} } })).toBe(400)
  const projectId = project.split('/').at(-1)!
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  expect(await refused('Development', { connection: own }, token)).toBe(403)
  expect(await refused('Brand new', { defaultAgentId: agentId }, token)).toBe(403)
  const hidden = { name: 'Hidden', defaultAgentId: agentId, defaultUserAccessLevel: 'noAccess' }
  expect((await api.call('POST', `${project}/environments`, { body: hidden })).status).toBe(201)
  const answers = ['Hidden', 'Brand new'].map((name) => tryEnvironment(name, {}, token))
  const [unseen, absent] = (await Promise.all(answers)).map(({ body }) => ({ ...body, instance: '' }))
  expect(unseen).toEqual(absent)
  await api.call('PATCH', `/v1/agents/${agentId}`, { body: { restrictedAccess: true } })
  const restricted = {
    ok: false,
    message: expect.stringContaining('does not serve Development of this project'),
  }
  expect((await tryEnvironment('Development', { connection: own })).body).toMatchObject(restricted)
  const stored = { environmentName: 'Development' }
  const named = await api.call('POST', `${project}/connections/stored/test`, { body: stored })
  expect(named.body).toMatchObject(restricted)
})
