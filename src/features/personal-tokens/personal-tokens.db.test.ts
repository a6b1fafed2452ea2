import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { becomes, changedMeanwhile } from '../../../test/support/changed-meanwhile.ts'
import { aProject } from '../../../test/support/factories.ts'
import { aPerson, aPersonalToken } from '../../../test/support/users.ts'
import { newId } from '../../lib/ids.ts'
import type { Event } from '../audit/schema.ts'
import { insertToken } from './store.ts'

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

test('a person has at most a hundred tokens, however many are created at once', async () => {
  const person = await aPerson(api)
  const dates = { createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000) }
  const create = () =>
    insertToken(api.db, person.id, {
      id: newId(),
      name: 'One of many',
      scopes: ['read'],
      hash: randomBytes(32),
      ...dates,
    })
  const made = await Promise.allSettled(Array.from({ length: 110 }, create))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(99)
})

test('a user who is deactivated while a token is created has none', async () => {
  const person = await aPerson(api)
  const create = () => aPersonalToken(api, person.id, ['read'])
  await expect(changedMeanwhile(api.db, person.id, becomes.inactive, create)).rejects.toMatchObject({
    kind: 'unauthorized',
  })
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

const administering = { accountRole: 'SUPER_ADMIN', projectRoles: [], environmentAccess: [] }
const eventsOf = async (operation: string) =>
  (await api.call<{ results: Event[] }>('GET', `/v1/events?operation=${operation}`)).body.results

test('the secret of a runner needs the scope write, and leaves an entry that names the token', async () => {
  const person = await aPerson(api)
  await api.call('PUT', `/v1/users/${person.id}/roles`, { body: administering })
  const { agentId } = await aProject(api)
  const path = `/v1/agents/${agentId}/credentials`
  const reading = await aPersonalToken(api, person.id, ['read'])
  expect((await api.call('GET', path, { token: reading })).status).toBe(403)
  const told = await api.call('GET', path, { token: person.token })
  expect(told.body).toHaveProperty('clientSecret')
  const { id } = (await api.db
    .selectFrom('personal_token')
    .select('id')
    .where('user_id', '=', person.id)
    .orderBy('created_at')
    .executeTakeFirst())!
  const [succeeded, refused] = await eventsOf('getAgentCredentials')
  expect(refused!.outcome).toBe('REFUSED')
  expect(succeeded).toMatchObject({
    outcome: 'SUCCEEDED',
    actor: { id: person.id, tokenId: id },
    after: { clientSecret: '***' },
  })
})

test('a token that may only write keeps preconditions, and its changes are recorded with what was before', async () => {
  const person = await aPerson(api)
  const { projectId } = await aProject(api)
  await api.call('PUT', `/v1/projects/${projectId}/members/${person.id}`, { body: { role: 'ADMIN' } })
  const token = await aPersonalToken(api, person.id, ['write'])
  const path = `/v1/projects/${projectId}/members/${person.id}`
  expect((await api.call('GET', path, { token })).status).toBe(403)
  const etag = (await api.call('GET', path)).headers.get('etag')!
  const put = (ifMatch: string) =>
    api.call('PUT', path, { token, body: { role: 'ADMIN' }, headers: { 'if-match': ifMatch } })
  expect((await put('"other"')).status).toBe(412)
  expect(await put(etag)).toMatchObject({ status: 204 })
  const changes = (await eventsOf('setProjectMember')).filter((event) => event.projectId === projectId)
  expect(changes[0]!.before).toMatchObject({ role: 'ADMIN' })
})

test('a token beside the cookie of a browser is not a browser', async () => {
  const person = await aPerson(api)
  const headers = { cookie: 'headrace_session=anything' }
  expect((await api.call('GET', '/v1/second-factor', { token: person.token, headers })).status).toBe(403)
})
