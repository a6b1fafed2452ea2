import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import { operations } from '../support/document.ts'
import { aPublishedProject } from '../support/factories.ts'
import { aPerson } from '../support/users.ts'

/**
 * What tools that manage infrastructure need: a create that answers everything, reading one, finding by name.
 */
const api = useApi()

type Body = Record<string, unknown>
let place: Awaited<ReturnType<typeof aPublishedProject>>
beforeAll(async () => {
  place = await aPublishedProject(api)
})

const at = (method: string, path: string) =>
  operations.find((operation) => operation.method === method && operation.path === path)

test('whatever is listed and created can be read alone', () => {
  const created = operations.filter(
    ({ method, path, responses }) => method === 'POST' && '201' in responses && at('GET', path) !== undefined,
  )
  const lists = created.filter(({ path }) => /^list/.test(at('GET', path)!.operationId))
  expect(lists.length).toBeGreaterThan(10)
  const isReadAlone = (path: string) =>
    operations.some(
      (one) =>
        one.method === 'GET' &&
        one.path.startsWith(`${path}/{`) &&
        !one.path.slice(path.length + 1).includes('/'),
    )
  // A published version is read by its name and environment (/artifacts/details).
  expect(lists.map(({ path }) => path).filter((path) => !isReadAlone(path))).toEqual([
    '/v1/projects/{projectId}/artifacts',
    '/v1/shared-pipelines/artifacts',
  ])
})

test.each([
  ['a project', '/v1/projects', () => ({ name: `P ${randomUUID()}` }), 'projectId'],
  ['a runner', '/v1/agents', () => runner(randomUUID().slice(0, 20)), 'agentId'],
  [
    'a schedule',
    () => `/v1/projects/${place.projectId}/schedules`,
    () => schedule(randomUUID()),
    'scheduleId',
  ],
  [
    'a trigger',
    () => `/v1/projects/${place.projectId}/triggers`,
    () => ({
      name: randomUUID(),
      pipelineName: 'P',
      environmentName: 'Development',
      condition: { type: 'EVENT' },
    }),
    'triggerId',
  ],
  [
    'a credential',
    '/v1/api-credentials',
    () => ({
      name: 'ci',
      accountRole: 'USER',
      projectRoles: [{ projectId: place.projectId, role: 'ADMIN' }],
    }),
    'clientId',
  ],
  ['a webhook template', '/v1/webhook-templates', () => ({ name: `T ${randomUUID()}`, payload: '{}' }), 'id'],
  ['a directory token', '/v1/directory-integration/tokens', () => ({ name: 'idp' }), 'id'],
] as const)('creating %s answers what reading it answers', async (_, path, body, id) => {
  const all = typeof path === 'string' ? path : path()
  const created = await api.call<Body>('POST', all, { body: body() })
  expect([created.status, created.body[id]]).toEqual([201, expect.any(String)])
  const read = await api.call<Body>('GET', `${all}/${created.body[id]}`)
  expect(read.status).toBe(200)
  expect(created.body).toMatchObject(read.body)
  expect(JSON.stringify(read.body)).not.toMatch(/secret|"token"/i)
  expect((await api.call('GET', `${all}/${randomUUID()}`)).status).toBe(404)
})

const runner = (name: string) => ({
  name,
  agentType: 'pipeline',
  cloudProvider: 'self_hosted',
  deployment: 'process',
})
const schedule = (name: string) => ({
  pipeline: { pipelineName: 'P', environmentName: 'Development' },
  schedule: { name, cronExpression: '0 0 6 * * ?' },
})

test.each([
  ['/v1/projects', (name: string) => ({ name })],
  ['/v1/agents', runner],
  ['/v1/api-credentials', (name: string) => ({ name, accountRole: 'USER' })],
  ['/v1/webhook-templates', (name: string) => ({ name, payload: '{}' })],
  [
    '/v1/alert-channels',
    (name: string) => ({ name, type: 'SLACK', webhookUrl: 'https://hooks.example.com/alerts' }),
  ],
] as const)('%s finds what has a name, whole and in any case', async (all, bodyFor) => {
  const name = `Find-${randomUUID().slice(0, 18)}`
  for (const one of [name, `${name} 2`]) await api.call('POST', all, { body: bodyFor(one) })
  const { body } = await api.call<{ total: number; results: Body[] }>(
    'GET',
    `${all}?name=${name.toUpperCase()}`,
  )
  expect([body.total, body.results.map((one) => one['name'])]).toEqual([1, [name]])
  const nothing = await api.call<{ total: number }>('GET', `${all}?name=${randomUUID()}`)
  expect(nothing.body.total).toBe(0)
})

test('users are found by user name, groups by name, and both are read alone', async () => {
  const person = await aPerson(api, {})
  const group = await api.call<{ id: string }>('POST', '/v1/directory-integration/scim/v2/Groups', {
    body: { displayName: `Team ${randomUUID()}` },
  })
  const byName = await api.call<{ total: number; results: Body[] }>(
    'GET',
    `/v1/users?name=${encodeURIComponent(person.userName.toUpperCase())}`,
  )
  expect([byName.body.total, byName.body.results[0]!['id']]).toEqual([1, person.id])
  const groups = await api.call<{ results: Body[] }>('GET', '/v1/groups?size=100')
  const listed = groups.body.results.find(({ id }) => id === group.body.id)!
  const found = await api.call<{ results: Body[] }>(
    'GET',
    `/v1/groups?name=${encodeURIComponent(String(listed['name']))}`,
  )
  expect(found.body.results).toEqual([listed])
  expect((await api.call('GET', `/v1/groups/${group.body.id}`)).body).toEqual(listed)
  expect((await api.call('GET', `/v1/users/${person.id}`)).body).toEqual(byName.body.results[0])
  expect((await api.call('GET', `/v1/users/${group.body.id}`)).status).toBe(404)
})

test('members of projects and environments are read alone', async () => {
  const person = await aPerson(api, {})
  const project = `/v1/projects/${place.projectId}`
  const environment = `${project}/environments/Development`
  for (const [all, body] of [
    [`${project}/members`, { role: 'CONTRIBUTOR' }],
    [`${environment}/members`, { access: 'RUNNER' }],
  ] as const) {
    expect((await api.call('GET', `${all}/${person.id}`)).status).toBe(404)
    await api.call('PUT', `${all}/${person.id}`, { body })
    const list = await api.call<{ results: Body[] }>('GET', all)
    const listed = list.body.results.find(({ id }) => id === person.id)
    expect(listed).toMatchObject(body)
    expect((await api.call('GET', `${all}/${person.id}`)).body).toEqual(listed)
  }
})

test('a credential is renamed and its expiry changed in the state that was read; its roles stay', async () => {
  const projectRoles = [{ projectId: place.projectId, role: 'READ_ONLY' as const }]
  const { clientId, clientSecret } = await api.credential({ name: 'old', projectRoles })
  const path = `/v1/api-credentials/${clientId}`
  const before = await api.call<Body>('GET', path)
  // Its use is no change of it.
  await api.tokenFor(clientId, clientSecret)
  const expiresAt = '2100-01-01T00:00:00.000Z'
  const headers = { 'if-match': before.headers.get('etag')! }
  const changed = await api.call<Body>('PATCH', path, { headers, body: { name: 'new', expiresAt } })
  expect([changed.status, changed.body]).toEqual([
    200,
    expect.objectContaining({ name: 'new', expiresAt, projectRoles }),
  ])
  expect((await api.call('PATCH', path, { headers, body: { name: 'newer' } })).status).toBe(412)
  expect((await api.call('PATCH', path, { body: { expiresAt: '2000-01-01T00:00:00Z' } })).status).toBe(400)
  const endless = await api.call<Body>('PATCH', path, { body: { expiresAt: null } })
  expect(endless.body).not.toHaveProperty('expiresAt')
  expect((await api.call('GET', path)).headers.get('etag')).toBe(endless.headers.get('etag'))
  expect((await api.call('PATCH', '/v1/api-credentials/nobody', { body: { name: 'x' } })).status).toBe(404)
})
