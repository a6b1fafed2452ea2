import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import { aGroup, aPerson } from '../../../test/support/users.ts'
import type { Permissions, Roles } from './schema.ts'

const api = useApi()
const none: Roles = { accountRole: 'USER', projectRoles: [], environmentAccess: [] }
const give = async (kind: 'users' | 'groups', id: string, roles: Partial<Roles>) => {
  const answer = await api.call('PUT', `/v1/${kind}/${id}/roles`, { body: { ...none, ...roles } })
  expect(answer).toMatchObject({ status: 200 })
}
const explain = async (id: string) => (await api.call<Permissions>('GET', `/v1/users/${id}/permissions`)).body

test('a role given to a group reaches everybody in it, through groups in groups', async () => {
  const { projectId } = await aProject(api)
  const person = await aPerson(api)
  const inner = await aGroup(api, [person.id])
  const outer = await aGroup(api, [inner])
  const seen = () => api.call('GET', `/v1/projects/${projectId}`, { token: person.token })
  expect(await seen()).toMatchObject({ status: 404 })
  await give('groups', outer, { projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  expect(await seen()).toMatchObject({ status: 200 })
  const change = () =>
    api.call('PATCH', `/v1/projects/${projectId}`, { token: person.token, body: { description: 'x' } })
  expect(await change()).toMatchObject({ status: 403 })
  await give('groups', inner, { projectRoles: [{ projectId, role: 'ADMIN' }] })
  expect(await change()).toMatchObject({ status: 200 })
  const list = await api.call<{ total: number }>('GET', '/v1/projects', { token: person.token })
  expect(list.body.total).toBe(1)
  const { projects } = await explain(person.id)
  expect(projects.results).toMatchObject([
    { projectId, role: 'ADMIN', roleFrom: [{ id: inner, kind: 'GROUP' }] },
  ])
  await api.call('DELETE', `/v1/directory-integration/scim/v2/Groups/${inner}`)
  expect(await seen()).toMatchObject({ status: 404 })
})

test('groups that contain each other end the search', async () => {
  const { projectId } = await aProject(api)
  const person = await aPerson(api)
  const a = await aGroup(api, [person.id])
  const b = await aGroup(api, [a])
  const patch = { Operations: [{ op: 'add', path: 'members', value: [{ value: b }] }] }
  await api.call('PATCH', `/v1/directory-integration/scim/v2/Groups/${a}`, { body: patch })
  await give('groups', b, { projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  expect(await api.call('GET', `/v1/projects/${projectId}`, { token: person.token })).toMatchObject({
    status: 200,
  })
})

test('access to an environment: the person first, then the most of its groups, then the default', async () => {
  const { projectId } = await aProject(api, { environments: ['Production'] })
  const person = await aPerson(api)
  const [some, more] = [await aGroup(api, [person.id]), await aGroup(api, [person.id])]
  const access = (value: 'ADMIN' | 'RUNNER' | 'READ_ONLY' | 'NO_ACCESS') => ({
    environmentAccess: [{ projectId, environmentName: 'Production', access: value }],
  })
  await give('groups', some, { projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  const first = async () => (await explain(person.id)).projects.results[0]!.environments[0]!
  const sees = async () =>
    (await api.call('GET', `/v1/projects/${projectId}/environments/Production`, { token: person.token }))
      .status
  expect(await first()).toMatchObject({ access: 'READ_ONLY', because: 'DEFAULT', accessFrom: [] })
  await give('groups', some, { projectRoles: [{ projectId, role: 'CONTRIBUTOR' }], ...access('NO_ACCESS') })
  expect(await first()).toMatchObject({ access: 'NO_ACCESS', because: 'GIVEN', permissions: [] })
  expect(await sees()).toBe(404)
  await give('groups', more, access('RUNNER'))
  expect(await first()).toMatchObject({
    access: 'RUNNER',
    accessFrom: [{ id: more }],
    permissions: ['environment:read', 'environment:run'],
  })
  expect(await sees()).toBe(200)
  await give('users', person.id, access('NO_ACCESS'))
  expect(await first()).toMatchObject({ access: 'NO_ACCESS', accessFrom: [{ id: person.id, kind: 'USER' }] })
  expect(await sees()).toBe(404)
  await give('users', person.id, { projectRoles: [{ projectId, role: 'ADMIN' }] })
  expect(await first()).toMatchObject({ access: 'ADMIN', because: 'PROJECT_ADMIN' })
  expect(await sees()).toBe(200)
})

test('SUPER_ADMIN through a group opens everything, and leaving the group closes it within 5 seconds', async () => {
  const { projectId } = await aProject(api)
  const person = await aPerson(api)
  const group = await aGroup(api, [person.id])
  await give('groups', group, { accountRole: 'SUPER_ADMIN' })
  const credentials = () => api.call('GET', '/v1/api-credentials', { token: person.token })
  expect(await credentials()).toMatchObject({ status: 200 })
  const explained = await explain(person.id)
  expect(explained).toMatchObject({
    accountRole: 'SUPER_ADMIN',
    accountRoleFrom: [{ id: group }],
    active: true,
  })
  expect(explained.projects.results.find((project) => project.projectId === projectId)).toMatchObject({
    role: 'ADMIN',
  })
  const patch = { Operations: [{ op: 'remove', path: `members[value eq "${person.id}"]` }] }
  await api.call('PATCH', `/v1/directory-integration/scim/v2/Groups/${group}`, { body: patch })
  await expect.poll(async () => (await credentials()).status, { timeout: 5_000 }).toBe(403)
})

test('active: false closes a personal token within 5 seconds, and deleting the person too', async () => {
  for (const end of ['PATCH', 'DELETE'] as const) {
    const person = await aPerson(api)
    const projects = () => api.call('GET', '/v1/projects', { token: person.token })
    expect(await projects()).toMatchObject({ status: 200 })
    const body = { Operations: [{ op: 'replace', value: { active: false } }] }
    const path = `/v1/directory-integration/scim/v2/Users/${person.id}`
    await api.call(end, path, end === 'PATCH' ? { body } : {})
    await expect.poll(async () => (await projects()).status, { timeout: 5_000 }).toBe(401)
  }
})

test('roles name every project and environment that does not exist, and then nothing changes', async () => {
  const { projectId } = await aProject(api)
  const person = await aPerson(api)
  await give('users', person.id, { projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  const missing = '018f0000-0000-7000-8000-000000000000'
  const answer = await api.call<{ violations: string[] }>('PUT', `/v1/users/${person.id}/roles`, {
    body: {
      accountRole: 'SUPER_ADMIN',
      projectRoles: [{ projectId: missing, role: 'ADMIN' }],
      environmentAccess: [{ projectId, environmentName: 'Nowhere', access: 'ADMIN' }],
    },
  })
  expect(answer.status).toBe(400)
  expect(answer.body.violations).toHaveLength(2)
  expect(await api.call('GET', `/v1/users/${person.id}/roles`)).toMatchObject({
    body: { accountRole: 'USER', projectRoles: [{ projectId, role: 'READ_ONLY' }] },
  })
  expect(await api.call('PUT', `/v1/users/${missing}/roles`, { body: none })).toMatchObject({ status: 404 })
  expect(await api.call('PUT', `/v1/groups/${person.id}/roles`, { body: none })).toMatchObject({
    status: 404,
  })
})

test('users see their own permissions, and only administrators those of others, roles and lists', async () => {
  const [person, other] = [await aPerson(api), await aPerson(api)]
  const as = (path: string) => api.call('GET', path, { token: person.token })
  expect(await as(`/v1/users/${person.id}/permissions`)).toMatchObject({ status: 200 })
  expect(await as(`/v1/users/${other.id}/permissions`)).toMatchObject({ status: 403 })
  for (const path of ['/v1/users', '/v1/groups', `/v1/users/${person.id}/roles`])
    expect(await as(path)).toMatchObject({ status: 403 })
  const listed = await api.call<{ results: { id: string }[] }>('GET', '/v1/users?size=100')
  expect(listed.body.results.map(({ id }) => id)).toContain(other.id)
})

test('an administrator of a project gives and takes roles in it', async () => {
  const { projectId } = await aProject(api)
  const [admin, member] = [await aPerson(api), await aPerson(api)]
  await give('users', admin.id, { projectRoles: [{ projectId, role: 'ADMIN' }] })
  const path = `/v1/projects/${projectId}/members`
  const as = (method: string, id: string, body?: object) =>
    api.call(method, `${path}/${id}`, { token: admin.token, ...(body && { body }) })
  expect(await as('PUT', member.id, { role: 'READ_ONLY' })).toMatchObject({ status: 204 })
  expect(await api.call('GET', `/v1/projects/${projectId}`, { token: member.token })).toMatchObject({
    status: 200,
  })
  const mayNot = await api.call('PUT', `${path}/${member.id}`, {
    token: member.token,
    body: { role: 'ADMIN' },
  })
  expect(mayNot.status).toBe(403)
  const members = await api.call<{ results: object[] }>('GET', path, { token: member.token })
  expect(members.body.results).toContainEqual(expect.objectContaining({ id: member.id, role: 'READ_ONLY' }))
  expect(await as('PUT', '018f0000-0000-7000-8000-000000000000', { role: 'ADMIN' })).toMatchObject({
    status: 404,
  })
  expect(await as('DELETE', member.id)).toMatchObject({ status: 204 })
  expect(await as('DELETE', member.id)).toMatchObject({ status: 404 })
  expect(await api.call('GET', path, { token: member.token })).toMatchObject({ status: 404 })
})

test('an administrator of a project finds users, groups and credentials by a part of the name', async () => {
  const { projectId } = await aProject(api)
  const part = `Zebra${Math.random()}`
  const admin = await aPerson(api)
  const found = await aPerson(api, { displayName: `A ${part}` })
  const gone = await aPerson(api, { displayName: `B ${part}` })
  const ended = { Operations: [{ op: 'replace', path: 'active', value: false }] }
  await api.call('PATCH', `/v1/directory-integration/scim/v2/Users/${gone.id}`, { body: ended })
  await give('users', admin.id, { projectRoles: [{ projectId, role: 'ADMIN' }] })
  await give('users', found.id, { projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  const credential = { name: `C ${part}`, accountRole: 'USER' }
  await api.call('POST', '/v1/api-credentials', { body: credential })
  const path = `/v1/projects/${projectId}/member-candidates?name=${part.toLowerCase()}`
  const ask = (more: string, token: string) =>
    api.call<{ total: number; results: { name: string }[] }>('GET', path + more, { token })
  const { body } = await ask('', admin.token)
  expect(body.results).toMatchObject([
    { id: found.id, kind: 'USER', name: `A ${part}` },
    { kind: 'CREDENTIAL', name: `C ${part}` },
  ])
  expect(body.results).not.toContainEqual(expect.objectContaining({ id: gone.id }))
  expect((await ask('&page=9', admin.token)).body).toMatchObject({ total: 2, results: [] })
  expect(await ask('', found.token)).toMatchObject({ status: 403 })
})

test('administrators of an environment decide who may do what in it', async () => {
  const { projectId } = await aProject(api, { environments: ['Production'] })
  const [admin, runner] = [await aPerson(api), await aPerson(api)]
  const project = `/v1/projects/${projectId}`
  for (const { id } of [admin, runner])
    await api.call('PUT', `${project}/members/${id}`, { body: { role: 'READ_ONLY' } })
  const path = `${project}/environments/Production/members`
  const as = (method: string, id: string, body?: object) =>
    api.call(method, `${path}/${id}`, { token: admin.token, ...(body && { body }) })
  const candidates = (token: string) =>
    api.call<{ results: object[] }>('GET', `${project}/environments/Production/member-candidates`, { token })
  expect(await as('PUT', runner.id, { access: 'RUNNER' })).toMatchObject({ status: 403 })
  expect(await candidates(admin.token)).toMatchObject({ status: 403 })
  expect(await api.call('PUT', `${path}/${admin.id}`, { body: { access: 'ADMIN' } })).toMatchObject({
    status: 204,
  })
  expect((await candidates(admin.token)).body.results).toContainEqual(
    expect.objectContaining({ id: runner.id, kind: 'USER' }),
  )
  const ofProject = await api.call('GET', `${project}/member-candidates`, { token: admin.token })
  expect(ofProject.status).toBe(403)
  expect(await as('PUT', runner.id, { access: 'RUNNER' })).toMatchObject({ status: 204 })
  const access = async () => (await explain(runner.id)).projects.results[0]!.environments[0]!.access
  expect(await access()).toBe('RUNNER')
  const listed = await api.call<{ results: object[] }>('GET', path, { token: admin.token })
  expect(listed.body.results).toHaveLength(2)
  expect(listed.body.results).toContainEqual(expect.objectContaining({ id: runner.id, access: 'RUNNER' }))
  expect(await as('DELETE', runner.id)).toMatchObject({ status: 204 })
  expect(await access()).toBe('READ_ONLY')
  expect(await as('DELETE', runner.id)).toMatchObject({ status: 404 })
  expect(await as('PUT', '018f0000-0000-7000-8000-000000000000', { access: 'RUNNER' })).toMatchObject({
    status: 404,
  })
})
