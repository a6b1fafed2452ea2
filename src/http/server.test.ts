import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silent } from '../lib/log.ts'
import { Problem } from '../lib/problem.ts'
import { documentationRoutes } from './documentation.ts'
import { problemRoutes } from './problem-pages.ts'
import { createServer, type Server } from './server.ts'

let app: Server
let origin = ''
beforeAll(async () => {
  const databaseProblem = () => undefined
  app = await createServer({
    log: silent,
    basePath: '/api',
    origin: () => origin,
    version: '1',
    databaseProblem,
    slowClients: { headersMs: 2_000, graceMs: 2_000, bodyBytesPerSecond: 1_000, lookMs: 50 },
  })
  documentationRoutes(app, '/api')
  problemRoutes(app)
  app.get('/api/v1/things', async () => ({ results: ['a'] }))
  app.post('/api/v1/things', { schema: { body: Type.Object({ name: Type.String() }) } }, async () => 'made')
  app.get('/api/v1/things/:id', async () => ({ id: 'a' }))
  app.delete('/api/v1/things/:id', async (_request, reply) => reply.code(204).send())
  app.post('/api/v1/things/.search', async () => 'found')
  app.get('/api/v1/large', async () => 'x'.repeat(64 * 1024 * 1024))
  app.get('/api/v1/broken', async () => {
    throw new Problem('conflict', 'Not now', { retryAfterSeconds: 5 })
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** What the server answers to these bytes, until it ends the connection. */
async function send(bytes: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
  return { head: head.toLowerCase(), body: body === '' ? undefined : JSON.parse(body) }
}

/**
 * What the server answers to these bytes, of which one more comes every 50 ms, until it ends the connection.
 */
async function drip(bytes: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  let answer = ''
  socket.setEncoding('utf8').on('data', (piece: string) => {
    answer += piece
  })
  socket.on('error', () => undefined) // it is reset in the end
  socket.write(bytes)
  const dripping = setInterval(() => socket.write('x'), 50)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(dripping)
  return answer
}

const call = (method: string, path: string, init: RequestInit = {}) =>
  fetch(`${origin}/api/v1${path}`, { method, ...init })

async function expectProblem(answer: Response, status: number) {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const body = (await answer.json()) as Record<string, unknown>
  expect(body).toMatchObject({ status, detail: expect.any(String), violations: [] })
  return body
}

test.each([
  ['headers of 20 kB', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['a method that nobody knows', 'BREW / HTTP/1.1\r\nhost: a\r\n\r\n', 501],
  ['no version of HTTP', 'GET / HTTX/9\r\nhost: a\r\n\r\n', 400],
  [
    'a chunk without a length',
    'POST /api/v1/things HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n' +
      'transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
    400,
  ],
])('answers %s with a problem, and closes the connection', async (_, bytes, status) => {
  const { head, body } = await send(bytes)
  expect(head).toMatch(new RegExp(`^http/1.1 ${status} `))
  expect(head).toContain('connection: close')
  expect(head).toContain('content-type: application/problem+json')
  expect(body).toMatchObject({ status, violations: [], instance: '' })
  expect(body.type).toMatch(/\/problems\/[a-z-]+$/)
})

const posting = (path: string) =>
  `POST /api/v1${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n`

test.each([
  ['a header', 'GET / HTTP/1.1\r\nhost: a\r\nx: '],
  ['a body', posting('/things')],
])('F13: %s that drips in is 408, and the connection is closed', async (what, bytes) => {
  const [head, body] = (await drip(bytes)).split('\r\n\r\n', 2)
  expect(head).toMatch(/^HTTP\/1.1 408 /)
  expect(JSON.parse(body!)).toMatchObject({
    status: 408,
    detail: expect.stringContaining(what.split(' ').at(-1)!),
  })
})

test('F13: a body that drips in after the response holds no connection, either', async () => {
  expect(await drip(posting('/nothing'))).toMatch(/^HTTP\/1.1 404 /)
})

test('F13: a body that takes longer than it may drip arrives, as long as it is not too slow', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(80_000) })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(posting('/things').replace('100000', `${body.length}\r\nconnection: close`))
  for (let at = 0; at < body.length; at += 1_000) {
    socket.write(body.slice(at, at + 1_000))
    await sleep(40)
  }
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /)
})

test('a connection ends whose client reads nothing of a large answer, and not one that waits for the next request', async () => {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const [held] = await once(app.server, 'connection')
  socket.write('GET /api/v1/large HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const ended = once(held, 'close')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async (path: string) => {
    const [response] = await once(get({ agent, port, path }), 'response')
    return (await text(response)).length
  }
  expect(await ask('/api/v1/large')).toBe(64 * 1024 * 1024)
  await ended
  socket.destroy()
  expect(await ask('/api/v1/things')).toBeGreaterThan(0)
  expect(Object.values(agent.freeSockets).flat()).toHaveLength(1)
  agent.destroy()
})

test('an address that cannot be taken is a problem that does not repeat it', async () => {
  const broken = await expectProblem(await call('GET', '/things/100%'), 400)
  expect(broken['instance']).toBe('/v1/things/100%')
  const long = await expectProblem(await call('GET', `/things/${'x'.repeat(2_000)}`), 414)
  expect(JSON.stringify(long).length).toBeLessThan(600)
})

test('HEAD answers like GET, without a body', async () => {
  for (const [path, status] of [
    ['/things', 200],
    ['/broken', 409],
    ['/nothing', 404],
  ] as const) {
    const [head, get] = [await call('HEAD', path), await call('GET', path)]
    expect([head.status, head.headers.get('content-type')]).toEqual([status, get.headers.get('content-type')])
    expect(head.headers.get('retry-after')).toBe(get.headers.get('retry-after'))
    expect(await head.text()).toBe('')
  }
})

test('no cache between keeps an answer, found or not, that does not say so: each is for its caller', async () => {
  const kept = async (path: string) => (await fetch(`${origin}${path}`)).headers.get('cache-control')
  for (const path of ['/api/v1/things', '/api/v1/things/style.css', '/api/v1/nothing.css', '/api/v1/broken'])
    expect([path, await kept(path)]).toEqual([path, 'private, no-cache'])
})

test('405 lists the methods of exactly that address', async () => {
  for (const [method, path, allow] of [
    ['PUT', '/things', 'GET, HEAD, POST'],
    ['QUERY', '/things', 'GET, HEAD, POST'],
    ['GET', '/things/.search', 'POST'],
    ['DELETE', '/things/.search', 'POST'],
    ['PUT', '/things/7', 'DELETE, GET, HEAD'],
  ] as const) {
    const answer = await call(method, path)
    expect([path, answer.headers.get('allow')]).toEqual([path, allow])
    await expectProblem(answer, 405)
  }
})

test('an unknown address is 404, whatever is sent there', async () => {
  await expectProblem(await fetch(`${origin}/problems/unknown`), 404)
  const { detail } = await expectProblem(await call('QUERY', '/nothing'), 404)
  expect(detail).toMatch(/^There is no resource at /) // the Terraform provider knows it by these words
  await expectProblem(await call('POST', '/nothing', { body: new URLSearchParams({ a: 'b' }) }), 404)
})

test('a slash at the end means nothing', async () => {
  expect(await (await call('GET', '/things/')).json()).toEqual({ results: ['a'] })
})

test('a name of two dots deletes nothing above it, although clients leave it out of the address', async () => {
  const { url } = new Request(`${origin}/api/v1/things/a/parts/..`)
  expect(url).toMatch(/\/things\/a\/$/)
  await expectProblem(await fetch(url, { method: 'DELETE' }), 404)
  expect((await call('DELETE', '/things/a')).status).toBe(204)
})

test('only documented media types are read; without a body the type says nothing', async () => {
  const form = new FormData()
  form.append('name', 'x')
  for (const body of [new URLSearchParams({ name: 'x' }), form, 'text', new Blob(['x'], { type: 'a/b' })])
    await expectProblem(await call('POST', '/things', { body }), 415)
  for (const type of ['text/plain', 'application/scim+json', 'nonsense'])
    expect((await call('DELETE', '/things/1', { headers: { 'content-type': type } })).status).toBe(204)
})

test('a body of JSON that is not UTF-8 is refused, as is one that says so', async () => {
  const latin1 = Buffer.from('{"name":"Müller"}', 'latin1')
  const type = 'application/json'
  for (const body of [latin1, Buffer.from('{"name":"caf\u00c3"}', 'latin1')])
    expect(await violationsOf({ body, headers: { 'content-type': type } })).toEqual([
      'body must be UTF-8 text',
    ])
  for (const charset of ['iso-8859-1', '"ISO-8859-1"', 'utf-16']) {
    const headers = { 'content-type': `${type}; charset=${charset}` }
    await expectProblem(await call('POST', '/things', { body: latin1, headers }), 415)
    expect((await call('POST', '/things', { body: '{"name":"Mueller"}', headers })).status).toBe(200)
  }
  for (const charset of ['utf-8', 'UTF8', '"us-ascii"']) {
    const headers = { 'content-type': `${type}; charset=${charset}` }
    expect((await call('POST', '/things', { body: '{"name":"Müller"}', headers })).status).toBe(200)
  }
})

async function violationsOf(init: RequestInit) {
  const answer = await call('POST', '/things', init)
  expect(answer.status).toBe(400)
  return ((await answer.json()) as { violations: string[] }).violations
}
