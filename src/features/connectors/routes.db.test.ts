import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import type { OAuth } from '../oauths/schema.ts'
import type { Connector, ExportedConnector } from './schema.ts'

const api = useApi()
const all = '/v1/custom-connectors'

const endpoint = {
  name: 'list tickets',
  method: 'POST',
  url: 'https://example.com/v2/{account}/tickets?fixed=1',
  authentication: { type: 'API_KEY', keyName: 'x-key', addTo: 'HEADER_PARAMETER' },
  uriParameters: [{ name: 'account', configurable: true }],
  queryParameters: [{ name: 'since', value: '2026-01-01', configurable: true }],
  headerParameters: [{ name: 'x-client', value: 'headrace' }],
  body: '{"q":"ü"}',
  response: {
    structure: [{ path: '$.items[*].id', type: 'INTEGER' }],
    repeatingElement: '$.items',
  },
  pagination: { type: 'CURSOR', cursorParameter: 'after', cursor: '$.next', hasMore: '$.more' },
}

const create = (name: string, endpoints: object[] = [endpoint]) =>
  api.call<Connector & { violations: string[] }>('POST', all, { body: { name, endpoints } })

test('a connector is read as it was written, and listed in alphabetical order', async () => {
  const created = await create('zebra')
  expect(created.status).toBe(201)
  await create('Apple')
  await create('mango')
  const { endpoints, connectorId } = created.body
  expect(endpoints).toEqual([{ ...endpoint, endpointId: endpoints[0]!.endpointId }])
  const read = await api.call('GET', `${all}/${connectorId}`)
  expect(read.body).toEqual(created.body)
  const { body } = await api.call<{ results: Connector[]; total: number }>('GET', `${all}?size=2`)
  expect(body.results.map(({ name }) => name)).toEqual(['Apple', 'mango'])
  expect(body.total).toBe(3)
})

test('an update replaces, keeps endpoint ids, and honours If-Match', async () => {
  const { body, headers } = await create('updated')
  const path = `${all}/${body.connectorId}`
  const changed = { ...body, endpoints: [{ ...body.endpoints[0]!, name: 'renamed' }] }
  const stale = await api.call('PUT', path, { body: changed, headers: { 'if-match': '"7"' } })
  expect(stale.status).toBe(412)
  const fresh = { 'if-match': headers.get('etag')! }
  const answer = await api.call<Connector>('PUT', path, { body: changed, headers: fresh })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual(changed)
  const other = await api.call('PUT', path, { body: { ...changed, connectorId: randomUUID() } })
  expect(other.status).toBe(400)
  expect((await api.call('DELETE', path)).status).toBe(204)
  expect((await api.call('GET', path)).status).toBe(404)
})

test('two connectors cannot have one name, and every violation of one is reported at once', async () => {
  await create('taken')
  expect((await create('TAKEN')).status).toBe(409)
  const { status, body } = await create('wrong', [
    { ...endpoint, url: 'ftp://{host}/x', method: 'GET', name: 'a' },
    { name: 'A', method: 'GET', url: 'https://x.test/', pagination: { type: 'PAGE', cursor: '$.a' } },
    {
      name: 'c',
      method: 'GET',
      url: 'https://x.test/',
      queryParameters: [{ name: 'key', value: '1' }],
      authentication: { type: 'API_KEY', keyName: 'key', addTo: 'QUERY_PARAMETER' },
      headerParameters: [{ name: 'Host', value: 'other' }, { name: 'x', value: 'a\nb' }, { name: 'y' }],
    },
  ])
  expect(status).toBe(400)
  expect(body.violations.join('\n')).toMatchInlineSnapshot(`
    "body/endpoints/0/url must be an address that begins with http:// or https://
    body/endpoints/0/url must contain its host; only the path may have parameters
    body/endpoints/0/uriParameters must have host, which the url uses
    body/endpoints/0/uriParameters has account, which the url does not use as {account}
    body/endpoints/0/body requires POST; a GET has no body
    body/endpoints/1/pagination/pageParameter is required for PAGE
    body/endpoints/1/pagination/cursor does not apply to PAGE
    body/endpoints/2/headerParameters: y needs a value, or must be configurable
    body/endpoints/2/headerParameters: Host is set by the connection itself
    body/endpoints/2/headerParameters: the value of x contains characters that a header cannot carry
    body/endpoints/2/authentication/keyName: there is already a query parameter key
    body/endpoints/1/name is already used by another endpoint"
  `)
})

test('a name that JavaScript lower-cases in another way than PostgreSQL is known to be taken', async () => {
  const { body } = await create('ΑΠΟΘΗΚΕΣ')
  const copy = await api.call<Connector>('POST', `${all}/${body.connectorId}/duplicate`)
  expect([copy.status, copy.body.name]).toEqual([201, 'ΑΠΟΘΗΚΕΣ (2)'])
})

test('a duplicate has a name and ids of its own', async () => {
  const { body } = await create('original')
  const copy = await api.call<Connector>('POST', `${all}/${body.connectorId}/duplicate`)
  expect(copy.status).toBe(201)
  expect(copy.body.name).toBe('original (2)')
  expect(copy.body.connectorId).not.toBe(body.connectorId)
  expect(copy.headers.get('location')).toBe(`/api${all}/${copy.body.connectorId}`)
  expect(copy.body.endpoints[0]).toEqual({
    ...body.endpoints[0],
    endpointId: copy.body.endpoints[0]!.endpointId,
  })
})

test('nothing but secrets is lost on the way through export and import, and ids are kept where they are free', async () => {
  const oauth = await api.call<OAuth>('POST', '/v1/oauths', {
    body: {
      name: 'shop login',
      grantType: 'CLIENT_CREDENTIALS',
      clientId: 'us',
      clientSecret: 'hidden-secret',
      accessTokenUrl: 'https://login.example.com/token',
      credentialsIn: 'BODY',
      tokenParameters: [{ name: 'audience', value: 'shop', addTo: 'BODY' }],
      allowedHosts: ['example.com'],
    },
  })
  expect(oauth.status).toBe(201)
  const authentication = { type: 'OAUTH', oauthIds: [oauth.body.oauthId] }
  const { body } = await create('travels', [endpoint, { ...endpoint, name: 'second', authentication }])
  const file = await api.call<ExportedConnector>('GET', `${all}/${body.connectorId}/export`)
  expect(file.body).toMatchObject({ format: 'headrace-connector', version: 1, connector: body })
  expect(JSON.stringify(file.body)).not.toContain('hidden-secret')

  const renamed = await api.call<Connector>('POST', `${all}/import`, { body: file.body })
  expect(renamed.status).toBe(201)
  expect(renamed.body).toEqual({ ...body, connectorId: renamed.body.connectorId, name: 'travels (2)' })

  await api.call('DELETE', `${all}/${renamed.body.connectorId}`)
  await api.call('DELETE', `${all}/${body.connectorId}`)
  await api.call('DELETE', `/v1/oauths/${oauth.body.oauthId}`)
  const elsewhere = await api.call<Connector>('POST', `${all}/import`, { body: file.body })
  expect(elsewhere.body).toEqual(body)
  const made = await api.call<OAuth>('GET', `/v1/oauths/${oauth.body.oauthId}`)
  expect(made.body).toMatchObject({
    name: 'shop login',
    status: 'PENDING_SETUP',
    hasClientSecret: false,
    clientId: 'us',
    tokenParameters: [{ name: 'audience', value: 'shop', addTo: 'BODY' }],
  })
})

test('an export by somebody who does not see an OAuth entry leaves it out, and can be imported', async () => {
  const { projectId } = await aProject(api)
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  const oauth = {
    name: 'of the installation',
    grantType: 'CLIENT_CREDENTIALS',
    clientId: 'us',
    accessTokenUrl: 'https://example.com/token',
  }
  const { oauthId } = (await api.call<OAuth>('POST', '/v1/oauths', { body: oauth })).body
  const authentication = { type: 'OAUTH', oauthIds: [oauthId] }
  const { connectorId } = (await create('shared', [{ ...endpoint, authentication }])).body
  const sharing = { allProjects: false, projectIds: [projectId] }
  expect((await api.call('PUT', `${all}/${connectorId}/sharing`, { body: sharing })).status).toBe(200)
  const file = await api.call<ExportedConnector>('GET', `${all}/${connectorId}/export`, { token })
  expect(JSON.stringify(file.body)).not.toContain(oauthId)
  const imported = await api.call<Connector>('POST', `${all}/import`, { token, body: file.body })
  expect(imported.status).toBe(201)
  expect(imported.body.endpoints[0]!.authentication).toEqual({ type: 'OAUTH', oauthIds: [] })
})

test('who writes pipelines writes connectors, who reads them reads; OAuth entries need an administrator', async () => {
  const { projectId } = await aProject(api)
  const as = async (role: 'READ_ONLY' | 'CONTRIBUTOR' | 'ADMIN') =>
    (await api.credential({ projectRoles: [{ projectId, role }] })).token
  const withoutRoles = (await api.credential()).token
  const body = { name: 'by role', endpoints: [] }
  expect((await api.call('GET', all, { token: withoutRoles })).status).toBe(403)
  const reader = await as('READ_ONLY')
  expect((await api.call('GET', all, { token: reader })).status).toBe(200)
  expect((await api.call('POST', all, { token: reader, body })).status).toBe(403)
  const writer = await as('CONTRIBUTOR')
  expect((await api.call('POST', all, { token: writer, body })).status).toBe(201)
  const oauth = {
    name: 'o',
    grantType: 'CLIENT_CREDENTIALS',
    clientId: 'us',
    accessTokenUrl: 'https://login.example.com/token',
  }
  expect((await api.call('POST', '/v1/oauths', { token: writer, body: oauth })).status).toBe(403)
  expect((await api.call('POST', '/v1/oauths', { token: await as('ADMIN'), body: oauth })).status).toBe(201)
})

test('an OAuth entry that does not exist cannot be attached', async () => {
  const authentication = { type: 'OAUTH', oauthIds: [randomUUID()] }
  expect((await create('dangling', [{ ...endpoint, authentication }])).status).toBe(400)
})
