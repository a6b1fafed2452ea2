import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { scim, scimUsers, type User, users } from '../../../../test/support/scim-users.ts'

const api = useApi()
const { aUser, patch } = scimUsers(api)
const violations = ['body/userName is required']
const requireMeta = async (value: boolean) => {
  const body = { requireMeta: value }
  const set = await api.call('PATCH', '/v1/directory-integration/settings', { body })
  expect(set).toMatchObject({ status: 200, body })
}
const put = (id: string, body: unknown) => api.call<User>('PUT', `${users}/${id}`, { body })
const removal = { op: 'remove', path: 'userName' }

test('where meta is optional, no replacement and no patch takes the name of a user away', async () => {
  const user = await aUser({ title: 'Dr' })
  await requireMeta(false)
  for (const body of [{ title: 'Prof' }, { title: 'Prof', userName: null }])
    expect(await put(user.id, body)).toMatchObject({ status: 400, body: { violations } })
  const ways: [string, object][] = [
    ['mutability', removal],
    ['mutability', { op: 'Remove', path: 'urn:ietf:params:scim:schemas:core:2.0:User:USERNAME' }],
    ['invalidValue', { op: 'replace', path: 'userName', value: null }],
    ['invalidValue', { op: 'add', value: { UserName: null } }],
  ]
  for (const [scimType, operation] of ways) {
    const body = { Operations: [{ op: 'replace', path: 'title', value: 'Prof' }, operation] }
    expect(await patch(user.id, ...body.Operations)).toMatchObject({ status: 400, body: { violations } })
    expect(await api.call('PATCH', `${users}/${user.id}`, { body, headers: scim })).toMatchObject({
      status: 400,
      body: { scimType },
    })
  }
  expect((await api.call('GET', `${users}/${user.id}`)).body).toEqual(user)
  const renamed = { op: 'add', path: 'userName', value: 'renamed@example.com' }
  expect(await patch(user.id, removal, renamed)).toMatchObject({
    status: 200,
    body: { userName: 'renamed@example.com' },
  })
})

test('a user who never had a name can still be deactivated by a patch, and is given one', async () => {
  await requireMeta(true)
  const { id } = (await api.call<User>('POST', users, { body: { meta: {} } })).body
  await requireMeta(false)
  expect(await patch(id, { op: 'replace', path: 'active', value: false })).toMatchObject({ status: 200 })
  expect(await put(id, { active: true })).toMatchObject({ status: 400, body: { violations } })
  expect(await put(id, { userName: 'named@example.com' })).toMatchObject({
    status: 200,
    body: { userName: 'named@example.com', active: false },
  })
  expect(await patch(id, removal)).toMatchObject({ status: 400 })
})

test('where meta is required, a user may be without a name, as the specified create has it', async () => {
  await requireMeta(true)
  const { id } = await aUser()
  const removed = await patch(id, removal)
  expect(removed.status).toBe(200)
  expect(removed.body).not.toHaveProperty('userName')
  expect(await put(id, { title: 'Dr' })).toMatchObject({ status: 200 })
})

test('a body that is no object is refused and no internal error', async () => {
  const { id } = await aUser()
  await requireMeta(false)
  for (const body of ['null', '[]', '5'])
    for (const [method, path] of [
      ['POST', users],
      ['PUT', `${users}/${id}`],
    ] as const)
      expect([method, body, await api.call(method, path, { body })]).toMatchObject([
        method,
        body,
        { status: 400 },
      ])
})
