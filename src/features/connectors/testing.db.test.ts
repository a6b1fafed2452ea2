import { gzipSync } from 'node:zlib'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { sendJson, startWire, type Wire } from '../../../test/support/wire.ts'
import type { Connector, TestAnswer } from './schema.ts'

const api = useApi()
const guarded = useApi({ HEADRACE_ALLOW_PRIVATE_ADDRESSES: 'false' })
const open: Wire[] = []
let serial = 0

afterEach(async () => {
  for (const wire of open.splice(0)) await wire.close()
})

async function far(answer: Parameters<typeof startWire>[0]): Promise<Wire> {
  const wire = await startWire(answer)
  open.push(wire)
  return wire
}

interface Tested extends TestAnswer {
  readonly violations: string[]
}

/** Sends the test of a connector with one endpoint. */
async function tryOut(endpoint: object, body: object = { authentication: { type: 'NONE' } }, server = api) {
  const made = await server.call<Connector>('POST', '/v1/custom-connectors', {
    body: { name: `Tested ${++serial}`, endpoints: [{ name: 'one', method: 'GET', ...endpoint }] },
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const { connectorId, endpoints } = made.body
  const path = `/v1/custom-connectors/${connectorId}/endpoints/${endpoints[0]!.endpointId}/test`
  return server.call<Tested>('POST', path, { body })
}

let echo: (
  request: Parameters<Parameters<typeof startWire>[0]>[0],
  response: Parameters<Parameters<typeof startWire>[0]>[1],
) => void
beforeAll(() => {
  echo = (request, response) => sendJson(response, { got: request.headers, url: request.url })
})

test('Basic: what arrives is the user name and password in UTF-8, and a warning says that they are sent unencrypted', async () => {
  const wire = await far(echo)
  const authentication = { type: 'BASIC', username: 'Jürgen', password: 'pä:ß wörd€' }
  const { status, body } = await tryOut({ url: wire.origin }, { authentication })
  expect(status).toBe(200)
  const [scheme, encoded] = wire.arrived[0]!.headers.authorization!.split(' ')
  expect([scheme, Buffer.from(encoded!, 'base64').toString('utf8')]).toEqual(['Basic', 'Jürgen:pä:ß wörd€'])
  const { host } = new URL(wire.origin)
  expect(body.warnings).toEqual([`Credentials are sent unencrypted: ${host} uses http://`])
  expect(JSON.stringify(body)).not.toContain(encoded)
})

test('Basic: the user name may be empty', async () => {
  const wire = await far(echo)
  const authentication = { type: 'BASIC', username: '', password: 'api-key-1' }
  expect((await tryOut({ url: wire.origin }, { authentication })).status).toBe(200)
  expect(wire.arrived[0]!.headers.authorization).toBe(`Basic ${btoa(':api-key-1')}`)
})

test('API key: where it goes is never guessed', async () => {
  const wire = await far(echo)
  const authentication = { type: 'API_KEY', keyName: 'X-Key', keyValue: 'key-value-1' }
  const { status, body } = await tryOut({ url: wire.origin }, { authentication })
  expect([status, body.violations, wire.arrived]).toEqual([400, [expect.stringContaining('addTo')], []])
})

test('Basic: a colon in the user name is refused before anything is sent', async () => {
  const wire = await far(echo)
  const authentication = { type: 'BASIC', username: 'a:b', password: 'c\n' }
  const { status, body } = await tryOut({ url: wire.origin }, { authentication })
  expect(status).toBe(400)
  expect(body.violations).toEqual([expect.stringContaining('colon'), expect.stringContaining('control')])
  expect(wire.arrived).toEqual([])
})

test('Bearer: the token arrives as it is, and is masked in what the API repeats', async () => {
  const wire = await far(echo)
  const authentication = { type: 'BEARER_TOKEN', token: 'top-secret-token' }
  const { body } = await tryOut({ url: wire.origin }, { authentication })
  expect(wire.arrived[0]!.headers.authorization).toBe('Bearer top-secret-token')
  expect(body.body).toContain('***')
  expect(JSON.stringify(body)).not.toContain('top-secret-token')
})

test('API key in the query: encoded, with the other parameters, and masked in the address that is shown', async () => {
  const wire = await far(echo)
  const authentication = {
    type: 'API_KEY',
    keyName: 'api key',
    keyValue: 'a+b &c=ü/1',
    addTo: 'QUERY_PARAMETER',
  }
  const endpoint = { url: `${wire.origin}/x?fixed=1`, queryParameters: [{ name: 'q', value: 'a b+c&d' }] }
  const { body } = await tryOut(endpoint, { authentication })
  expect(wire.arrived[0]!.url).toBe('/x?fixed=1&q=a%20b%2Bc%26d&api%20key=a%2Bb%20%26c%3D%C3%BC%2F1')
  expect(wire.arrived[0]!.query.get('api key')).toBe('a+b &c=ü/1')
  expect(body.url).toContain('api%20key=***')
  expect(wire.arrived[0]!.headers.authorization).toBeUndefined()
})

test('API key in a header; its name must be unique there', async () => {
  const wire = await far(echo)
  const authentication = {
    type: 'API_KEY',
    keyName: 'X-Key',
    keyValue: 'key-value-1',
    addTo: 'HEADER_PARAMETER',
  }
  await tryOut({ url: wire.origin }, { authentication })
  expect(wire.arrived[0]!.headers['x-key']).toBe('key-value-1')
  const headerParameters = [{ name: 'x-key', value: 'other' }]
  const taken = await tryOut({ url: wire.origin, headerParameters }, { authentication })
  expect(taken.status).toBe(400)
})

test('the answer has status, headers, time, the inferred structure and where paging continues', async () => {
  const wire = await far((_, response) =>
    sendJson(response, {
      data: {
        items: [
          { id: 1, n: null },
          { id: 2.5, n: 'x', tags: ['a'] },
        ],
      },
      next: 'c2',
    }),
  )
  const endpoint = {
    url: `${wire.origin}/{place}`,
    uriParameters: [{ name: 'place', configurable: true }],
    response: { repeatingElement: '$.data.items' },
    pagination: { type: 'CURSOR', cursorParameter: 'after', cursor: '$.next' },
  }
  const values = { authentication: { type: 'NONE' }, uriParameters: [{ name: 'place', value: 'a/../b' }] }
  const { body } = await tryOut(endpoint, values)
  expect(wire.arrived[0]!.url).toBe('/a%2F..%2Fb')
  expect(body).toMatchObject({
    status: 200,
    elementCount: 2,
    repeatingElements: ['$.data.items'],
    bodyTruncated: false,
    nextPage: `GET ${wire.origin}/a%2F..%2Fb?after=c2`,
    durationMs: expect.any(Number),
    headers: expect.arrayContaining([{ name: 'content-type', value: 'application/json' }]),
  })
  expect(body.structure).toEqual([
    { path: '$', type: 'OBJECT' },
    { path: '$.data', type: 'OBJECT' },
    { path: '$.data.items', type: 'ARRAY' },
    { path: '$.data.items[*]', type: 'OBJECT' },
    { path: '$.data.items[*].id', type: 'NUMBER' },
    { path: '$.data.items[*].n', type: 'STRING' },
    { path: '$.data.items[*].tags', type: 'ARRAY' },
    { path: '$.data.items[*].tags[*]', type: 'STRING' },
    { path: '$.next', type: 'STRING' },
  ])
})

test.each([
  ['a list', '$.items', { items: [1, null] }, 2],
  ['nodes of edges', '$.edges[*].node', { edges: [{ node: { id: 1 } }, { node: null }, {}] }, 1],
  ['null', '$.items', { items: null }, 0],
  ['null as the document', '$', null, 0],
])('as many elements are counted as a run loads: %s', async (_, repeatingElement, answer, count) => {
  const wire = await far((__, response) => sendJson(response, answer))
  const pagination = { type: 'PAGE', pageParameter: 'page' }
  const { body } = await tryOut({ url: wire.origin, response: { repeatingElement }, pagination })
  expect(body.elementCount).toBe(count)
  expect(body.nextPage).toMatch(count === 0 ? 'the last page has no elements' : 'page=2')
})

test('an answer without content is an empty page, and bytes that are no text are refused as in a run', async () => {
  const none = await far((_, response) => void response.writeHead(204).end())
  expect((await tryOut({ url: none.origin })).body).toMatchObject({ status: 204, elementCount: 0 })
  const latin1 = await far((request, response) => {
    response.writeHead(request.url === '/fault' ? 500 : 200).end(Buffer.from('"Müller"', 'latin1'))
  })
  expect((await tryOut({ url: latin1.origin })).body.error).toMatch(/sent bytes that are not utf-8$/)
  expect((await tryOut({ url: `${latin1.origin}/fault` })).body.body).toBe('"M\uFFFDller"')
})

test('nothing of a test is stored', async () => {
  const wire = await far(echo)
  await tryOut({ url: wire.origin }, { authentication: { type: 'BEARER_TOKEN', token: 'never-keep-this' } })
  const rows = await api.db.selectFrom('connector').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('never-keep-this')
})

test('a body that unpacks to gigabytes is cut off at its limit', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  const wire = await far((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  const { body } = await tryOut({ url: wire.origin })
  expect(body.bodyTruncated).toBe(true)
  expect(body.body.length).toBeLessThanOrEqual(1024 * 1024)
})

test('credentials and headers do not follow a redirect to another host; private addresses are refused on the way', async () => {
  const other = await far(echo)
  const wire = await far((_, response) => {
    response.writeHead(302, { location: `${other.origin.replace('127.0.0.1', 'localhost')}/there` }).end()
  })
  const headerParameters = [{ name: 'x-own', value: 'mine' }]
  const authentication = { type: 'BEARER_TOKEN', token: 'stays-at-home' }
  await tryOut({ url: wire.origin, headerParameters }, { authentication })
  expect(other.arrived[0]!.url).toBe('/there')
  expect(other.arrived[0]!.headers.authorization).toBeUndefined()
  expect(other.arrived[0]!.headers['x-own']).toBeUndefined()
})

test('link-local addresses are refused always, loopback ones unless they are allowed, and the answer says so', async () => {
  const metadata = await tryOut({ url: 'http://169.254.169.254/latest' })
  expect(metadata.body).toMatchObject({ error: expect.stringContaining('must not reach') })
  const wire = await far(echo)
  const loopback = await tryOut({ url: wire.origin }, undefined, guarded)
  expect(loopback.body.status).toBeUndefined()
  expect(loopback.body.error).toContain('private address')
  expect(wire.arrived).toEqual([])
})

test('an endpoint is tested as it is edited, and nothing of it is saved', async () => {
  const wire = await far(echo)
  const made = await api.call<Connector>('POST', '/v1/custom-connectors', {
    body: {
      name: `Tested ${++serial}`,
      endpoints: [{ name: 'one', method: 'GET', url: `${wire.origin}/old` }],
    },
  })
  const path = `/v1/custom-connectors/${made.body.connectorId}`
  const sent = (endpoint: object) =>
    api.call<Tested>('POST', `${path}/tests`, {
      body: { endpoint, test: { authentication: { type: 'NONE' } } },
    })
  const edited = await sent({ name: 'two', method: 'GET', url: `${wire.origin}/new` })
  expect([edited.status, edited.body.status, wire.arrived.map(({ url }) => url)]).toEqual([
    200,
    200,
    ['/new'],
  ])
  expect((await api.call<Connector>('GET', path)).body.endpoints).toEqual(made.body.endpoints)

  const refused = await sent({ name: 'two', method: 'GET', url: 'not an address' })
  expect(refused.status).toBe(400)
  expect(refused.body.violations).toEqual([expect.stringMatching(/^body\/endpoint\/url/)])
  expect(wire.arrived).toHaveLength(1)
})

test('an endpoint that is not saved keeps to the address policy', async () => {
  const wire = await far(echo)
  const made = await guarded.call<Connector>('POST', '/v1/custom-connectors', {
    body: { name: `Tested ${++serial}`, endpoints: [] },
  })
  const endpoint = { name: 'one', method: 'GET', url: wire.origin }
  const { body } = await guarded.call<Tested>(
    'POST',
    `/v1/custom-connectors/${made.body.connectorId}/tests`,
    {
      body: { endpoint, test: { authentication: { type: 'NONE' } } },
    },
  )
  expect(body.status).toBeUndefined()
  expect(wire.arrived).toEqual([])
})
