import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'

const api = useApi()
const users = '/v1/directory-integration/scim/v2/Users'
const scim = { accept: 'application/scim+json', 'content-type': 'application/scim+json' }
let serial = 0

type User = Record<string, unknown> & { id: string }

async function aUser(own: Record<string, unknown> = {}): Promise<User> {
  const body = { meta: {}, userName: `person${++serial}@example.com`, ...own }
  const answer = await api.call<User>('POST', users, { body })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const patch = (id: string, ...Operations: object[]) =>
  api.call<User>('PATCH', `${users}/${id}`, {
    body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations },
  })
const names = async (filter: string, query = '') => {
  const answer = await api.call<{ totalResults: number; Resources: User[] }>(
    'GET',
    `${users}?filter=${encodeURIComponent(filter)}${query}`,
  )
  expect(answer.status).toBe(200)
  expect(answer.body.totalResults).toBe(answer.body.Resources.length)
  return answer.body.Resources.map(({ userName }) => userName)
}

/** Every attribute of the table in the specification that a client may give. */
const everything = {
  active: true,
  addresses: [
    {
      country: 'GB',
      display: 'Office',
      formatted: '12 St James Square, London',
      locality: 'London',
      postalCode: 'SW1Y 4LB',
      primary: true,
      region: 'London',
      streetAddress: '12 St James Square',
      type: 'work',
    },
  ],
  displayName: 'Ada Lovelace',
  emails: [{ display: 'Ada', primary: true, type: 'work', value: 'Ada@Example.com' }],
  entitlements: [{ display: 'Engine', primary: false, type: 'x', value: 'engine' }],
  externalId: '00u1',
  ims: [{ type: 'xmpp', value: 'ada@im.example.com' }],
  locale: 'en-GB',
  name: {
    familyName: 'Lovelace',
    formatted: 'Ms Ada King Lovelace III',
    givenName: 'Ada',
    honorificPrefix: 'Ms',
    honorificSuffix: 'III',
    middleName: 'King',
  },
  nickName: 'Ada',
  phoneNumbers: [{ type: 'work', value: '+44 20 1234' }],
  photos: [{ type: 'photo', value: 'https://example.com/ada.png' }],
  preferredLanguage: 'en',
  profileUrl: 'https://example.com/ada',
  roles: [{ primary: true, value: 'analyst' }],
  timezone: 'Europe/London',
  title: 'Countess',
  userName: 'ada@example.com',
  userType: 'Employee',
  x509Certificates: [{ value: 'MIIB' }],
}

test('the specified create answers 201 with every attribute, its location, and no password', async () => {
  const body = {
    ...everything,
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    meta: {},
    password: 's3cret',
  }
  const created = await api.call<User>('POST', users, { body })
  expect(created.status).toBe(201)
  expect(created.headers.get('content-type')).toContain('application/json')
  const { id, meta, schemas, ...rest } = created.body
  expect(rest).toEqual(everything)
  expect(schemas).toEqual(['urn:ietf:params:scim:schemas:core:2.0:User'])
  const location = `${api.url}${users}/${id}`
  expect(meta).toEqual({
    resourceType: 'User',
    created: expect.stringMatching(/^\d{4}-.*Z$/),
    lastModified: expect.stringMatching(/^\d{4}-.*Z$/),
    location,
    version: '"1"',
  })
  expect(created.headers.get('location')).toBe(location)
  expect(created.headers.get('etag')).toBe('"1"')
  const read = await api.call('GET', `${users}/${id}`)
  expect(read).toMatchObject({ status: 200, body: created.body })
})

test('faults of a create are a problem that lists all of them', async () => {
  const body = {
    id: '',
    schemas: [],
    active: 'perhaps',
    emails: [{ value: 5 }],
    name: 'Ada',
  }
  const answer = await api.call<{ violations: string[] }>('POST', users, { body })
  expect(answer.status).toBe(400)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect(answer.body).toMatchObject({ type: `${api.origin}/problems/bad-request`, instance: users })
  for (const field of ['meta', 'id', 'schemas', 'active', 'emails/0/value', 'name'])
    expect(answer.body.violations.filter((text) => text.includes(`body/${field}`))).toHaveLength(1)
})

test('meta alone makes a user; attributes the schema does not know are left out', async () => {
  const answer = await api.call<User>('POST', users, { body: { meta: {}, shoeSize: 43 } })
  expect(answer.status).toBe(201)
  expect(answer.body['shoeSize']).toBeUndefined()
  expect(answer.body['active']).toBe(true)
})

test('userName is unique without regard to case, externalId as written', async () => {
  const { userName } = await aUser({ externalId: 'AbC' })
  const body = { meta: {}, userName: String(userName).toUpperCase() }
  const problem = await api.call('POST', users, { body })
  expect(problem).toMatchObject({ status: 409, body: { status: 409 } })
  expect(problem.headers.get('content-type')).toContain('problem+json')
  const asScim = await api.call('POST', users, { body, headers: scim })
  expect(asScim).toMatchObject({ status: 409, body: { scimType: 'uniqueness', status: '409' } })
  expect(asScim.headers.get('content-type')).toContain('scim+json')
  expect(await api.call('POST', users, { body: { meta: {}, externalId: 'AbC' } })).toMatchObject({
    status: 409,
  })
  await aUser({ externalId: 'aBc' })
})

test('of many creates of one name at once exactly one succeeds', async () => {
  const body = { meta: {}, userName: 'race@example.com' }
  const answers = await Promise.all(Array.from({ length: 12 }, () => api.call('POST', users, { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)])
})

test('without a token 401, without the role 403, both as the client understands them', async () => {
  expect(await api.call('POST', users, { token: null, body: {} })).toMatchObject({ status: 401 })
  const { token } = await api.credential()
  expect(await api.call('GET', users, { token })).toMatchObject({ status: 403 })
  const asScim = await api.call('GET', users, { token: null, headers: scim })
  expect(asScim).toMatchObject({
    status: 401,
    body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] },
  })
  expect(asScim.headers.get('www-authenticate')).toContain('Bearer')
})

test('an unknown user is 404, whatever the id looks like', async () => {
  for (const id of ['nobody', '018f0000-0000-7000-8000-000000000000'])
    for (const method of ['GET', 'DELETE'])
      expect(await api.call(method, `${users}/${id}`)).toMatchObject({ status: 404 })
})

test('filters find by every attribute, without regard to case where the schema says so', async () => {
  const user = await aUser({
    ...everything,
    userName: 'Grace@Navy.example',
    externalId: 'HOPPER',
    displayName: 'Grace "Amazing" Hopper',
    emails: [
      { type: 'work', value: 'grace@navy.example', primary: true },
      { type: 'home', value: 'hopper@home.example' },
    ],
    title: 'Rear admiral \\ USN',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': {
      department: 'Ships',
      manager: { value: 'm1' },
    },
  })
  const found = [
    'userName eq "grace@navy.EXAMPLE"',
    'USERNAME Eq "grace@navy.example"',
    'userName sw "gRace@"',
    'userName co "@navy"',
    'userName ew ".EXAMPLE" and externalId eq "HOPPER"',
    `id eq "${user.id}"`,
    'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "grace@navy.example"',
    'displayName eq "grace \\"amazing\\" hopper"',
    'title eq "rear admiral \\\\ usn"',
    'emails eq "hopper@home.example"',
    'emails.value eq "HOPPER@home.example"',
    'emails[type eq "home" and value co "hopper"]',
    'emails[type eq "work" and primary eq "True"].value eq "grace@navy.example"',
    'emails[not (type eq "work") and not (type eq "x")] and userName eq "grace@navy.example"',
    'name.familyName eq "lovelace" and userName eq "grace@navy.example"',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "ships"',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.value eq "m1"',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager pr',
    'active eq true and userName eq "grace@navy.example"',
    '(userName eq "nobody" or userName eq "grace@navy.example") and title pr',
    'not (userName ne "grace@navy.example")',
    'meta.created gt "2020-01-01T00:00:00Z" and userName sw "grace"',
    `meta.lastModified eq "${(user['meta'] as { lastModified: string }).lastModified}" and userName sw "grace"`,
    'meta.resourceType eq "User" and userName sw "grace"',
    'userName ge "grace@navy.example" and userName le "grace@navy.example"',
  ]
  for (const filter of found) expect([filter, await names(filter)]).toEqual([filter, ['Grace@Navy.example']])
  const notFound = [
    'externalId eq "hopper"',
    'profileUrl eq "HTTPS://example.com/ada"',
    'emails[type eq "home" and value co "navy"]',
    'userName eq "grace@navy.example" and active eq false',
    'id eq "nobody"',
    'groups pr and userName sw "grace"',
    'userName sw "%"',
  ]
  for (const filter of notFound) expect([filter, await names(filter)]).toEqual([filter, []])
})

test('filters that cannot be understood are 400 invalidFilter', async () => {
  const bad = [
    'userName',
    'userName eq',
    'userName eq "a" and',
    'shoeSize eq "43"',
    'password eq "s3cret"',
    'name eq "x"',
    'active eq "perhaps"',
    'active gt true',
    'userName eq 5',
    'name[familyName eq "x"]',
    'emails[shoe eq "x"]',
    `${'('.repeat(4_000)}userName pr`,
    'meta.created gt "yesterday"',
  ]
  for (const filter of bad) {
    const answer = await api.call('GET', `${users}?filter=${encodeURIComponent(filter)}`, { headers: scim })
    expect([filter, answer]).toMatchObject([filter, { status: 400, body: { scimType: 'invalidFilter' } }])
  }
})

test('lists are sorted and paged without loss or repeat', async () => {
  const own = Array.from({ length: 7 }, (_, i) => `page${(i * 3) % 7}@pages.example`)
  for (const userName of own) await aUser({ userName })
  const page = async (startIndex: number, order: string) => {
    const query = `filter=${encodeURIComponent('userName ew "@pages.example"')}&sortBy=userName&sortOrder=${order}`
    const answer = await api.call<{ totalResults: number; itemsPerPage: number; Resources: User[] }>(
      'GET',
      `${users}?${query}&startIndex=${startIndex}&count=3`,
    )
    expect(answer.body).toMatchObject({ totalResults: 7, startIndex: Math.max(1, startIndex) })
    expect(answer.body.itemsPerPage).toBe(answer.body.Resources.length)
    return answer.body.Resources.map(({ userName }) => String(userName))
  }
  const sorted = own.toSorted()
  expect([
    ...(await page(0, 'ascending')),
    ...(await page(4, 'ascending')),
    ...(await page(7, 'ascending')),
  ]).toEqual(sorted)
  expect(await page(1, 'descending')).toEqual(sorted.toReversed().slice(0, 3))
  expect(await page(99, 'ascending')).toEqual([])
  const counted = await api.call<{ Resources: User[] }>('GET', `${users}?count=0`)
  expect(counted.body.Resources).toEqual([])
})

test('attributes and excludedAttributes choose what is returned', async () => {
  const { id } = await aUser({ ...everything, userName: 'chosen@example.com', externalId: 'chosen' })
  const only = await api.call<User>('GET', `${users}/${id}?attributes=userName,emails.value,name.givenName`)
  expect(Object.keys(only.body).sort()).toEqual(['emails', 'id', 'meta', 'name', 'schemas', 'userName'])
  expect(only.body).toMatchObject({ emails: [{ value: 'Ada@Example.com' }], name: { givenName: 'Ada' } })
  expect(only.body['name']).not.toHaveProperty('familyName')
  const without = await api.call<User>('GET', `${users}/${id}?excludedAttributes=emails,id,addresses.country`)
  expect(without.body['emails']).toBeUndefined()
  expect(without.body.id).toBe(id)
  expect(without.body['addresses']).toMatchObject([{ locality: 'London' }])
  expect(JSON.stringify(without.body['addresses'])).not.toContain('GB')
})

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

test('put unassigns what it does not give, but lets nobody in again by saying nothing', async () => {
  const { id } = await aUser({ ...everything, userName: 'put@example.com', externalId: 'put', active: false })
  const answer = await api.call<User>('PUT', `${users}/${id}`, {
    body: { userName: 'put@example.com', title: 'Dr' },
  })
  const { schemas: _, meta: __, ...rest } = answer.body
  expect(rest).toEqual({ id, userName: 'put@example.com', title: 'Dr', active: false })
  const other = await api.call('PUT', `${users}/${id}`, { body: { id: 'other' } })
  expect(other.status).toBe(400)
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
    phoneNumbers: [{ type: 'mobile', value: '+1 555' }],
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

test('text that no database can hold is a fault of the request', async () => {
  expect(await api.call('POST', users, { body: { meta: {}, userName: 'a\u0000b' } })).toMatchObject({
    status: 400,
  })
  expect(await api.call('POST', users, { body: '{"meta":{},"title":"\\ud800"}' })).toMatchObject({
    status: 400,
  })
  expect(await api.call('POST', users, { body: { meta: {}, userName: 'x'.repeat(600) } })).toMatchObject({
    status: 400,
  })
})

test('a search in the body answers like the list', async () => {
  const { userName } = await aUser()
  const body = {
    filter: `userName eq "${String(userName)}"`,
    attributes: ['userName'],
    startIndex: 1,
    count: 10,
  }
  const answer = await api.call<{ Resources: User[] }>('POST', `${users}/.search`, { body, headers: scim })
  expect(answer).toMatchObject({ status: 200, body: { totalResults: 1, Resources: [{ userName }] } })
  expect(answer.headers.get('content-type')).toContain('scim+json')
})
