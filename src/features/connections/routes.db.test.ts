import { beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aConnection, aProject } from '../../../test/support/factories.ts'
import { waitingTransactions } from '../../../test/support/waiting.ts'

/** Connections of decisions.md §16. */
const api = useApi()
type Body = Record<string, unknown>
let project: string
let projectId: string
let agentId: string
beforeAll(async () => {
  const made = await aProject(api)
  ;({ projectId, agentId } = made)
  project = `/v1/projects/${projectId}`
})

const warehouse = (name: string, properties?: object) =>
  api.call<Body>('POST', `${project}/data-platform-connections`, { body: aConnection(name, properties) })
const models = (name: string, own: object = {}) => ({
  name,
  platformConnectionType: 'COMPONENT_BASIC',
  authProvider: 'OPENAI_COMPATIBLE',
  authType: 'NONE',
  connectionDetails: { connectionProperties: { baseUrl: { value: 'https://example.com/v1' } } },
  ...own,
})

describe('a connection', () => {
  test('is created, found, listed, replaced and deleted, and keeps its name', async () => {
    const made = await warehouse('Orders database')
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ ...aConnection('Orders database'), platformConnectionType: 'DWH' })
    const path = `${project}/connections/orders%20DATABASE`
    expect((await api.call('GET', path)).body).toEqual(made.body)
    const change = { ...aConnection(''), platformConnectionType: 'DWH', name: undefined }
    const connectionDetails = { ...change.connectionDetails, description: 'Read by finance' }
    const headers = { 'if-match': made.headers.get('etag')! }
    const replaced = await api.call('PUT', path, { body: { ...change, connectionDetails }, headers })
    expect(replaced.body).toMatchObject({ name: 'Orders database', connectionDetails })
    expect((await api.call('PUT', path, { body: change, headers })).status).toBe(412)
    expect((await api.call('DELETE', path, { headers })).status).toBe(412)
    expect((await warehouse('ORDERS DATABASE')).status).toBe(409)
    const named = `${project}/connections?connectionName=orders%20database`
    expect((await api.call('DELETE', named)).status).toBe(204)
    expect((await api.call('DELETE', named)).status).toBe(404)
    expect((await api.call('GET', path)).status).toBe(404)
  })

  test('is deleted beside a change of an environment that begins to use it: one of them is refused', async () => {
    const name = 'Contended'
    await warehouse(name)
    const connectionOverrides = [{ connectionName: name, connectionProperties: { host: { value: 'dev' } } }]
    const body = { name, defaultAgentId: agentId, connectionOverrides }
    await api.call('POST', `${project}/environments`, { body })
    const isWaiting = async (count: number) =>
      expect.poll(() => waitingTransactions(api.db), { timeout: 10_000 }).toBe(count)
    const answers = await api.db.transaction().execute(async (tx) => {
      // Both arrive while the connection is held, the deletion first.
      await tx.selectFrom('connection').select('name').where('name', '=', name).forUpdate().execute()
      const deleted = api.call('DELETE', `${project}/connections/${name}`)
      await isWaiting(1)
      const patch = { body: { defaultConnections: { DWH: name } } }
      const changed = api.call('PATCH', `${project}/environments/${name}`, patch)
      await isWaiting(2)
      return [deleted, changed]
    })
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([204, 400])
  })

  test.each(['ΑΠΟΘΗΚΕΣ', 'İstanbul'])('is found by any name, such as %s', async (name) => {
    await warehouse(name)
    const path = `${project}/connections/${encodeURIComponent(name)}`
    expect((await api.call('GET', path)).body).toMatchObject({ name })
    const body = {
      name,
      defaultAgentId: agentId,
      defaultConnections: { DWH: name },
      connectionOverrides: [{ connectionName: name, connectionProperties: { host: { value: 'dev' } } }],
    }
    expect((await api.call('POST', `${project}/environments`, { body })).status).toBe(201)
    expect((await api.call('DELETE', path)).status).toBe(409)
    const environment = `${project}/environments/${encodeURIComponent(name)}`
    await api.call('PATCH', environment, { body: { defaultConnections: {} } })
    expect((await api.call('DELETE', path)).status).toBe(204)
    expect((await api.call('GET', environment)).body).toMatchObject({ connectionOverrides: [] })
  })

  test('is found by provider, type and names', async () => {
    await warehouse('list-a')
    await api.call('POST', `${project}/connections`, { body: models('list-b') })
    const names = async (query: string) => {
      const { body } = await api.call<{ total: number; results: { name: string }[] }>(
        'GET',
        `${project}/connections?${query}`,
      )
      const found = body.results.map(({ name }) => name).filter((name) => name.startsWith('list-'))
      return [...found, body.total]
    }
    expect(await names('authProvider=OPENAI_COMPATIBLE')).toEqual(['list-b', 1])
    expect(await names('platformConnectionType=DWH')).toEqual(['list-a', 1])
    expect(await names('connectionNames=LIST-B,list-a,absent')).toEqual(['list-a', 'list-b', 2])
    expect(await names('connectionNames=list-b&connectionNames=absent')).toEqual(['list-b', 1])
    expect(await names('connectionNames=absent')).toEqual([0])
  })

  test('of another project is not there', async () => {
    await warehouse('only-here')
    const other = await aProject(api)
    const path = `/v1/projects/${other.projectId}/connections/only-here`
    expect((await api.call('GET', path)).status).toBe(404)
  })
})

test.each([
  ['a value of a secret', { password: { value: 'hush-1' } }, '/password is a secret'],
  ['a property that no such connection has', { pasword: { value: 'x' } }, '/pasword is not a property'],
  ['a path instead of a host', { host: { value: '/var/run/postgresql' } }, '/host must be a host name'],
  ['a port that is none', { port: { value: 70_000 } }, '/port must be a port'],
  ['neither a value nor a secret', { user: {} }, '/user must have either a value or a secretName'],
  ['a key without a secret', { user: { value: 'u', secretKey: 'k' } }, '/user has a secretKey without'],
])('%s is refused with its path, and never repeated', async (_, properties, fault) => {
  const { status, body } = await warehouse('refused', properties)
  expect(status).toBe(400)
  expect(body['violations']).toEqual([expect.stringContaining(fault)])
  expect(JSON.stringify(body)).not.toContain('hush-1')
})

test.each([
  ['a provider', models('x', { authProvider: 'ORACLE' }), 'body/authProvider ORACLE is unknown'],
  ['a way to sign in', models('x', { authType: 'OAUTH' }), 'body/authType of OPENAI_COMPATIBLE must be'],
  ['a type', models('x', { platformConnectionType: 'DWH' }), 'body/platformConnectionType of OPENAI'],
  ['an address', models('environment-overrides'), 'body/name must not be environment-overrides'],
])('%s that a connection cannot have is refused', async (_, body, fault) => {
  const answer = await api.call<{ violations: string[] }>('POST', `${project}/connections`, { body })
  expect([answer.status, answer.body.violations]).toEqual([400, [expect.stringContaining(fault)]])
})

test('everything that is wrong with a connection is listed at once', async () => {
  const connectionDetails = { connectionProperties: { baseUrl: { value: 'no address' } } }
  const body = models('..', { platformConnectionType: 'DWH', connectionDetails })
  const { status, body: problem } = await api.call<Body>('POST', `${project}/connections`, { body })
  expect([status, problem['violations']]).toEqual([
    400,
    [
      expect.stringMatching(/^body\/name /),
      expect.stringMatching(/^body\/platformConnectionType /),
      expect.stringMatching(/^body\/connectionDetails\/connectionProperties\/baseUrl /),
    ],
  ])
})

describe('overrides', () => {
  const all = () => `${project}/connections/environment-overrides`
  const environment = () => `${project}/environments/Development`

  test('are the overrides of the environment, by either address', async () => {
    await warehouse('overridden')
    const own = { environmentName: 'Development', connectionName: 'overridden' }
    const host = { value: 'dev.example.com' }
    const made = await api.call('POST', all(), { body: { ...own, connectionProperties: { host } } })
    expect([made.status, made.body]).toEqual([200, { ...own, connectionProperties: { host } }])
    const port = { value: 6432 }
    await api.call('POST', all(), { body: { ...own, connectionProperties: { port } } })
    expect((await api.call('GET', `${all()}?connectionName=OVERRIDDEN`)).body).toMatchObject({
      total: 1,
      results: [{ ...own, connectionProperties: { host, port } }],
    })
    expect((await api.call('GET', environment())).body).toMatchObject({
      connectionOverrides: [{ connectionName: 'overridden', connectionProperties: { host, port } }],
    })
    await api.call('PUT', all(), { body: { ...own, connectionProperties: { port } } })
    expect((await api.call('GET', `${all()}?environmentName=Development`)).body['results']).toContainEqual({
      ...own,
      connectionProperties: { port },
    })
    const one = `${all()}?environmentName=Development&connectionName=overridden`
    expect((await api.call('DELETE', one)).status).toBe(204)
    expect((await api.call('DELETE', one)).status).toBe(404)
  })

  test('that an environment had before must fit a connection that is created', async () => {
    const early = (properties: object) =>
      api.call('PATCH', environment(), {
        body: { connectionOverrides: [{ connectionName: 'Early', connectionProperties: properties }] },
      })
    await early({ host: { value: 'dev.example.com' }, password: { value: 'hush-3' } })
    const refused = await warehouse('early')
    expect([refused.status, refused.body['violations']]).toEqual([
      409,
      [expect.stringContaining('Development: connectionProperties/password is a secret')],
    ])
    expect(JSON.stringify(refused.body)).not.toContain('hush-3')
    expect((await api.call('GET', `${project}/connections/early`)).status).toBe(404)
    await early({ host: { value: 'dev.example.com' } })
    expect((await warehouse('early')).status).toBe(201)
    await early({})
  })

  test('are checked like the connection, and go with it', async () => {
    await warehouse('short-lived')
    const own = { environmentName: 'Development', connectionName: 'short-lived' }
    const secret = { ...own, connectionProperties: { password: { value: 'hush-2' } } }
    const refused = await api.call('POST', all(), { body: secret })
    expect([refused.status, JSON.stringify(refused.body).includes('hush-2')]).toEqual([400, false])
    const body = { ...own, connectionProperties: { user: { value: 'dev' } } }
    expect((await api.call('POST', all(), { body })).status).toBe(200)
    await api.call('DELETE', `${project}/connections/short-lived`)
    expect((await api.call('GET', `${all()}?connectionName=short-lived`)).body['total']).toBe(0)
    expect((await api.call('POST', all(), { body })).status).toBe(404)
  })
})

describe('a default of an environment', () => {
  const environments = () => `${project}/environments`
  const wanted = (name: string, defaultConnections: object) => ({
    body: { name, defaultAgentId: agentId, defaultConnections },
  })

  test('names a connection of the project, which stays as long as it is one', async () => {
    await warehouse('used')
    const absent = await api.call('POST', environments(), wanted('Wrong', { DWH: 'absent' }))
    expect([absent.status, absent.body['violations']]).toEqual([
      400,
      ['body/defaultConnections names absent, which is not a connection of this project'],
    ])
    expect((await api.call('POST', environments(), wanted('Own', { DWH: 'used' }))).status).toBe(201)
    const used = `${project}/connections/used`
    const kept = await api.call('DELETE', used)
    expect([kept.status, kept.body['detail']]).toEqual([409, expect.stringContaining('of Own')])
    const other = { ...aConnection(''), name: undefined, platformConnectionType: 'COMPONENT_BASIC' }
    expect((await api.call('PUT', used, { body: other })).status).toBe(409)
    await api.call('PATCH', `${environments()}/Own`, { body: { defaultConnections: {} } })
    expect((await api.call('DELETE', used)).status).toBe(204)
  })

  test('is one to run SQL on, not several', async () => {
    await warehouse('first')
    await warehouse('second')
    const both = { DWH: 'first', OTHER: { connectionName: 'second' } }
    const { status, body } = await api.call('POST', environments(), wanted('Both', both))
    expect([status, body['violations']]).toEqual([400, [expect.stringContaining('several connections')]])
  })
})

test('schemas say what each connection has, and find a provider in any case', async () => {
  const { body } = await api.call<{ total: number; results: Body[] }>('GET', '/v1/connection-schemas')
  expect(body.total).toBe(body.results.length)
  expect(body.results.map((one) => one['authProvider'])).toContain('POSTGRES')
  const one = await api.call<{ authTypes: { properties: Body[] }[] }>(
    'GET',
    '/v1/connection-schemas/postgres',
  )
  expect(one.body.authTypes[0]!.properties).toContainEqual(
    expect.objectContaining({ name: 'password', secret: true, required: false }),
  )
  expect((await api.call('GET', '/v1/connection-schemas/ORACLE')).status).toBe(404)
})
