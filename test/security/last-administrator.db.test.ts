import { expect, test } from 'vitest'
import { useApi } from '../support/api.ts'

const api = useApi()
const scim = '/v1/directory-integration/scim/v2'
const user = { accountRole: 'USER', projectRoles: [], environmentAccess: [] }
const refused = { status: 409, body: { detail: expect.stringContaining('without an administrator') } }

/** Another SUPER_ADMIN credential, made by the bearer of `token`. */
async function another(token: string, own: object = {}) {
  const body = { name: 'another', accountRole: 'SUPER_ADMIN', ...own }
  const made = await api.call<{ clientId: string; clientSecret: string }>('POST', '/v1/api-credentials', {
    token,
    body,
  })
  expect(made.status).toBe(201)
  const { clientId, clientSecret } = made.body
  return { clientId, token: await api.tokenFor(clientId, clientSecret) }
}

const demote = (clientId: string, token: string) =>
  api.call('PUT', `/v1/api-credentials/${clientId}/roles`, { token, body: user })
const remove = (clientId: string, token: string) =>
  api.call('DELETE', `/v1/api-credentials/${clientId}`, { token })

test('of two administrators that are deleted at once, one stays', async () => {
  let left = await another(await api.adminToken())
  expect(await remove('test-admin', left.token)).toMatchObject({ status: 204 })
  const users = await api.call<{ results: { id: string }[] }>('GET', '/v1/users', { token: left.token })
  for (const { id } of users.body.results)
    await api.call('DELETE', `${scim}/Users/${id}`, { token: left.token })
  for (let round = 0; round < 5; round++) {
    const other = await another(left.token)
    const [first, second] = await Promise.all([
      remove(left.clientId, other.token),
      remove(other.clientId, left.token),
    ])
    const [done, notDone] = [first.status, second.status].sort()
    expect(done).toBe(204)
    // The second is refused for what it would do, or because the first has deleted its credential already.
    expect([401, 409]).toContain(notDone)
    left = first.status === 204 ? other : left
  }
  // A credential that expires does not keep the installation open for ever.
  const passing = await another(left.token, { expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
  for (const { token } of [left, passing]) {
    expect(await remove(left.clientId, token)).toMatchObject(refused)
    expect(await demote(left.clientId, token)).toMatchObject(refused)
  }
  const roles = await api.call('GET', `/v1/api-credentials/${left.clientId}/roles`, { token: left.token })
  expect(roles.body).toMatchObject({ accountRole: 'SUPER_ADMIN' })
  await oneOfTwoDemotionsIsRefused(left)
  expect(await remove(passing.clientId, left.token)).toMatchObject({ status: 204 })
  await lastPersonIsKept(left)
})

async function oneOfTwoDemotionsIsRefused(left: { clientId: string; token: string }) {
  const other = await another(left.token)
  const answers = await Promise.all([demote(left.clientId, left.token), demote(other.clientId, left.token)])
  const [done, notDone] = answers.map(({ status }) => status).sort()
  expect(done).toBe(200)
  // The second is refused for what it would do, or because the first has made its bearer a user already.
  expect([403, 409]).toContain(notDone)
  const [winner, loser] = answers[0]!.status === 200 ? [other, left] : [left, other]
  const path = `/v1/api-credentials/${loser.clientId}/roles`
  const body = { ...user, accountRole: 'SUPER_ADMIN' }
  expect(await api.call('PUT', path, { token: winner.token, body })).toMatchObject({ status: 200 })
  expect(await remove(other.clientId, winner.token)).toMatchObject({ status: 204 })
  const asLeft = () => api.call('GET', '/v1/api-credentials', { token: left.token })
  await expect.poll(async () => (await asLeft()).status, { timeout: 10_000 }).toBe(200)
}

async function lastPersonIsKept(left: { clientId: string; token: string }) {
  const person = { body: { meta: {}, userName: 'last@example.com', password: 'correct horse battery' } }
  const made = await api.call<{ id: string }>('POST', `${scim}/Users`, { ...person, token: left.token })
  const { id } = made.body
  const group = await api.call<{ id: string }>('POST', `${scim}/Groups`, {
    token: left.token,
    body: { displayName: 'Administrators', members: [{ value: id }] },
  })
  const roles = `/v1/groups/${group.body.id}/roles`
  const body = { ...user, accountRole: 'SUPER_ADMIN' }
  expect(await api.call('PUT', roles, { token: left.token, body })).toMatchObject({ status: 200 })
  const { token } = await another(left.token, { expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
  expect(await remove(left.clientId, token)).toMatchObject({ status: 204 })

  const patch = (path: string, value: unknown) => ({ Operations: [{ op: 'replace', path, value }] })
  const attempts: [string, string, object?][] = [
    ['DELETE', `${scim}/Users/${id}`],
    ['DELETE', `${scim}/Groups/${group.body.id}`],
    ['PATCH', `${scim}/Users/${id}`, patch('active', false)],
    ['PUT', `${scim}/Users/${id}`, { userName: 'last@example.com', active: false }],
    ['PATCH', `${scim}/Groups/${group.body.id}`, patch('members', [])],
    ['PUT', roles, user],
  ]
  for (const [method, path, body] of attempts)
    expect([method, path, await api.call(method, path, { token, body })]).toMatchObject([
      method,
      path,
      refused,
    ])
  const operation = { method: 'DELETE', path: `/Users/${id}` }
  expect(await api.call('POST', `${scim}/Bulk`, { token, body: { Operations: [operation] } })).toMatchObject({
    status: 200,
    body: { Operations: [{ status: '409' }] },
  })
}
