import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import { waitFor } from '../../../test/support/platform.ts'

const api = useApi()

test('a secret is shown once and never listed', async () => {
  const { clientId, clientSecret } = await api.credential({ name: 'ci' })
  const list = await api.call<{ results: { clientId: string }[] }>('GET', '/v1/api-credentials')
  expect(list.body.results.find((one) => one.clientId === clientId)).toMatchObject({ name: 'ci' })
  expect(JSON.stringify(list.body)).not.toContain(clientSecret)
})

test('only a SUPER_ADMIN manages credentials', async () => {
  const { token, clientId } = await api.credential()
  expect((await api.call('GET', '/v1/api-credentials', { token })).status).toBe(403)
  expect((await api.call('DELETE', `/v1/api-credentials/${clientId}`, { token })).status).toBe(403)
})

test('F16: tokens of a deleted credential stop working within 5 seconds', async () => {
  const { token, clientId, clientSecret } = await api.credential()
  expect((await api.call('GET', '/v1/projects', { token })).status).toBe(200)
  expect((await api.call('DELETE', `/v1/api-credentials/${clientId}`)).status).toBe(204)
  const deleted = Date.now()
  await waitFor(
    'the token to be refused',
    async () => (await api.call('GET', '/v1/projects', { token })).status === 401,
  )
  expect(Date.now() - deleted).toBeLessThan(5_000)
  await expect(api.tokenFor(clientId, clientSecret)).rejects.toThrow('401')
})

test('roles for what does not exist are all named, and nothing is created', async () => {
  const { projectId } = await aProject(api)
  const missing = '00000000-0000-7000-8000-000000000000'
  const body = {
    name: 'x',
    accountRole: 'USER',
    projectRoles: [{ projectId: missing, role: 'ADMIN' }],
    environmentAccess: [{ projectId, environmentName: 'Nowhere', access: 'ADMIN' }],
  }
  const before = await api.call<{ total: number }>('GET', '/v1/api-credentials')
  const refused = await api.call<{ violations: string[] }>('POST', '/v1/api-credentials', { body })
  expect([refused.status, refused.body.violations.length]).toEqual([400, 2])
  expect((await api.call<{ total: number }>('GET', '/v1/api-credentials')).body.total).toBe(before.body.total)
})

test('a project or environment that is named twice is refused, also when roles are replaced', async () => {
  const { projectId } = await aProject(api, { environments: ['dev'] })
  const { clientId } = await api.credential()
  const access = { projectId, environmentName: 'dev' }
  const roles = {
    accountRole: 'USER',
    projectRoles: [
      { projectId, role: 'READ_ONLY' },
      { projectId: projectId.toUpperCase(), role: 'ADMIN' },
    ],
    environmentAccess: [
      { ...access, access: 'NO_ACCESS' },
      { ...access, access: 'ADMIN' },
    ],
  }
  for (const [method, path, body] of [
    ['POST', '/v1/api-credentials', { name: 'x', ...roles }],
    ['PUT', `/v1/api-credentials/${clientId}/roles`, roles],
  ] as const)
    expect(await api.call(method, path, { body })).toMatchObject({
      status: 400,
      body: {
        violations: [
          `body/projectRoles names the project ${projectId} more than once`,
          'body/environmentAccess names the environment dev more than once',
        ],
      },
    })
})

test('an expiry in the past is refused, one ahead ends the credential', async () => {
  const past = { name: 'x', accountRole: 'USER', expiresAt: '2020-01-01T00:00:00Z' }
  expect((await api.call('POST', '/v1/api-credentials', { body: past })).status).toBe(400)
  const soon = await api.credential({ expiresAt: new Date(Date.now() + 1_500).toISOString() })
  await waitFor('the credential to expire', async () => {
    return (await api.call('GET', '/v1/projects', { token: soon.token })).status === 401
  })
})

test('the roles of a credential are replaced, hold for the tokens it has, and are in the audit trail', async () => {
  const { projectId } = await aProject(api)
  const { clientId, token } = await api.credential()
  const path = `/v1/api-credentials/${clientId}/roles`
  const seen = () => api.call('GET', `/v1/projects/${projectId}`, { token })
  expect((await seen()).status).toBe(404)
  const before = await api.call('GET', path)
  const body = {
    accountRole: 'USER',
    accountPermissions: ['PROJECT_CREATOR'],
    projectRoles: [{ projectId, role: 'READ_ONLY' }],
    environmentAccess: [{ projectId, environmentName: 'Development', access: 'RUNNER' }],
  }
  expect((await api.call('PUT', path, { token, body })).status).toBe(403)
  const tagged = { 'if-match': before.headers.get('etag')! }
  const changed = await api.call('PUT', path, { body, headers: tagged })
  expect(changed).toMatchObject({ status: 200, body })
  expect((await seen()).status).toBe(200)
  expect((await api.call('PUT', path, { body, headers: tagged })).status).toBe(412)
  const again = await api.call('GET', path)
  expect(again.headers.get('etag')).toBe(changed.headers.get('etag'))
  const list = await api.call<{ results: object[] }>('GET', '/v1/api-credentials?size=100')
  expect(list.body.results).toContainEqual(expect.objectContaining({ clientId, ...body }))

  const trail = await api.call<{ results: object[] }>('GET', '/v1/events?operation=setApiCredentialRoles')
  expect(trail.body.results).toContainEqual(
    expect.objectContaining({
      path,
      outcome: 'SUCCEEDED',
      before: expect.objectContaining({ projectRoles: [] }),
      after: expect.objectContaining({ projectRoles: body.projectRoles }),
    }),
  )
})

test('roles of users and groups have entity tags too', async () => {
  const { body: users } = await api.call<{ results: { id: string }[] }>('GET', '/v1/users')
  const path = `/v1/users/${users.results[0]!.id}/roles`
  const { body, headers } = await api.call('GET', path)
  expect((await api.call('PUT', path, { body, headers: { 'if-match': '"another"' } })).status).toBe(412)
  const current = { 'if-match': headers.get('etag')! }
  expect((await api.call('PUT', path, { body, headers: current })).status).toBe(200)
})

test('a credential of a runner, and one that does not exist, have no roles to change', async () => {
  const { agentId } = await aProject(api)
  const { body } = await api.call<{ clientId: string }>('GET', `/v1/agents/${agentId}/credentials`)
  const none = { accountRole: 'SUPER_ADMIN', projectRoles: [], environmentAccess: [] }
  for (const clientId of [body.clientId, 'hr_unknown']) {
    const answer = await api.call('PUT', `/v1/api-credentials/${clientId}/roles`, { body: none })
    expect([clientId, answer.status]).toEqual([clientId, 404])
  }
})
