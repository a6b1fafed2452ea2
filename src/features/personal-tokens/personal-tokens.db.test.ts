import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aPerson, aPersonalToken } from '../../../test/support/users.ts'

const api = useApi()
const tokens = '/v1/personal-access-tokens'

test('a token with the scope read reads and changes nothing', async () => {
  const person = await aPerson(api)
  const creator = { accountRole: 'USER', accountPermissions: ['PROJECT_CREATOR'] }
  await api.call('PUT', `/v1/users/${person.id}/roles`, {
    body: { ...creator, projectRoles: [], environmentAccess: [] },
  })
  const token = await aPersonalToken(api, person.id, ['read'])
  expect(await api.call('GET', '/v1/projects', { token })).toMatchObject({ status: 200 })
  expect(await api.call('POST', '/v1/projects', { token, body: { name: 'No' } })).toMatchObject({
    status: 403,
  })
  const body = { cronExpression: '0 0 3 * * ?' }
  expect(await api.call('POST', '/v1/schedule-previews', { token, body })).toMatchObject({ status: 200 })
  const sample = { pipelineName: 'any', environmentName: 'any', componentName: 'any' }
  const samples = `/v1/projects/${randomUUID()}/samples`
  expect(await api.call('POST', samples, { token, body: sample })).toMatchObject({ status: 404 })
  const both = await api.call('POST', '/v1/projects', { token: person.token, body: { name: 'Mine' } })
  expect(both.status).toBe(201)
})

test('a token shows when it was used, never itself, and is gone within 5 seconds of its end', async () => {
  const person = await aPerson(api)
  const list = async () =>
    (
      await api.call<{ results: { id: string; lastUsedAt?: string }[] }>('GET', tokens, {
        token: person.token,
      })
    ).body
  const { results } = await list()
  expect(results).toHaveLength(1)
  expect(results[0]!.lastUsedAt).toMatch(/^\d{4}-/)
  expect(JSON.stringify(results)).not.toContain('hrp_')
  const other = await aPerson(api)
  expect(await api.call('DELETE', `${tokens}/${results[0]!.id}`, { token: other.token })).toMatchObject({
    status: 404,
  })
  expect(await api.call('DELETE', `${tokens}/${results[0]!.id}`, { token: person.token })).toMatchObject({
    status: 204,
  })
  await expect
    .poll(async () => (await api.call('GET', tokens, { token: person.token })).status, { timeout: 5_000 })
    .toBe(401)
})

test('an expired token, a made-up one and one of a credential are refused', async () => {
  const person = await aPerson(api)
  const token = await aPersonalToken(api, person.id, ['read'])
  await api.db
    .updateTable('personal_token')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', person.id)
    .execute()
  expect(await api.call('GET', '/v1/projects', { token })).toMatchObject({ status: 401 })
  expect(await api.call('GET', '/v1/projects', { token: `hrp_${'x'.repeat(43)}` })).toMatchObject({
    status: 401,
  })
  expect(await api.call('GET', tokens)).toMatchObject({ status: 403 })
})

test('a token cannot make others', async () => {
  const person = await aPerson(api)
  const body = { name: 'more', scopes: ['write'] }
  expect(await api.call('POST', tokens, { token: person.token, body })).toMatchObject({ status: 403 })
})
