import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'

const api = useApi()
const base = '/v1/directory-integration/scim/v2'
const groups = `${base}/Groups`
let serial = 0

type Member = { value: string; display: string; type: string; ref: string }
type Group = Record<string, unknown> & { id: string; members?: Member[] }

async function aUser(): Promise<string> {
  const body = { meta: {}, userName: `member${++serial}@example.com` }
  return (await api.call<{ id: string }>('POST', `${base}/Users`, { body })).body.id
}
async function aGroup(memberIds: string[] = [], own: object = {}): Promise<Group> {
  const body = { displayName: `Group ${++serial}`, members: memberIds.map((value) => ({ value })), ...own }
  const answer = await api.call<Group>('POST', groups, { body })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const patch = (id: string, ...Operations: object[]) =>
  api.call('PATCH', `${groups}/${id}`, { body: { Operations } })
const membersOf = async (id: string) =>
  ((await api.call<Group>('GET', `${groups}/${id}`)).body.members ?? []).map(({ value }) => value)

test('a user whose groups changed, and a group that lost a member, are not what a client has that read them before', async () => {
  const user = await aUser()
  const etagOf = async (path: string) => (await api.call('GET', path)).headers.get('etag')!
  const again = (path: string, etag: string) => api.call('GET', path, { headers: { 'if-none-match': etag } })
  const [userPath, alone] = [`${base}/Users/${user}`, await etagOf(`${base}/Users/${user}`)]
  expect((await again(userPath, alone)).status).toBe(304)
  const { id } = await aGroup([user])
  const member = await again(userPath, alone)
  expect(member).toMatchObject({ status: 200, body: { groups: [{ value: id }] } })
  expect(member.body).toMatchObject({ meta: { version: member.headers.get('etag') } })
  const [groupPath, full] = [`${groups}/${id}`, await etagOf(`${groups}/${id}`)]
  expect((await api.call('DELETE', userPath, { headers: { 'if-match': alone } })).status).toBe(204)
  expect((await again(groupPath, full)).status).toBe(200)
})

test('a change of members raises the version and its time only where there are others than before', async () => {
  const [user, other] = [await aUser(), await aUser()]
  const { id } = await aGroup([user])
  const meta = async () =>
    (await api.call<Group>('GET', `${groups}/${id}?excludedAttributes=members`)).body['meta']
  const metaAfter = async (operation: object) => {
    expect((await patch(id, operation)).status).toBeLessThan(300)
    return meta()
  }
  const before = await meta()
  const add = (value: string) => ({ op: 'add', path: 'members', value: [{ value }] })
  expect(await metaAfter(add(user))).toEqual(before)
  expect(await metaAfter({ op: 'replace', path: 'members', value: [{ value: user }] })).toEqual(before)
  expect(await metaAfter({ op: 'remove', path: `members[value eq "${other}"]` })).toEqual(before)
  const added = await metaAfter(add(other))
  expect(added).not.toEqual(before)
  expect(await metaAfter({ op: 'remove', path: `members[value eq "${other}"]` })).not.toEqual(added)
})

test('a group shows its members, and each member its groups', async () => {
  const user = await aUser()
  const inner = await aGroup([user])
  const created = await api.call<Group>('POST', groups, {
    body: {
      displayName: 'Engineers',
      externalId: 'g1',
      members: [{ value: user }, { value: inner.id, type: 'Group' }],
    },
  })
  expect(created.status).toBe(201)
  expect(created.headers.get('location')).toBe(`${api.url}${groups}/${created.body.id}`)
  expect(created.body).toMatchObject({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Engineers',
    externalId: 'g1',
    members: [
      {
        value: user,
        type: 'User',
        ref: `${api.url}${base}/Users/${user}`,
        display: expect.stringContaining('member'),
      },
      {
        value: inner.id,
        type: 'Group',
        ref: `${api.url}${groups}/${inner.id}`,
        display: inner['displayName'],
      },
    ],
    meta: { resourceType: 'Group' },
  })
  const read = await api.call<{ groups: object[] }>('GET', `${base}/Users/${user}`)
  expect(read.body.groups).toEqual([
    { display: 'Engineers', ref: `${api.url}${groups}/${created.body.id}`, value: created.body.id },
    { display: inner['displayName'], ref: `${api.url}${groups}/${inner.id}`, value: inner.id },
  ])
})

test('displayName is required, unique without regard to case, and members must exist', async () => {
  const { displayName } = await aGroup()
  expect(await api.call('POST', groups, { body: {} })).toMatchObject({ status: 400 })
  const violations = ['body/displayName must not be blank']
  for (const blank of ['', ' '])
    expect(await api.call('POST', groups, { body: { displayName: blank } })).toMatchObject({
      status: 400,
      body: { violations },
    })
  const same = { body: { displayName: String(displayName).toUpperCase() } }
  expect(await api.call('POST', groups, same)).toMatchObject({ status: 409 })
  const missing = '018f0000-0000-7000-8000-000000000000'
  for (const value of [missing, 'nobody']) {
    const answer = await api.call<{ violations: string[] }>('POST', groups, {
      body: { displayName: `Never ${value}`, members: [{ value }] },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.violations).toEqual([expect.stringContaining(value)])
  }
  const { body } = await api.call('GET', `${groups}?filter=${encodeURIComponent('displayName sw "Never"')}`)
  expect(body).toMatchObject({ totalResults: 0 })
  const group = await aGroup()
  expect(await patch(group.id, { op: 'add', path: 'members', value: [{ value: group.id }] })).toMatchObject({
    status: 400,
  })
  expect(await patch(group.id, { op: 'replace', path: 'displayName', value: ' ' })).toMatchObject({
    status: 400,
    body: { violations },
  })
})

test('members are added, removed and replaced as Okta and Entra ID do it', async () => {
  const [a, b, c, d] = await Promise.all([aUser(), aUser(), aUser(), aUser()])
  const { id } = await aGroup([a])
  const ok = { status: 204 }
  expect(await patch(id, { op: 'Add', path: 'members', value: [{ value: b }, { value: a }] })).toMatchObject(
    ok,
  )
  expect(await patch(id, { op: 'add', path: 'members', value: { value: c } })).toMatchObject(ok)
  expect((await membersOf(id)).sort()).toEqual([a, b, c].sort())
  expect(await patch(id, { op: 'remove', path: `members[value eq "${a}"]` })).toMatchObject(ok)
  expect(await patch(id, { op: 'Remove', path: 'members', value: [{ value: b }] })).toMatchObject(ok)
  expect(await membersOf(id)).toEqual([c])
  const rename = { op: 'replace', value: { id, displayName: 'Renamed', members: [{ value: d }] } }
  expect(await patch(id, rename)).toMatchObject(ok)
  expect(await membersOf(id)).toEqual([d])
  expect(await patch(id, { op: 'remove', path: 'members[type eq "Group"]' })).toMatchObject(ok)
  expect(await membersOf(id)).toEqual([d])
  expect(
    await patch(id, { op: 'remove', path: 'members[display sw "member" and type eq "User"]' }),
  ).toMatchObject(ok)
  expect(await membersOf(id)).toEqual([])
  expect(await patch(id, { op: 'add', path: 'members', value: [{ value: d }] })).toMatchObject(ok)
  expect(await patch(id, { op: 'remove', path: 'members' })).toMatchObject(ok)
  expect(await membersOf(id)).toEqual([])
  const seen = await api.call('PATCH', `${groups}/${id}?attributes=displayName`, {
    body: { Operations: [{ op: 'replace', path: 'displayName', value: 'Seen' }] },
  })
  expect(seen).toMatchObject({ status: 200, body: { displayName: 'Seen' } })
})

test('a patch that fails in its last operation changes nothing', async () => {
  const [a, b] = await Promise.all([aUser(), aUser()])
  const { id } = await aGroup([a])
  const answer = await patch(
    id,
    { op: 'add', path: 'members', value: [{ value: b }] },
    { op: 'add', path: 'members', value: [{ value: '018f0000-0000-7000-8000-000000000000' }] },
  )
  expect(answer.status).toBe(400)
  expect(await membersOf(id)).toEqual([a])
  expect(
    await patch(id, { op: 'replace', path: `members[value eq "${a}"].display`, value: 'x' }),
  ).toMatchObject({
    status: 400,
  })
  const nameless = { Operations: [{ op: 'remove', path: 'displayName' }] }
  const headers = { accept: 'application/scim+json' }
  expect(await api.call('PATCH', `${groups}/${id}`, { body: nameless, headers })).toMatchObject({
    status: 400,
    body: { scimType: 'mutability', detail: 'body/displayName is required' },
  })
})

test('groups are found by name and by member, and users by group', async () => {
  const user = await aUser()
  const group = await aGroup([user], { displayName: 'Found "group"' })
  const found = async (type: string, filter: string) => {
    const query = `filter=${encodeURIComponent(filter)}&excludedAttributes=members`
    const { body } = await api.call<{ Resources: Group[] }>('GET', `${base}/${type}?${query}`)
    return body.Resources.map(({ id, members }) => (members === undefined ? id : 'members'))
  }
  expect(await found('Groups', 'displayName eq "found \\"GROUP\\""')).toEqual([group.id])
  expect(await found('Groups', `members.value eq "${user}"`)).toEqual([group.id])
  expect(await found('Groups', `members[value eq "${user}" and type eq "User"]`)).toEqual([group.id])
  expect(await found('Groups', `members[value eq "${user}" and type eq "Group"]`)).toEqual([])
  expect(await found('Groups', `id eq "${group.id}" and members eq "${user}"`)).toEqual([group.id])
  expect(await found('Users', `groups.value eq "${group.id}"`)).toEqual([user])
  expect(await found('Users', `groups.display eq "found \\"group\\""`)).toEqual([user])
  expect(await found('Users', `not (groups pr) and id eq "${user}"`)).toEqual([])
})

test('put replaces name and members; delete ends the membership', async () => {
  const [a, b] = await Promise.all([aUser(), aUser()])
  const { id } = await aGroup([a], { externalId: 'before' })
  const answer = await api.call<Group>('PUT', `${groups}/${id}`, {
    body: { displayName: 'After', members: [{ value: b }] },
  })
  expect(answer).toMatchObject({ status: 200, body: { displayName: 'After', members: [{ value: b }] } })
  expect(answer.body).not.toHaveProperty('externalId')
  expect(await api.call('DELETE', `${base}/Users/${b}`)).toMatchObject({ status: 204 })
  expect(await membersOf(id)).toEqual([])
  expect(await api.call('DELETE', `${groups}/${id}`)).toMatchObject({ status: 204 })
  expect(await api.call('GET', `${groups}/${id}`)).toMatchObject({ status: 404 })
  expect(await api.call('GET', `${base}/Users/${a}`)).toMatchObject({ status: 200 })
})

test('members added to one group at the same time are all there', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, aUser))
  const { id } = await aGroup()
  await Promise.all(ids.map((value) => patch(id, { op: 'add', path: 'members', value: [{ value }] })))
  expect((await membersOf(id)).sort()).toEqual(ids.sort())
})
