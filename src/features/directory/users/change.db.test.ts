import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { everything, scim, scimUsers, type User, users } from '../../../../test/support/scim-users.ts'

const api = useApi()
const { aUser, patch, names } = scimUsers(api)

test('entity tags: unchanged is 304, a change over a stale one is 412', async () => {
  const { id } = await aUser()
  const read = await api.call('GET', `${users}/${id}`, { headers: { 'if-none-match': 'W/"1"' } })
  expect(read.status).toBe(304)
  const change = { body: { userName: 'tagged@example.com' }, headers: { 'if-match': '"1"' } }
  expect(await api.call('PUT', `${users}/${id}`, change)).toMatchObject({
    status: 200,
    body: { meta: { version: '"2"' } },
  })
  expect(await api.call('PUT', `${users}/${id}`, change)).toMatchObject({ status: 412 })
  expect(await api.call('DELETE', `${users}/${id}`, { headers: { 'if-match': '"1"' } })).toMatchObject({
    status: 412,
  })
  expect(await api.call('DELETE', `${users}/${id}`)).toMatchObject({ status: 204 })
  expect(await api.call('GET', `${users}/${id}`)).toMatchObject({ status: 404 })
})

test('a change that changes nothing keeps the version and its time, and a new password does not', async () => {
  const user = await aUser({ userName: 'same@example.com', title: 'Dr' })
  const meta = async () => (await api.call<User>('GET', `${users}/${user.id}`)).body.meta
  const before = await meta()
  await patch(user.id, { op: 'add', path: 'title', value: 'Dr' })
  await api.call('PUT', `${users}/${user.id}`, { body: { userName: 'same@example.com', title: 'Dr' } })
  expect(await meta()).toEqual(before)
  await patch(user.id, { op: 'replace', path: 'password', value: 'a long enough pass phrase' })
  expect(await meta()).toMatchObject({ version: '"2"' })
})

test('put unassigns what it does not give, but reactivates no user by omission', async () => {
  const { id } = await aUser({ ...everything, userName: 'put@example.com', externalId: 'put', active: false })
  const answer = await api.call<User>('PUT', `${users}/${id}`, {
    body: { userName: 'put@example.com', title: 'Dr' },
  })
  const { schemas: _, meta: __, ...rest } = answer.body
  expect(rest).toEqual({ id, userName: 'put@example.com', title: 'Dr', active: false })
  const other = await api.call('PUT', `${users}/${id}`, { body: { id: 'other' } })
  expect(other.status).toBe(400)
})

test('a user as it was read can be put by its id in capital letters, too', async () => {
  const { id } = await aUser({ userName: 'capital@example.com' })
  const body = (await api.call<User>('GET', `${users}/${id}`)).body
  const answer = await api.call<User>('PUT', `${users}/${id.toUpperCase()}`, { body })
  expect(answer).toMatchObject({ status: 200, body: { id } })
})

test('Okta and Entra ID deactivate by object, by path, in any case, with text for booleans', async () => {
  const ways = [
    { op: 'replace', value: { active: false } },
    { op: 'Replace', path: 'active', value: 'False' },
    { op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false },
    { op: 'Add', value: { Active: 'false' } },
  ]
  for (const way of ways) {
    const { id } = await aUser()
    expect(await patch(id, way)).toMatchObject({ status: 200, body: { active: false } })
    expect((await names(`id eq "${id}" and active eq false`)).length).toBe(1)
  }
})

test('patches as Entra ID sends them change values by path, making what is not there', async () => {
  const { id } = await aUser({ emails: [{ type: 'work', value: 'old@example.com', primary: true }] })
  const extension = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
  const changed = await patch(
    id,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@example.com' },
    { op: 'Add', path: 'emails[type eq "other"].value', value: 'other@example.com' },
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555' },
    { op: 'Add', path: 'addresses[type eq "work"].formatted', value: '1 Main Street' },
    { op: 'Replace', path: 'phoneNumbers[type eq "mobile"]', value: [{ type: 'mobile', value: '+1 666' }] },
    { op: 'Add', path: 'name.givenName', value: 'Grace' },
    { op: 'Add', path: `${extension}:department`, value: 'Ships' },
    { op: 'Add', path: `${extension}:manager`, value: 'boss' },
    { op: 'Add', value: { 'name.familyName': 'Hopper', [`${extension}:costCenter`]: 'C1', title: 'Dr' } },
    { op: 'Add', path: 'roles[primary eq "True"].value', value: 'analyst' },
  )
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({
    emails: [
      { type: 'work', value: 'new@example.com', primary: true },
      { type: 'other', value: 'other@example.com' },
    ],
    phoneNumbers: [{ type: 'mobile', value: '+1 666' }],
    addresses: [{ type: 'work', formatted: '1 Main Street' }],
    name: { givenName: 'Grace', familyName: 'Hopper' },
    [extension]: { department: 'Ships', manager: { value: 'boss' }, costCenter: 'C1' },
    title: 'Dr',
    roles: [{ primary: true, value: 'analyst' }],
  })
  const removed = await patch(
    id,
    { op: 'Remove', path: 'emails[type eq "work"]' },
    { op: 'remove', path: 'name.familyName' },
    { op: 'remove', path: `${extension}:manager` },
    { op: 'remove', path: 'phoneNumbers' },
    { op: 'remove', path: 'title', value: null },
  )
  expect(removed.body).toMatchObject({ emails: [{ type: 'other' }], name: { givenName: 'Grace' } })
  for (const gone of ['phoneNumbers', 'title']) expect(removed.body).not.toHaveProperty(gone)
})

test('a new primary value is the only primary one', async () => {
  const { id } = await aUser({ emails: [{ value: 'a@x.example', primary: true }, { value: 'b@x.example' }] })
  const added = await patch(id, {
    op: 'add',
    path: 'emails',
    value: [{ value: 'c@x.example', primary: true }],
  })
  const primaries = (user: User) =>
    (user['emails'] as { value: string; primary?: boolean }[])
      .filter(({ primary }) => primary)
      .map(({ value }) => value)
  expect(primaries(added.body)).toEqual(['c@x.example'])
  const moved = await patch(id, {
    op: 'replace',
    path: 'emails[value eq "b@x.example"].primary',
    value: 'True',
  })
  expect(primaries(moved.body)).toEqual(['b@x.example'])
})

test('a patch with a fault changes nothing and says which', async () => {
  const { id } = await aUser({ title: 'Dr' })
  const faults: [object, string][] = [
    [{ op: 'replace', path: 'shoeSize', value: '43' }, 'invalidPath'],
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'replace', path: 'groups', value: [{ value: 'x' }] }, 'mutability'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'grow', path: 'title', value: 'x' }, 'invalidSyntax'],
    [{ op: 'replace', path: 'emails[type sw "w"].value', value: 'x' }, 'noTarget'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'replace', path: 'emails[type eq].value', value: 'x' }, 'invalidFilter'],
    [{ op: 'replace', path: 'emails[type eq "work"]', value: 'x' }, 'invalidValue'],
    [{ op: 'add', path: 'emails[type eq "work"]', value: [] }, 'invalidValue'],
    [{ op: 'replace', path: '__proto__.polluted', value: 'x' }, 'invalidPath'],
  ]
  for (const [operation, scimType] of faults) {
    const body = { Operations: [{ op: 'replace', path: 'title', value: 'Prof' }, operation] }
    const answer = await api.call('PATCH', `${users}/${id}`, { body, headers: scim })
    expect([operation, answer]).toMatchObject([operation, { status: 400, body: { scimType } }])
  }
  expect(await api.call('GET', `${users}/${id}`)).toMatchObject({
    body: { title: 'Dr', meta: { version: '"1"' } },
  })
})

test('null in place of schemas or a path is the same as none', async () => {
  const made = await api.call<User>('POST', users, {
    body: { meta: {}, schemas: null, userName: 'null@x.example' },
  })
  expect(made.status).toBe(201)
  const operation = { op: 'replace', path: null, value: { title: 'Dr' } }
  const body = { schemas: null, Operations: [operation] }
  expect(await api.call('PATCH', `${users}/${made.body.id}`, { body })).toMatchObject({
    status: 200,
    body: { title: 'Dr' },
  })
})

test('patches of one user at the same time are all kept', async () => {
  const { id } = await aUser()
  await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      patch(id, { op: 'add', path: 'emails', value: [{ value: `e${i}@x.example` }] }),
    ),
  )
  const { body } = await api.call<{ emails: unknown[] }>('GET', `${users}/${id}`)
  expect(body.emails).toHaveLength(8)
})
