import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { everything, scim, scimUsers, type User, users } from '../../../../test/support/scim-users.ts'

const api = useApi()
const { aUser, names } = scimUsers(api)

test('the specified create answers 201 with every attribute, its location, and no password', async () => {
  const body = {
    ...everything,
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    meta: {},
    password: 'a battery horse',
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

test('a body that is no JSON or not the message that is due is invalidSyntax, an attribute that is wrong invalidValue', async () => {
  const { id } = await aUser()
  const { token } = await api.credential({ accountRole: 'SUPER_ADMIN' })
  const scimTypeOf = async (method: string, path: string, text: string) => {
    const headers = { ...scim, authorization: `Bearer ${token}` }
    const answer = await fetch(`${api.url}${path}`, { method, headers, body: text })
    expect(answer.status).toBe(400)
    return ((await answer.json()) as { scimType?: string }).scimType
  }
  expect(await scimTypeOf('POST', users, '{"userName": ')).toBe('invalidSyntax')
  expect(await scimTypeOf('POST', users, '[]')).toBe('invalidSyntax')
  expect(await scimTypeOf('POST', users, '{"meta": {}, "userName": {}}')).toBe('invalidValue')
  expect(await scimTypeOf('PATCH', `${users}/${id}`, '{"Operations": []}')).toBe('invalidSyntax')
  expect(await scimTypeOf('POST', `${users}/.search`, '{"count": "many"}')).toBe('invalidSyntax')
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

const grace = {
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
}

test('filters find by every attribute, without regard to case where the schema says so', async () => {
  const user = await aUser(grace)
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
    'emails[type eq "work"].value sw "GRACE" and userName eq "grace@navy.example"',
    'not (emails[type eq "home" or type eq "x"].primary pr) and userName sw "grace"',
    'addresses pr and userName sw "grace"',
    'addresses.locality pr and userName sw "grace"',
    'schemas eq "urn:ietf:params:scim:schemas:core:2.0:User" and userName sw "grace"',
    'schemas eq "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User" and userName sw "grace"',
    'schemas sw "urn:ietf" and schemas pr and userName sw "grace"',
    `id eq "${user.id}" and manager eq "m1"`,
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager eq "m1"',
    'department eq "ships"',
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
    'emails[type eq "home"].value eq "grace@navy.example"',
    'emails[type eq "home"].primary pr and userName sw "grace"',
    'schemas eq "urn:ietf:params:scim:schemas:core:2.0:Group" and userName sw "grace"',
    'schemas eq null',
    'manager eq "m2"',
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
    'emails[type eq "work"].shoe eq "x"',
    'emails[type eq "work"].value',
    'schemas[value eq "x"]',
    'addresses eq "x"',
    `${'('.repeat(4_000)}userName pr`,
    'meta.created gt "yesterday"',
    'meta.version eq "W/1"',
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
