import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'

const api = useApi()
const base = '/v1/directory-integration/scim/v2'

interface Outcome {
  method: string
  bulkId?: string
  location?: string
  status: string
  version?: string
  response?: { scimType?: string; detail: string }
}
const bulk = async (Operations: object[], failOnErrors?: number) => {
  const body = { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], failOnErrors, Operations }
  return api.call<{ Operations: Outcome[] }>('POST', `${base}/Bulk`, { body })
}
const user = (bulkId: string, userName: string) => ({
  method: 'POST',
  path: '/Users',
  bulkId,
  data: { meta: {}, userName },
})

test('operations that name others by bulkId run after them, whatever the order', async () => {
  const answer = await bulk([
    {
      method: 'post',
      path: '/Groups',
      bulkId: 'g',
      data: { displayName: 'Bulk', members: [{ value: 'bulkId:b' }, { value: 'bulkId:a' }] },
    },
    user('a', 'bulk-a@example.com'),
    user('b', 'bulk-b@example.com'),
    {
      method: 'PATCH',
      path: '/Users/bulkId:a',
      data: { Operations: [{ op: 'replace', path: 'title', value: 'Dr' }] },
    },
  ])
  expect(answer.status).toBe(200)
  expect(answer.body.Operations.map(({ bulkId, status }) => [bulkId, status])).toEqual([
    ['a', '201'],
    ['b', '201'],
    [undefined, '200'],
    ['g', '201'],
  ])
  const group = answer.body.Operations[3]!.location!.split('/').at(-1)!
  const read = await api.call<{ members: object[] }>('GET', `${base}/Groups/${group}`)
  expect(read.body.members).toHaveLength(2)
  const query = encodeURIComponent('userName eq "bulk-a@example.com" and title eq "Dr"')
  expect(await api.call('GET', `${base}/Users?filter=${query}`)).toMatchObject({ body: { totalResults: 1 } })
})

test('a failed operation is reported among those that succeeded, with the location of what it was to change', async () => {
  const unknown = '018f0000-0000-7000-8000-000000000000'
  const answer = await bulk([
    user('one', 'bulk-one@example.com'),
    user('two', 'BULK-ONE@example.com'),
    { method: 'DELETE', path: `/Users/${unknown}` },
    { method: 'DELETE', path: '/Users/bulkId:two' },
    { method: 'POST', path: '/Shoes', data: {} },
    { method: 'POST', path: '/Users', data: { userName: 'no meta' } },
    { method: 'POST', path: '/Users' },
    { method: 'PATCH', path: `/Users/${unknown}`, data: { Operations: [] } },
    {
      method: 'POST',
      path: '/Groups',
      bulkId: 'x',
      data: { displayName: 'X', members: [{ value: 'bulkId:two' }] },
    },
  ])
  const outcomes = answer.body.Operations.map(({ status, response }) => [status, response?.scimType])
  expect(outcomes).toEqual([
    ['201', undefined],
    ['409', 'uniqueness'],
    ['404', undefined],
    ['400', 'invalidPath'],
    ['400', 'invalidValue'],
    ['400', 'invalidSyntax'],
    ['400', 'invalidSyntax'],
    ['409', undefined],
    ['409', undefined],
  ])
  const [made, ...failed] = answer.body.Operations.map(({ location }) => location)
  expect(made).toMatch(/\/Users\/[-\da-f]{36}$/)
  const location = `${api.url}${base}/Users/${unknown}`
  expect(failed.filter((one) => one !== undefined)).toEqual([location, location])
})

test('references in a circle are refused, and failOnErrors stops the rest', async () => {
  const group = (bulkId: string, other: string) => ({
    method: 'POST',
    path: '/Groups',
    bulkId,
    data: { displayName: bulkId, members: [{ value: `bulkId:${other}` }] },
  })
  const circle = await bulk([group('circle-a', 'circle-b'), group('circle-b', 'circle-a')])
  expect(circle.body.Operations.map(({ status }) => status)).toEqual(['409', '409'])
  const stopped = await bulk(
    [{ method: 'POST', path: '/Nowhere' }, user('never', 'bulk-never@example.com')],
    1,
  )
  expect(stopped.body.Operations).toHaveLength(1)
  const query = encodeURIComponent('userName eq "bulk-never@example.com"')
  expect(await api.call('GET', `${base}/Users?filter=${query}`)).toMatchObject({ body: { totalResults: 0 } })
})

test('more operations than ServiceProviderConfig says are refused as a whole', async () => {
  const config = await api.call<{ bulk: { maxOperations: number } }>('GET', `${base}/ServiceProviderConfig`)
  const { maxOperations } = config.body.bulk
  const many = Array.from({ length: maxOperations + 1 }, () => ({ method: 'POST', path: '/Nowhere' }))
  const headers = { accept: 'application/scim+json' }
  const body = { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations: many }
  expect(await api.call('POST', `${base}/Bulk`, { body, headers })).toMatchObject({
    status: 413,
    body: { status: '413', detail: expect.stringContaining(`maxOperations is ${maxOperations}`) },
  })
})

test('discovery describes exactly the attributes that are accepted, and says what is supported', async () => {
  const schemas = await api.call<{
    Resources: { id: string; attributes: { name: string; returned: string }[] }[]
  }>('GET', `${base}/Schemas`)
  const ofUser = schemas.body.Resources.find(({ id }) => id.endsWith('core:2.0:User'))!
  expect(ofUser.attributes.map(({ name }) => name)).toContain('x509Certificates')
  expect(ofUser.attributes.find(({ name }) => name === 'password')).toMatchObject({ returned: 'never' })
  expect(await api.call('GET', `${base}/Schemas/${ofUser.id}`)).toMatchObject({
    status: 200,
    body: { id: ofUser.id },
  })
  expect(await api.call('GET', `${base}/ResourceTypes/User`)).toMatchObject({
    status: 200,
    body: { endpoint: '/Users' },
  })
  expect(await api.call('GET', `${base}/ResourceTypes/Shoe`)).toMatchObject({ status: 404 })
  for (const name of ['ResourceTypes', 'Schemas'])
    expect(await api.call('GET', `${base}/${name}?filter=id%20pr`)).toMatchObject({ status: 403 })
  const config = await api.call('GET', `${base}/ServiceProviderConfig`)
  for (const feature of ['patch', 'bulk', 'filter', 'sort', 'etag', 'changePassword'])
    expect(config.body[feature]).toMatchObject({ supported: true })
})
