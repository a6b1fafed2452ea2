import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'

const api = useApi()
const tokens = '/v1/directory-integration/tokens'
const users = '/v1/directory-integration/scim/v2/Users'

const aToken = async (own: object = {}) => {
  const answer = await api.call<{ id: string; token: string; expiresSoon: boolean }>('POST', tokens, {
    body: { name: 'Okta', ...own },
  })
  expect(answer.status).toBe(201)
  return answer.body
}

test('a directory token opens the directory and nothing else', async () => {
  const { token, id } = await aToken()
  const body = { meta: {}, userName: 'provisioned@example.com' }
  expect(await api.call('POST', users, { token, body })).toMatchObject({ status: 201 })
  for (const path of ['/v1/projects', tokens, '/v1/directory-integration/settings', '/v1/users'])
    expect([path, await api.call('GET', path, { token })]).toMatchObject([path, { status: 403 }])
  const listed = await api.call<{ results: { id: string; lastUsedAt?: string }[] }>('GET', tokens)
  expect(listed.body.results.find((row) => row.id === id)!.lastUsedAt).toMatch(/^\d{4}-/)
  expect(JSON.stringify(listed.body)).not.toContain(token)
  expect(await api.call('DELETE', `${tokens}/${id}`)).toMatchObject({ status: 204 })
  await expect
    .poll(async () => (await api.call('GET', users, { token })).status, { timeout: 5_000 })
    .toBe(401)
})

test('a token that expires soon is warned of before, and refused after', async () => {
  const headers = { authorization: `Bearer ${await api.adminToken()}` }
  const ready = async () =>
    (await (await fetch(`${api.origin}/readyz`, { headers })).json()) as {
      status: string
      warnings: string[]
    }
  expect(await ready()).toMatchObject({ status: 'ok', warnings: [] })
  const soon = await aToken({ expiresAt: new Date(Date.now() + 20 * 86_400_000).toISOString() })
  expect(soon.expiresSoon).toBe(true)
  expect(await ready()).toMatchObject({ status: 'ok', warnings: ['directory tokens'] })
  const metrics = await (await fetch(`${api.origin}/metrics`, { headers })).text()
  const seconds = Number(/^headrace_directory_token_expiry_seconds (\S+)/m.exec(metrics)?.[1])
  expect(seconds).toBeGreaterThan(19 * 86_400)
  expect(seconds).toBeLessThan(20 * 86_400)
  await api.db
    .updateTable('directory_token')
    .set({ expires_at: new Date(0) })
    .where('id', '=', soon.id)
    .execute()
  expect(await api.call('GET', users, { token: soon.token })).toMatchObject({ status: 401 })
  const past = { name: 'x', expiresAt: new Date(0).toISOString() }
  expect(await api.call('POST', tokens, { body: past })).toMatchObject({ status: 400 })
})

test('meta can be made optional, and the interface switched off', async () => {
  const set = (body: object) => api.call('PATCH', '/v1/directory-integration/settings', { body })
  const create = (userName: string) => api.call('POST', users, { body: { userName } })
  expect(await create('a@example.com')).toMatchObject({ status: 400 })
  expect(await set({ requireMeta: false })).toMatchObject({
    status: 200,
    body: { enabled: true, requireMeta: false },
  })
  expect(await create('a@example.com')).toMatchObject({ status: 201 })
  // RFC 7643 requires the user name; with `meta` it may be missing, as in the specified create.
  expect(await api.call('POST', users, { body: { displayName: 'A' } })).toMatchObject({
    status: 400,
    body: { violations: ['body/userName is required'] },
  })
  expect(await set({ enabled: false })).toMatchObject({ status: 200 })
  expect(await api.call('GET', users)).toMatchObject({ status: 403 })
  expect(await set({ enabled: true, requireMeta: true })).toMatchObject({ status: 200 })
  expect(await api.call('GET', users)).toMatchObject({ status: 200 })
  const { token } = await api.credential()
  expect(await api.call('GET', '/v1/directory-integration/settings', { token })).toMatchObject({
    status: 403,
  })
})

test('a user whom others made is given to the directory, which can deactivate it then, and taken back', async () => {
  const { token } = await aToken()
  const made = await api.call<{ id: string }>('POST', users, {
    body: { meta: {}, userName: 'by-hand@x.example' },
  })
  const { id } = made.body
  const reach = `/v1/directory-integration/reach/${id}`
  const found = async () => {
    const filter = encodeURIComponent('userName eq "by-hand@x.example"')
    const { body } = await api.call<{ totalResults: number }>('GET', `${users}?filter=${filter}`, { token })
    return body.totalResults
  }
  const deactivate = () =>
    api.call('PATCH', `${users}/${id}`, {
      token,
      body: { Operations: [{ op: 'replace', path: 'active', value: false }] },
    })
  expect([await found(), (await api.call('GET', reach)).body]).toEqual([0, { reached: false }])
  expect(await api.call('PUT', reach, { token, body: { reached: true } })).toMatchObject({ status: 403 })
  expect(await api.call('PUT', reach, { body: { reached: true } })).toMatchObject({ status: 200 })
  expect([await found(), (await deactivate()).status]).toEqual([1, 200])
  await api.call('PUT', reach, { body: { reached: false } })
  expect([await found(), (await deactivate()).status]).toEqual([0, 404])
  const nobody = `/v1/directory-integration/reach/${randomUUID()}`
  expect(await api.call('PUT', nobody, { body: { reached: true } })).toMatchObject({ status: 404 })
})
