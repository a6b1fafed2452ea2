import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../support/api.ts'

/** What a directory token reaches (decisions.md §10). */
const api = useApi()
const users = '/v1/directory-integration/scim/v2/Users'
const groups = '/v1/directory-integration/scim/v2/Groups'
const password = 'correct horse battery'
interface Made {
  readonly id: string
}
let token: string

beforeAll(async () => {
  const body = { name: 'Okta' }
  token = (await api.call<{ token: string }>('POST', '/v1/directory-integration/tokens', { body })).body.token
})

const create = async (path: string, own: object, by: { token?: string } = {}) => {
  const answer = await api.call<Made>('POST', path, { ...by, body: { meta: {}, ...own } })
  expect(answer.status).toBe(201)
  return answer.body.id
}
const replace = (path: string, value: unknown) => ({ Operations: [{ op: 'replace', path, value }] })
const listed = async (path: string) =>
  JSON.stringify((await api.call('GET', `${path}?count=1000`, { token })).body)
const signsIn = async (userName: string) =>
  (
    await fetch(`${api.url}/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: api.origin },
      body: JSON.stringify({ userName, password }),
    })
  ).status

/** Every way to read or change one user or group answers as if there were none. */
async function isOutOfReach(path: string, id: string) {
  const one = `${path}/${id}`
  const attempts: [string, object?][] = [
    ['GET'],
    ['PATCH', replace('externalId', 'taken.over')],
    ...(path === users
      ? ([
          ['PATCH', replace('active', false)],
          ['PATCH', replace('password', password)],
        ] as [string, object][])
      : []),
    ['PUT', path === users ? { userName: 'taken.over', password } : { displayName: 'Taken over' }],
    ['DELETE'],
  ]
  for (const [method, body] of attempts)
    expect([method, (await api.call(method, one, { token, body })).status]).toEqual([method, 404])
  expect(await listed(path)).not.toContain(id)
  const filter = encodeURIComponent(`id eq "${id}"`)
  expect(await api.call('GET', `${path}?filter=${filter}`, { token })).toMatchObject({
    body: { totalResults: 0 },
  })
}

test('local users and the administrator are absent, and their password and existence out of reach', async () => {
  const admin = await api.call<{ results: Made[] }>('GET', '/v1/users')
  await isOutOfReach(users, admin.body.results[0]!.id)
  await isOutOfReach(users, await create(users, { userName: 'local@example.com' }))
  await isOutOfReach(groups, await create(groups, { displayName: 'Local' }))
  const taken = { meta: {}, userName: 'LOCAL@example.com' }
  expect(await api.call('POST', users, { token, body: taken })).toMatchObject({ status: 409 })
})

test('a provider that is refused a name learns why its search finds nothing, and what helps', async () => {
  await create(users, { userName: 'signed.in.first' })
  const body = { meta: {}, userName: 'Signed.In.First' }
  const headers = { accept: 'application/scim+json' }
  const refused = await api.call('POST', users, { token, body, headers })
  expect(refused).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
  expect(refused.body['detail']).toMatch(
    /^body\/userName is taken\. .*this token does not reach it.*\/reach\/\{id\}/,
  )
  expect((await api.call('POST', users, { body, headers })).body['detail']).toBe('body/userName is taken')
})

test('what the directory made it changes and deletes, until an account role is given to it', async () => {
  const id = await create(users, { userName: 'made@example.com' }, { token })
  const group = await create(groups, { displayName: 'Made', members: [{ value: id }] }, { token })
  expect(await listed(users)).toContain(id)
  const patched = await api.call('PATCH', `${users}/${id}`, { token, body: replace('title', 'Dr') })
  expect(patched).toMatchObject({ status: 200, body: { title: 'Dr' } })
  const roles = { accountRole: 'SUPER_ADMIN', projectRoles: [], environmentAccess: [] }
  await api.call('PUT', `/v1/groups/${group}/roles`, { body: roles })
  await isOutOfReach(groups, group)
  await isOutOfReach(users, id)
  const member = await create(users, { userName: 'climber@example.com' }, { token })
  const climb = { Operations: [{ op: 'add', path: 'members', value: [{ value: member }] }] }
  expect(await api.call('PATCH', `${groups}/${group}`, { token, body: climb })).toMatchObject({ status: 404 })
  await api.call('PUT', `/v1/groups/${group}/roles`, { body: { ...roles, accountRole: 'USER' } })
  expect(await api.call('DELETE', `${users}/${id}`, { token })).toMatchObject({ status: 204 })
})

test('members that it does not reach are neither shown, added, removed nor replaced', async () => {
  const local = await create(users, { userName: 'member@example.com' })
  const own = await create(users, { userName: 'own@example.com' }, { token })
  const group = await create(groups, { displayName: 'Mixed', members: [{ value: own }] }, { token })
  const one = `${groups}/${group}`
  const add = { Operations: [{ op: 'add', path: 'members', value: [{ value: local }] }] }
  expect(await api.call('PATCH', one, { token, body: add })).toMatchObject({ status: 400 })
  expect((await api.call('PATCH', one, { body: add })).status).toBeLessThan(300)
  expect(JSON.stringify((await api.call('GET', one, { token })).body)).not.toContain(local)
  const filter = encodeURIComponent(`members.value eq "${local}"`)
  expect(await api.call('GET', `${groups}?filter=${filter}`, { token })).toMatchObject({
    body: { totalResults: 0 },
  })
  await api.call('PUT', one, { token, body: { displayName: 'Mixed', members: [] } })
  const left = await api.call<{ members: { value: string }[] }>('GET', one)
  expect(left.body.members.map(({ value }) => value)).toEqual([local])
})

const changesPasswords = async (by: { token?: string }) => {
  const path = '/v1/directory-integration/scim/v2/ServiceProviderConfig'
  return (await api.call<{ changePassword: { supported: boolean } }>('GET', path, by)).body.changePassword
}

test('a password by SCIM is ignored, as the directory says, until the setting is on, and then follows the rule', async () => {
  expect(await changesPasswords({ token })).toEqual({ supported: false })
  expect(await changesPasswords({})).toEqual({ supported: true })
  await create(users, { userName: 'grace@example.com', password }, { token })
  expect(await signsIn('grace@example.com')).toBe(401)
  const settings = '/v1/directory-integration/settings'
  const on = await api.call('PATCH', settings, { body: { acceptPasswords: true } })
  expect(on.body).toMatchObject({ acceptPasswords: true })
  for (const by of [{ token }, {}]) expect(await changesPasswords(by)).toEqual({ supported: true })
  await create(users, { userName: 'hopper@example.com', password }, { token })
  expect(await signsIn('hopper@example.com')).toBe(201)
  const weak = { meta: {}, userName: 'weak@example.com', password: 'short' }
  expect(await api.call('POST', users, { token, body: weak })).toMatchObject({ status: 400 })
})
