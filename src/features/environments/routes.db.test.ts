import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aConnection, aProject } from '../../../test/support/factories.ts'

const api = useApi()

test('an environment has the fields that were decided', async () => {
  const { projectId, agentId } = await aProject(api, { environments: [] })
  const path = `/v1/projects/${projectId}/environments`
  const created = await api.call('POST', path, { body: { name: 'Prod EU', defaultAgentId: agentId } })
  expect([created.status, created.headers.get('location')]).toEqual([201, `/api${path}/Prod%20EU`])
  expect((await api.call('GET', `${path}/Prod%20EU`)).body).toMatchObject({
    name: 'Prod EU',
    displayName: 'Prod EU',
    description: '',
    defaultAgentId: agentId,
    defaultAgentName: expect.any(String),
    defaultUserAccessLevel: 'readOnly',
    connection: { type: 'DUCKDB' },
  })
  const connection = {
    type: 'POSTGRES',
    host: 'db',
    database: 'dw',
    user: 'etl',
    passwordSecret: 'DW_PASSWORD',
  }
  const connectionOverrides = [
    {
      connectionName: 'dw',
      connectionProperties: { user: { value: 'etl' }, password: { secretName: 'DW' } },
    },
  ]
  const overridden = await api.call('PATCH', `${path}/Prod%20EU`, { body: { connectionOverrides } })
  expect(overridden.body).toMatchObject({ connectionOverrides })
  const patched = await api.call('PATCH', `${path}/Prod%20EU`, {
    body: { connection, displayName: 'Production' },
  })
  expect(patched.body).toMatchObject({ connection, displayName: 'Production' })
  expect((await api.call('DELETE', `${path}/Prod%20EU`)).status).toBe(204)
  expect((await api.call('GET', `${path}/Prod%20EU`)).status).toBe(404)
})

test('what programs keep in the connections of an environment comes back as it was sent', async () => {
  const { projectId, agentId } = await aProject(api)
  const kept = {
    defaultConnections: { DWH: null, other: { deep: null, list: [null] } },
    connectionOverrides: { theirs: null },
  }
  const environments = `/v1/projects/${projectId}/environments`
  const body = { name: 'Kept', defaultAgentId: agentId, ...kept }
  const created = await api.call('POST', environments, { body })
  expect(created).toMatchObject({ status: 201, body: kept })
  expect((await api.call('GET', `${environments}/Kept`)).body).toMatchObject(kept)
})

test('names of databases fit the connection, also the one that comes later', async () => {
  const { projectId, agentId } = await aProject(api, { environments: [] })
  const path = `/v1/projects/${projectId}/environments`
  const databases = { ANALYTICS: {}, RAW: { database: 'raw', schema: 'landing' } }
  const body = { name: 'Test', defaultAgentId: agentId, databases }
  expect((await api.call('POST', path, { body })).body).toMatchObject({ databases, dialectFunctions: true })
  const patch = (change: object) =>
    api.call<{ violations?: string[] }>('PATCH', `${path}/Test`, { body: change })
  expect((await patch({ dialectFunctions: false })).body).toMatchObject({
    databases,
    dialectFunctions: false,
  })
  expect((await patch({ databases: { A: {}, B: {} } })).body.violations).toHaveLength(1)
  expect((await patch({ databases: { 'a b': {} } })).status).toBe(400)
  expect((await patch({ databases: { A: { database: '../x' } } })).status).toBe(400)
  const connection = { type: 'POSTGRES', host: 'db', database: 'dw', user: 'etl' }
  expect((await patch({ connection })).body.violations).toEqual([expect.stringContaining('to dw')])
  expect((await patch({ connection, databases: { ANALYTICS: {} } })).body).toMatchObject({
    databases: { ANALYTICS: {} },
  })
  expect((await patch({ databases: {} })).body).toMatchObject({ databases: {} })
})

test('a name that is taken, a runner that does not exist and a malformed name are rejected', async () => {
  const { projectId, agentId } = await aProject(api)
  const path = `/v1/projects/${projectId}/environments`
  const create = (body: object) => api.call<{ violations: string[] }>('POST', path, { body })
  expect((await create({ name: 'Development', defaultAgentId: agentId })).status).toBe(409)
  const unknown = await create({ name: 'X', defaultAgentId: '00000000-0000-7000-8000-000000000000' })
  expect([unknown.status, unknown.body.violations[0]]).toEqual([
    400,
    expect.stringContaining('defaultAgentId'),
  ])
  for (const name of ['a/b', ' a', 'a ', ''])
    expect((await create({ name, defaultAgentId: agentId })).status).toBe(400)
})

test('access is granted per environment, in addition to the role in the project', async () => {
  const { projectId, agentId } = await aProject(api, { environments: ['Open', 'Mine'] })
  const path = `/v1/projects/${projectId}/environments`
  const hidden = { name: 'Hidden', defaultAgentId: agentId, defaultUserAccessLevel: 'noAccess' }
  await api.call('POST', path, { body: hidden })
  const { token } = await api.credential({
    projectRoles: [{ projectId, role: 'READ_ONLY' }],
    environmentAccess: [{ projectId, environmentName: 'Mine', access: 'ADMIN' }],
  })
  const list = await api.call<{ results: { name: string }[]; total: number }>('GET', path, { token })
  expect([list.body.results.map(({ name }) => name), list.body.total]).toEqual([['Mine', 'Open'], 2])
  const patch = { token, body: { description: 'x' } }
  expect((await api.call('PATCH', `${path}/Mine`, patch)).status).toBe(200)
  expect((await api.call('PATCH', `${path}/Open`, patch)).status).toBe(403)
  expect((await api.call('PATCH', `${path}/Hidden`, patch)).status).toBe(404)
})

test.each(['.', '..'])('no environment is named %s: addresses cannot have it', async (name) => {
  const { projectId, agentId } = await aProject(api)
  const body = { name, defaultAgentId: agentId }
  const refused = await api.call('POST', `/v1/projects/${projectId}/environments`, { body })
  expect(refused).toMatchObject({ status: 400, body: { violations: ['body/name must not be . or ..'] } })
})

test('everything that is wrong with an environment is listed at once', async () => {
  const { projectId } = await aProject(api)
  const connection = { type: 'POSTGRES', host: '/tmp', database: 'dw', user: 'etl', passwordSecret: 'DW' }
  const [first, second] = ['dw', 'DW'].map((connectionName) => ({ connectionName, connectionProperties: {} }))
  const body = {
    name: '..',
    defaultAgentId: projectId,
    connection,
    databases: { 'a b': {} },
    defaultConnections: { DWH: 'nowhere' },
    connectionOverrides: [first, second],
  }
  const refused = await api.call('POST', `/v1/projects/${projectId}/environments`, { body })
  expect([refused.status, refused.body['violations']]).toEqual([
    400,
    [
      'body/name must',
      'body/defaultAgentId: runner',
      'body/connection/host must',
      'body/databases cannot',
      'body/defaultConnections names',
      'body/connectionOverrides names',
    ].map((words) => expect.stringContaining(words)),
  ])
})

describe('overrides of connections that come with an environment', () => {
  const overrides = (connectionProperties: object) => ({
    connectionOverrides: [{ connectionName: 'DW', connectionProperties }],
  })
  const withConnection = async () => {
    const { projectId, agentId } = await aProject(api, { environments: ['Dev'] })
    const body = aConnection('dw')
    await api.call('POST', `/v1/projects/${projectId}/data-platform-connections`, { body })
    return { projectId, agentId, environments: `/v1/projects/${projectId}/environments` }
  }

  test('need what changing overrides needs: CONTRIBUTOR in the project', async () => {
    const { projectId, environments } = await withConnection()
    const adminOfDev = { projectId, environmentName: 'Dev', access: 'ADMIN' } as const
    const tokenOf = async (role: 'CONTRIBUTOR' | 'READ_ONLY') =>
      (await api.credential({ projectRoles: [{ projectId, role }], environmentAccess: [adminOfDev] })).token
    const reader = { token: await tokenOf('READ_ONLY'), body: overrides({ host: { value: 'elsewhere' } }) }
    expect((await api.call('PATCH', `${environments}/Dev`, reader)).status).toBe(403)
    expect((await api.call('POST', `${environments}/Dev/test`, reader)).status).toBe(403)
    const contributor = { ...reader, token: await tokenOf('CONTRIBUTOR') }
    expect((await api.call('PATCH', `${environments}/Dev`, contributor)).status).toBe(200)
  })

  test('are checked like overrides: a secret is named, and its value neither kept nor repeated', async () => {
    const { agentId, environments } = await withConnection()
    const body = overrides({ password: { value: 'hush-3' } })
    const answers = [
      await api.call('PATCH', `${environments}/Dev`, { body }),
      await api.call('POST', environments, { body: { name: 'New', defaultAgentId: agentId, ...body } }),
      await api.call('POST', `${environments}/Dev/test`, { body }),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 400,
        body: {
          violations: [
            'body/connectionOverrides/0/connectionProperties/password is a secret: set secretName, never the value itself',
          ],
        },
      })
    }
  })

  test('name each connection once, in whatever case', async () => {
    const { environments } = await withConnection()
    const [override] = overrides({ host: { value: 'elsewhere' } }).connectionOverrides
    const body = { connectionOverrides: [override, { ...override, connectionName: 'dw' }] }
    expect(await api.call('PATCH', `${environments}/Dev`, { body })).toMatchObject({
      status: 400,
      body: { violations: ['body/connectionOverrides names the connection dw more than once'] },
    })
  })
})
