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

test('tokens of a deleted credential stop working within 5 seconds', async () => {
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

test('an expiry in the past is refused, one ahead ends the credential', async () => {
  const past = { name: 'x', accountRole: 'USER', expiresAt: '2020-01-01T00:00:00Z' }
  expect((await api.call('POST', '/v1/api-credentials', { body: past })).status).toBe(400)
  const soon = await api.credential({ expiresAt: new Date(Date.now() + 1_500).toISOString() })
  await waitFor('the credential to expire', async () => {
    return (await api.call('GET', '/v1/projects', { token: soon.token })).status === 401
  })
})
