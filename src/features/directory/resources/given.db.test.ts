import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { scimUsers, type User, users } from '../../../../test/support/scim-users.ts'

const api = useApi()
const { aUser, patch } = scimUsers(api)
const SCIM = 'application/scim+json'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const scim = '/v1/directory-integration/scim/v2'
const groups = `${scim}/Groups`

test.each([
  [users, { emails: {} }, 'body/emails must be a list'],
  [users, { emails: [null] }, 'body/emails/0 must not be null'],
  [users, { schemas: ['foo'] }, 'body/schemas must name urn:ietf:params:scim:schemas:core:2.0:User'],
  [groups, { members: [null] }, 'body/members/0 must not be null'],
  [groups, { role: 'ADMIN' }, expect.stringMatching(/^body\/role cannot be set by SCIM/)],
  [groups, { projectId: 'x' }, expect.stringMatching(/^body\/projectId cannot be set by SCIM/)],
])('%s: nothing of %j is dropped without a word', async (path, given, violation) => {
  const body = { meta: {}, userName: `${Math.random()}`, displayName: `${Math.random()}`, ...given }
  const refused = await api.call('POST', path, { body })
  expect(refused).toMatchObject({ status: 400, body: { violations: [violation] } })
})

const aGroup = async (members: readonly string[]) => {
  const body = { displayName: `Group ${Math.random()}`, members: members.map((value) => ({ value })) }
  return (await api.call<{ id: string }>('POST', groups, { body })).body.id
}

test('a user cannot be created as a member of groups, whoever tries; an empty list of groups is accepted', async () => {
  const id = await aGroup([])
  const tokens = '/v1/directory-integration/tokens'
  const { token } = (await api.call<{ token: string }>('POST', tokens, { body: { name: 'Okta' } })).body
  const create = (given: object, by: { token?: string } = {}) =>
    api.call('POST', users, { ...by, body: { meta: {}, userName: `${Math.random()}`, ...given } })
  const violations = [expect.stringMatching(/^body\/groups is read-only/)]
  for (const named of [[{ value: id }], [{ value: 'nobody' }], [{}], { value: id }, id])
    for (const key of ['groups', 'Groups'])
      for (const by of [{}, { token }])
        expect([named, await create({ [key]: named }, by)]).toMatchObject([
          named,
          { status: 400, body: { violations } },
        ])
  for (const none of [{ groups: [] }, { groups: null }, {}])
    expect(await create(none)).toMatchObject({ status: 201 })
})

test('a user is put back as it was read, groups included, which stay as they are whatever is given', async () => {
  const { id } = await aUser()
  const group = await aGroup([id])
  const read = await api.call<User>('GET', `${users}/${id}`)
  expect(read.body).toMatchObject({ groups: [{ value: group }] })
  for (const own of [{}, { groups: [] }, { groups: [{ value: await aGroup([]) }] }, { groups: undefined }])
    expect(
      await api.call('PUT', `${users}/${id}`, { body: { ...read.body, title: 'Dr', ...own } }),
    ).toMatchObject({ status: 200, body: { title: 'Dr', groups: read.body['groups'] } })
})

test('a patch refuses the same values', async () => {
  const { id } = await aUser()
  for (const value of [{}, [null]])
    expect(await patch(id, { op: 'replace', path: 'emails', value })).toMatchObject({ status: 400 })
})

test('a patch with the URN of the extension as its path sets members of it', async () => {
  const { id } = await aUser()
  const operation = { op: 'replace', path: enterprise, value: { department: 'Energy', costCenter: '7' } }
  const changed = await patch(id, operation)
  expect(changed).toMatchObject({
    status: 200,
    body: { [enterprise]: { department: 'Energy', costCenter: '7' } },
  })
  expect(await patch(id, { op: 'remove', path: enterprise })).toMatchObject({ status: 200 })
  expect((await api.call<User>('GET', `${users}/${id}`)).body).not.toHaveProperty([enterprise])
})

test('a delete without a body is done, whatever media type it names', async () => {
  const { id } = await aUser()
  const headers = { 'content-type': SCIM }
  expect((await api.call('DELETE', `${users}/${id}`, { headers })).status).toBe(204)
})

test.each([
  ['Accept', { accept: SCIM }],
  ['Content-Type', { 'content-type': SCIM }],
])('errors are those of RFC 7644 when %s says SCIM, at unknown addresses too', async (_, headers) => {
  for (const [method, path, status] of [
    ['POST', users, 400],
    ['GET', `${users}/unknown`, 404],
    ['GET', `${scim}/Nothing`, 404],
    ['PUT', users, 405],
  ] as const) {
    const body = method === 'POST' ? '{"emails":' : undefined
    const answer = await api.call(method, path, { headers, ...(body !== undefined && { body }) })
    expect([answer.status, answer.headers.get('content-type')], path).toEqual([status, SCIM])
    expect(answer.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
    })
  }
  expect((await api.call('GET', '/v1/nothing', { headers })).headers.get('content-type')).toContain('problem')
})

test('an empty externalId is ignored: JumpCloud sends it for every user without one', async () => {
  for (const userName of [`${Math.random()}`, `${Math.random()}`]) {
    const created = await api.call<User>('POST', users, { body: { meta: {}, userName, externalId: '' } })
    expect(created).toMatchObject({ status: 201 })
    expect(created.body).not.toHaveProperty('externalId')
  }
})
