import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject } from '../../../../test/support/factories.ts'
import { aGroup, aPerson } from '../../../../test/support/users.ts'
import type { Roles } from '../schema.ts'
import type { EffectiveEnvironmentMember, EffectiveMember } from './schema.ts'

const api = useApi()
const none: Roles = { accountRole: 'USER', projectRoles: [], environmentAccess: [] }
const missing = '018f0000-0000-7000-8000-000000000000'
interface Listed<T> {
  readonly results: readonly T[]
  readonly more?: string
}

const give = async (kind: 'users' | 'groups', id: string, roles: Partial<Roles>) =>
  expect(await api.call('PUT', `/v1/${kind}/${id}/roles`, { body: { ...none, ...roles } })).toMatchObject({
    status: 200,
  })
const inProject = (projectId: string) => `/v1/projects/${projectId}/effective-members`
const inProduction = (projectId: string) =>
  `/v1/projects/${projectId}/environments/Production/effective-members`

/** Every page, two members at a time. */
async function all<T>(path: string, query = ''): Promise<T[]> {
  const found: T[] = []
  for (let token: string | undefined = ''; token !== undefined; ) {
    const paging: string = token === '' ? '' : `&paginationToken=${token}`
    const { status, body } = await api.call<Listed<T>>('GET', `${path}?limit=2${query}${paging}`)
    expect(status).toBe(200)
    expect(body.results.length).toBeLessThanOrEqual(2)
    found.push(...body.results)
    token = body.more
  }
  return found
}
const memberIn = async (projectId: string, id: string) =>
  (await all<EffectiveMember>(inProject(projectId))).filter((member) => member.id === id)
const accessOf = async (projectId: string, id: string) =>
  (await all<EffectiveEnvironmentMember>(inProduction(projectId))).filter((member) => member.id === id)

test('a member of a project is listed once, with its strongest role and every source of it', async () => {
  const { projectId } = await aProject(api)
  const person = await aPerson(api)
  const inner = await aGroup(api, [person.id])
  const outer = await aGroup(api, [inner])
  const other = await aGroup(api, [person.id])
  expect(await memberIn(projectId, person.id)).toEqual([])
  await give('users', person.id, { projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  await give('groups', outer, { projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  await give('groups', other, { projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  const [member, ...more] = await memberIn(projectId, person.id)
  expect(more).toEqual([])
  expect(member).toMatchObject({ kind: 'USER', role: 'CONTRIBUTOR' })
  expect(member!.sources.filter(({ decides }) => decides)).toEqual(
    expect.arrayContaining(
      [outer, other].map((groupId) =>
        expect.objectContaining({ kind: 'GROUP', groupId, role: 'CONTRIBUTOR' }),
      ),
    ),
  )
  expect(member!.sources.at(-1)).toEqual({ kind: 'DIRECT', role: 'READ_ONLY', decides: false })
  expect(member!.sources).toHaveLength(3)
})

test('account administrators are listed in every project, also through a group', async () => {
  const { projectId } = await aProject(api)
  const person = await aPerson(api)
  const group = await aGroup(api, [await aGroup(api, [person.id])])
  await give('groups', group, { accountRole: 'SUPER_ADMIN' })
  expect(await memberIn(projectId, person.id)).toMatchObject([
    {
      role: 'ADMIN',
      sources: [{ kind: 'ACCOUNT_ADMINISTRATOR', role: 'ADMIN', groupId: group, decides: true }],
    },
  ])
  await give('groups', group, {})
  expect(await memberIn(projectId, person.id)).toEqual([])
})

test('an inactive user has no access, and an API credential has it until it expires', async () => {
  const { projectId } = await aProject(api)
  const person = await aPerson(api)
  await give('users', person.id, { projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  const credential = await api.call<{ clientId: string }>('POST', '/v1/api-credentials', {
    body: { name: 'nightly', accountRole: 'USER', projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] },
  })
  const named = async () => await all<EffectiveMember>(inProject(projectId), '&name=NIGHT')
  expect(await named()).toMatchObject([
    {
      kind: 'CREDENTIAL',
      name: 'nightly',
      role: 'CONTRIBUTOR',
      sources: [{ kind: 'DIRECT', decides: true }],
    },
  ])
  await api.db
    .updateTable('api_credential')
    .set({ expires_at: new Date(0) })
    .where('client_id', '=', credential.body.clientId)
    .execute()
  expect(await named()).toEqual([])
  const body = { Operations: [{ op: 'replace', value: { active: false } }] }
  await api.call('PATCH', `/v1/directory-integration/scim/v2/Users/${person.id}`, { body })
  expect(await memberIn(projectId, person.id)).toEqual([])
})

test('pages hold every member once, oldest first, and a search finds parts of display and user names', async () => {
  const { projectId } = await aProject(api)
  const people = []
  for (let i = 0; i < 5; i += 1)
    people.push(await aPerson(api, i === 3 ? { displayName: 'Ada Lovelace' } : {}))
  const ids = people.map(({ id }) => id)
  const groups = [await aGroup(api, ids), await aGroup(api, ids.slice(1, 4))]
  for (const group of groups)
    await give('groups', group, { projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  await give('users', ids[2]!, { projectRoles: [{ projectId, role: 'ADMIN' }] })
  const listed = await all<EffectiveMember>(inProject(projectId))
  expect(listed.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids)
  expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
  const found = (part: string) =>
    all<EffectiveMember>(inProject(projectId), `&name=${encodeURIComponent(part)}`)
  expect((await found('LOVE')).map(({ id }) => id)).toEqual([ids[3]])
  expect((await found(people[3]!.userName.toUpperCase())).map(({ id }) => id)).toEqual([ids[3]])
  expect(await found('%')).toEqual([])
})

test('access to an environment: administrators, then direct grants, then groups, then the default', async () => {
  const { projectId } = await aProject(api, { environments: ['Production'] })
  const person = await aPerson(api)
  const [some, more] = [await aGroup(api, [person.id]), await aGroup(api, [person.id])]
  const access = (value: 'RUNNER' | 'READ_ONLY' | 'NO_ACCESS') => ({
    environmentAccess: [{ projectId, environmentName: 'Production', access: value }],
  })
  const role = { projectRoles: [{ projectId, role: 'CONTRIBUTOR' as const }] }
  await give('groups', some, { ...access('RUNNER') })
  expect(await accessOf(projectId, person.id)).toEqual([])
  await give('groups', some, role)
  expect(await accessOf(projectId, person.id)).toMatchObject([
    { role: 'CONTRIBUTOR', access: 'READ_ONLY', sources: [{ kind: 'DEFAULT', access: 'READ_ONLY' }] },
  ])
  await give('groups', some, { ...role, ...access('RUNNER') })
  await give('groups', more, access('READ_ONLY'))
  expect(await accessOf(projectId, person.id)).toMatchObject([
    {
      access: 'RUNNER',
      sources: [
        { kind: 'GROUP', groupId: some, access: 'RUNNER', decides: true },
        { kind: 'GROUP', groupId: more, access: 'READ_ONLY', decides: false },
      ],
    },
  ])
  await give('users', person.id, access('NO_ACCESS'))
  const [denied] = await accessOf(projectId, person.id)
  expect(denied).toMatchObject({ access: 'NO_ACCESS' })
  expect(denied!.sources.filter(({ decides }) => decides)).toEqual([
    { kind: 'DIRECT', access: 'NO_ACCESS', decides: true },
  ])
  await give('users', person.id, { projectRoles: [{ projectId, role: 'ADMIN' }] })
  expect(await accessOf(projectId, person.id)).toMatchObject([
    {
      access: 'ADMIN',
      sources: [
        { kind: 'PROJECT_ADMINISTRATOR', access: 'ADMIN', decides: true },
        { kind: 'GROUP', decides: false },
        { kind: 'GROUP', decides: false },
      ],
    },
  ])
})

test('the list says of each member what the operations decide', async () => {
  const { projectId } = await aProject(api, { environments: ['Production'] })
  const people = [await aPerson(api), await aPerson(api), await aPerson(api)]
  const [direct, grouped, denied] = people
  const group = await aGroup(api, [grouped!.id, denied!.id])
  const environmentAccess = (access: 'ADMIN' | 'NO_ACCESS') => [
    { projectId, environmentName: 'Production', access },
  ]
  await give('users', direct!.id, { projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  await give('groups', group, {
    projectRoles: [{ projectId, role: 'READ_ONLY' }],
    environmentAccess: environmentAccess('ADMIN'),
  })
  await give('users', denied!.id, { environmentAccess: environmentAccess('NO_ACCESS') })
  const members = await all<EffectiveEnvironmentMember>(inProduction(projectId))
  for (const { id, token } of people) {
    const seen = await api.call('GET', `/v1/projects/${projectId}/environments/Production`, { token })
    const administered = await api.call('GET', inProduction(projectId), { token })
    const { access } = members.find((member) => member.id === id)!
    expect(seen.status).toBe(access === 'NO_ACCESS' ? 404 : 200)
    expect(administered.status).toBe({ ADMIN: 200, NO_ACCESS: 404 }[access as string] ?? 403)
  }
})

test('the members are for who sees the project, those of an environment for who administers it', async () => {
  const { projectId } = await aProject(api, { environments: ['Production'] })
  const { id, token } = await aPerson(api)
  const status = async (path: string, as?: string) =>
    (await api.call('GET', path, as === undefined ? {} : { token: as })).status
  expect(await status(inProject(projectId), 'none')).toBe(401)
  for (const path of [inProject(projectId), inProduction(projectId)])
    expect(await status(path, token)).toBe(404)
  expect(await status(inProject(missing))).toBe(404)
  expect(await status(`/v1/projects/${projectId}/environments/Nowhere/effective-members`)).toBe(404)
  expect(await status(inProject('none'))).toBe(400)
  expect(await status(`${inProject(projectId)}?paginationToken=none`)).toBe(400)
  expect(await status(`${inProject(projectId)}?limit=0`)).toBe(400)
  await give('users', id, { projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  expect(await status(inProject(projectId), token)).toBe(200)
  expect(await status(inProduction(projectId), token)).toBe(403)
})

test('an administrator of the environment alone lists its direct grants too', async () => {
  const { projectId } = await aProject(api, { environments: ['Production'] })
  const { id, token } = await aPerson(api)
  const path = `/v1/projects/${projectId}/environments/Production/members`
  await give('users', id, { projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  expect(await api.call('GET', path, { token })).toMatchObject({ status: 403 })
  expect(await api.call('PUT', `${path}/${id}`, { body: { access: 'ADMIN' } })).toMatchObject({ status: 204 })
  expect(await api.call('GET', path, { token })).toMatchObject({ status: 200, body: { results: [{ id }] } })
})
