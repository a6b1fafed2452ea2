import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, problem, startApi } from '../cli/testing/loopback-api.ts'
import { sleepUntilAborted } from '../lib/wait.ts'
import { createClient } from './client.ts'
import type { StoredToken } from './token.ts'

const tools = () => {
  const waits: number[] = []
  const kept: StoredToken[] = []
  return {
    waits,
    kept,
    now: Date.now,
    wait: async (ms: number) => void waits.push(ms),
    keepToken: (token: StoredToken) => void kept.push(token),
  }
}

test('one token serves many requests, is kept, and serves the next client too', async () => {
  await using api = await startApi({ 'GET /v1/projects': paged([]) })
  const first = tools()
  const client = createClient({ url: api.url, ...credential }, first)
  await client.get('/v1/projects')
  await client.get('/v1/projects')
  expect(api.tokenRequests).toHaveLength(1)
  expect(first.kept).toHaveLength(1)
  const token = first.kept[0]!
  expect(token.expiresAt - Date.now()).toBeGreaterThan(1_700_000)
  await createClient({ url: api.url, ...credential, token }, tools()).get('/v1/projects')
  expect(api.tokenRequests).toHaveLength(1)
  await createClient(
    { url: api.url, ...credential, token: { ...token, expiresAt: Date.now() } },
    tools(),
  ).get('/v1/projects')
  expect(api.tokenRequests).toHaveLength(2)
})

test('a request that is aborted does not wait until it may be repeated', async () => {
  const busy: Answer = (_, response) => problem(response, 429, 'Too many', [], { 'retry-after': '50' })
  await using api = await startApi({ 'GET /v1/projects': busy })
  const leaving = new AbortController()
  const wait = (ms: number, signal?: AbortSignal) => {
    leaving.abort(new Error('left'))
    return sleepUntilAborted(ms, signal)
  }
  const client = createClient({ url: api.url, ...credential }, { ...tools(), wait })
  await expect(client.get('/v1/projects', { signal: leaving.signal })).rejects.toThrow('left')
  expect(api.requests).toHaveLength(1)
})

test.each(['', '.', '..'])('a name that would make another address is not sent: %j', async (variableName) => {
  await using api = await startApi({
    'DELETE /v1/projects/demo/': (_, response) => void response.writeHead(204).end(),
    'DELETE /v1/projects/demo/variables/': (_, response) => void response.writeHead(204).end(),
  })
  const client = createClient({ url: api.url, ...credential }, tools())
  const path = { projectId: 'demo', variableName }
  const address = '/v1/projects/{projectId}/variables/{variableName}'
  const refused = `${JSON.stringify(variableName)} cannot be a name or an id.`
  await expect(client.delete(address, { path })).rejects.toThrow(refused)
  await expect(client.send('delete', address, { path })).rejects.toThrow(refused)
  expect(api.requests).toEqual([])
})

test('a token that is refused is renewed once, and the request with its body repeated', async () => {
  await using api = await startApi({
    'POST /v1/projects': (request, response) => json(response, 201, JSON.parse(request.body.toString())),
  })
  const client = createClient({ url: api.url, ...credential }, tools())
  await client.post('/v1/projects', { json: { name: 'a' } })
  api.revokeTokens()
  expect(await client.post('/v1/projects', { json: { name: 'b' } })).toEqual({ name: 'b' })
  expect(api.tokenRequests).toHaveLength(2)
  expect(api.requests).toHaveLength(3)
})

test('requests at the same time share a token, also the one after a refusal', async () => {
  await using api = await startApi({ 'GET /v1/projects': paged([]) })
  const client = createClient({ url: api.url, ...credential }, tools())
  const readThree = () => Promise.all([1, 2, 3].map(() => client.get('/v1/projects')))
  await readThree()
  expect(api.tokenRequests).toHaveLength(1)
  api.revokeTokens()
  await readThree()
  expect(api.tokenRequests).toHaveLength(2)
})

test.each([
  ['https://data.example.com/api/v1/projects', 'redirects to https://data.example.com: use that address.'],
  [
    'https://sign-in.example.com/login',
    'redirects to https://sign-in.example.com/login: no API of Headrace answers there.',
  ],
  ['https://', 'redirects to nowhere: no API of Headrace answers there.'],
])('a server that redirects to %s is not followed, and the message says where to', async (location, told) => {
  await using api = await startApi({
    'GET /v1/projects': (_, response) => void response.writeHead(308, { location }).end(),
  })
  const answer = createClient({ url: api.url, ...credential }, tools()).get('/v1/projects')
  await expect(answer).rejects.toThrow(told)
  expect(api.requests).toHaveLength(1)
})

test('a server that refuses every token is asked twice, not endlessly', async () => {
  await using api = await startApi({ 'GET /v1/agents': (_, response) => problem(response, 401, 'Revoked') })
  const client = createClient({ url: api.url, ...credential }, tools())
  await expect(client.get('/v1/agents')).rejects.toMatchObject({ message: 'Revoked', status: 401 })
  expect(api.requests).toHaveLength(2)
})

test('a problem document becomes detail, every violation and the request id', async () => {
  await using api = await startApi({
    'GET /v1/agents': (_, response) =>
      problem(response, 400, 'Faults', ['body/name is empty', 'body/age: unknown']),
  })
  await expect(
    createClient({ url: api.url, ...credential }, tools()).get('/v1/agents'),
  ).rejects.toMatchObject({
    message: 'Faults',
    violations: ['body/name is empty', 'body/age: unknown'],
    requestId: 'request-7',
  })
})

test('Retry-After is honoured once', async () => {
  let calls = 0
  await using api = await startApi({
    'GET /v1/projects': (_, response) =>
      ++calls === 1
        ? problem(response, 429, 'Slow down', [], { 'retry-after': '3' })
        : json(response, 200, 'served'),
    'GET /v1/agents': (_, response) => problem(response, 429, 'Slow down', [], { 'retry-after': '2' }),
    'GET /v1/oauths': (_, response) => problem(response, 429, 'Slow down', [], { 'retry-after': '3600' }),
  })
  const given = tools()
  const client = createClient({ url: api.url, ...credential }, given)
  expect(await client.get('/v1/projects')).toBe('served')
  await expect(client.get('/v1/agents')).rejects.toMatchObject({ status: 429, hint: 'Try again in 2 s.' })
  await expect(client.get('/v1/oauths')).rejects.toMatchObject({ hint: 'Try again in 3600 s.' })
  expect(given.waits).toEqual([3_000, 2_000])
  expect(api.requests).toHaveLength(5)
})

test('a POST is repeated with its key, and waits while its first attempt is in progress', async () => {
  const asked = { 'retry-after': '1' }
  const answers: Answer[] = [
    (_, response) => problem(response, 503, 'Connection lost', [], asked),
    (_, response) => problem(response, 409, 'In progress', [], asked),
    (_, response) => problem(response, 409, 'In progress', [], asked),
    (_, response) => json(response, 201, { pipelineExecutionId: 'one' }),
    (_, response) => problem(response, 409, 'Taken', [], asked),
  ]
  await using api = await startApi({
    'POST /v1/projects': (request, response) => answers.shift()?.(request, response),
  })
  const client = createClient({ url: api.url, ...credential }, tools())
  const post = () => client.post('/v1/projects', { json: { name: 'a' } })
  expect(await post()).toEqual({ pipelineExecutionId: 'one' })
  await expect(post()).rejects.toThrow('Taken')
  const keys = api.requests.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys.slice(0, 4)).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[4]).not.toBe(keys[0])
})

test('a read that a proxy could not hand on is sent again', async () => {
  const answers: Answer[] = [
    (_, response) => void response.writeHead(504).end('<html>'),
    (_, response) => json(response, 200, 'served'),
  ]
  await using api = await startApi({
    'GET /v1/projects': (request, response) => answers.shift()?.(request, response),
  })
  const given = tools()
  expect(await createClient({ url: api.url, ...credential }, given).get('/v1/projects')).toBe('served')
  expect(given.waits).toEqual([1_000])
})

test('a POST that a proxy could not hand on is sent again, with the same key', async () => {
  const away: Answer = (_, response) => void response.writeHead(502).end('<html>')
  const answers: Answer[] = [away, away, (_, response) => json(response, 201, 'created')]
  await using api = await startApi({
    'POST /v1/projects': (request, response) => answers.shift()?.(request, response),
    'PATCH /v1/projects/one': away,
  })
  api.refuseToken(away)
  const given = tools()
  const client = createClient({ url: api.url, ...credential }, given)
  expect(await client.post('/v1/projects', { json: { name: 'a' } })).toBe('created')
  expect(given.waits).toEqual([1_000, 1_000, 1_000])
  expect(new Set(api.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  const changed = client.patch('/v1/projects/{projectId}', { path: { projectId: 'one' }, json: {} })
  await expect(changed).rejects.toMatchObject({ hint: expect.stringContaining('A proxy got no answer') })
  expect(api.requests).toHaveLength(4)
})

test('a PATCH that may have been carried out is not repeated', async () => {
  await using api = await startApi({
    'PATCH /v1/projects/one': (_, response) =>
      problem(response, 503, 'Connection lost', [], { 'retry-after': '1' }),
  })
  const client = createClient({ url: api.url, ...credential }, tools())
  const attempt = client.patch('/v1/projects/{projectId}', { path: { projectId: 'one' }, json: {} })
  await expect(attempt).rejects.toThrow('Connection lost')
  expect(api.requests).toHaveLength(1)
})

test('a token is asked for again after the time that the server names', async () => {
  await using api = await startApi({ 'GET /v1/projects': paged([]) })
  api.refuseToken((_, response) => problem(response, 429, 'Slow down', [], { 'retry-after': '2' }))
  const given = tools()
  await createClient({ url: api.url, ...credential }, given).get('/v1/projects')
  expect(given.waits).toEqual([2_000])
  expect(api.tokenRequests).toHaveLength(2)
})

test('a paged list is read to its end, and parameters are encoded in the path and the query', async () => {
  const all = Array.from({ length: 250 }, (_, i) => i)
  await using api = await startApi({ 'GET /v1/projects/a%2Fb/schedules': paged(all) })
  const client = createClient({ url: api.url, ...credential }, tools())
  const options = { path: { projectId: 'a/b' }, query: { environmentName: 'a b&c', pipelineName: undefined } }
  expect(await client.all('/v1/projects/{projectId}/schedules', options)).toEqual(all)
  expect(api.requests.map((request) => request.path)).toEqual(
    [0, 1, 2].map((page) => `/v1/projects/a%2Fb/schedules?environmentName=a+b%26c&page=${page}&size=100`),
  )
})

test('a wrong credential and a server that is not there are said so', async () => {
  const api = await startApi({})
  const wrong = { ...credential, clientSecret: 'wrong' }
  const attempt = createClient({ url: api.url, ...wrong }, tools()).get('/v1/agents')
  await expect(attempt).rejects.toThrow(`${api.origin} rejected the credential client.`)
  await api[Symbol.asyncDispose]()
  const gone = createClient({ url: api.url, ...credential }, tools()).get('/v1/agents')
  await expect(gone).rejects.toThrow(`${api.origin} does not answer: connection refused.`)
})

test('a path that no API is below is doubted', async () => {
  await using api = await startApi({
    'GET /v1/agents': (_, response) => problem(response, 404, 'There is no resource at /apix/v1/agents'),
    'GET /v1/projects': (_, response) => problem(response, 404, 'There is no project'),
  })
  const client = createClient({ url: api.url, ...credential }, tools())
  await expect(client.get('/v1/agents')).rejects.toMatchObject({
    hint: expect.stringContaining('HEADRACE_BASE_PATH'),
  })
  await expect(client.get('/v1/projects')).rejects.toMatchObject({ hint: undefined })
})

test('a response that is not a problem document is reported with its status', async () => {
  await using api = await startApi({
    'GET /v1/agents': (_, response) => void response.writeHead(502).end('<html>'),
  })
  const attempt = createClient({ url: api.url, ...credential }, tools()).get('/v1/agents')
  await expect(attempt).rejects.toThrow('GET /api/v1/agents failed with 502 Bad Gateway.')
})

test('a server that accepts a request and says nothing more is given up, with words for it', async () => {
  const held: ServerResponse[] = []
  await using api = await startApi({
    'GET /v1/agents': (_, response) => void held.push(response),
    'GET /v1/projects': (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"results": [')
      held.push(response)
    },
  })
  const client = createClient({ url: api.url, ...credential }, { ...tools(), silenceMs: 200 })
  for (const asked of [client.get('/v1/agents'), client.get('/v1/projects')])
    await expect(asked).rejects.toThrow(`${api.origin} does not answer: no response for`)
  expect(held).toHaveLength(2)
})

test('an answer that comes in pieces is read to its end, however long it takes and whoever is slow', async () => {
  const pieces = `[${Array.from({ length: 10 }, (_, i) => i).join()}]`.split(/\b/)
  await using api = await startApi({
    'GET /v1/projects': async (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      for (const piece of pieces) {
        response.write(piece)
        await sleep(100)
      }
      response.end()
    },
  })
  const client = createClient({ url: api.url, ...credential }, { ...tools(), silenceMs: 1_500 })
  const response = await client.send('get', '/v1/projects')
  await sleep(1_600)
  expect(await response.json()).toHaveLength(10)
})

test('an answer that is no JSON is a failure that names its address', async () => {
  await using api = await startApi({
    'GET /v1/projects': (_, response) => void response.writeHead(200).end('<!doctype html>'),
  })
  const answer = createClient({ url: api.url, ...credential }, tools()).get('/v1/projects')
  await expect(answer).rejects.toMatchObject({
    name: 'Failure',
    message: `${api.url}/v1/projects answered with something else than JSON.`,
    hint: expect.stringContaining('not from Headrace'),
  })
})
