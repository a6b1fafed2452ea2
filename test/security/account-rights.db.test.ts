import { expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import { aGroup, aPerson } from '../support/users.ts'

const api = useApi()
const roles = { accountRole: 'USER', projectRoles: [], environmentAccess: [] }

test('a USER with nothing else creates nothing and lists no runners, connectors or OAuth entries', async () => {
  const { token } = await api.credential({ accountRole: 'USER' })
  const create = await api.call('POST', '/v1/projects', { token, body: { name: 'Mine' } })
  expect(create).toMatchObject({ status: 403, body: { detail: expect.stringContaining('PROJECT_CREATOR') } })
  for (const path of ['/v1/agents', '/v1/agent-tracks', '/v1/custom-connectors', '/v1/oauths'])
    expect([path, (await api.call('GET', path, { token })).status]).toEqual([path, 403])
})

test('PROJECT_CREATOR is granted to credentials, users and groups, and lets them create projects', async () => {
  const credential = await api.credential({ accountRole: 'USER', accountPermissions: ['PROJECT_CREATOR'] })
  const person = await aPerson(api)
  const member = await aPerson(api)
  const group = await aGroup(api, [member.id])
  const body = { ...roles, accountPermissions: ['PROJECT_CREATOR'] }
  for (const path of [`/v1/users/${person.id}/roles`, `/v1/groups/${group}/roles`])
    expect(await api.call('PUT', path, { body })).toMatchObject({ status: 200, body })
  for (const { token } of [credential, person, member]) {
    const answer = await api.call('POST', '/v1/projects', { token, body: { name: crypto.randomUUID() } })
    expect(answer.status).toBe(201)
    const session = await api.call('GET', '/v1/session', { token })
    expect(session.body).toMatchObject({ accountRole: 'USER', accountPermissions: ['PROJECT_CREATOR'] })
  }
  const listed = await api.call<{ results: object[] }>('GET', '/v1/api-credentials?size=100')
  expect(listed.body.results).toContainEqual(
    expect.objectContaining({ clientId: credential.clientId, accountPermissions: ['PROJECT_CREATOR'] }),
  )
})

test('roles that are written without permissions keep them, and an empty list takes them away', async () => {
  const { id, token } = await aPerson(api)
  const put = (own: object) => api.call('PUT', `/v1/users/${id}/roles`, { body: { ...roles, ...own } })
  await put({ accountPermissions: ['PROJECT_CREATOR'] })
  expect(await put({})).toMatchObject({ body: { accountPermissions: ['PROJECT_CREATOR'] } })
  expect(await put({ accountPermissions: [] })).toMatchObject({ body: { accountPermissions: [] } })
  const create = await api.call('POST', '/v1/projects', { token, body: { name: 'Late' } })
  expect(create.status).toBe(403)
  expect((await put({ accountPermissions: ['ROOT'] })).status).toBe(400)
})
