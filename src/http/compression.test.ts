import { Readable } from 'node:stream'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silent } from '../lib/log.ts'
import { compressAnswers, varyingBy } from './compression.ts'
import { honourEntityTags } from './entity-tags.ts'
import { fixedAnswer } from './fixed-answer.ts'
import { createServer, type Server } from './server.ts'

const long = { results: Array.from({ length: 200 }, (_, index) => `row ${index}`) }
const accepting = { 'accept-encoding': 'gzip, deflate, br' }
let app: Server
let madeCount = 0

beforeAll(async () => {
  app = await createServer({
    log: silent,
    basePath: '/api',
    origin: () => 'http://localhost',
    version: '1',
    databaseProblem: () => undefined,
  })
  await app.register(async (scope) => {
    const api = scope as unknown as Server
    honourEntityTags(api, (_, work) => work())
    compressAnswers(api)
    api.get('/long', async () => long)
    api.post('/long', async () => long)
    api.get('/short', async () => ({ results: [] }))
    api.get('/secret', async (_request, reply) => reply.header('cache-control', 'no-store').send(long))
    api.get('/wrong', async (_request, reply) => reply.code(404).send(long))
    api.get('/lines', async (_request, reply) =>
      reply.type('text/event-stream').send(Readable.from([JSON.stringify(long)])),
    )
    api.get(
      '/fixed',
      fixedAnswer('application/json', () => `${JSON.stringify(long)} ${++madeCount}`.slice(0, -2)),
    )
  })
  await app.ready()
})
afterAll(() => app.close())

const get = (
  url: string,
  headers: Record<string, string> = accepting,
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
) => app.inject({ method, url, headers })

test('a read is compressed as the client likes it, and says that it depends on that', async () => {
  const answer = await get('/long')
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
  expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toEqual(long)
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
  const plain = await get('/long', {})
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers['vary']).toBe('Accept-Encoding')
  expect(plain.json()).toEqual(long)
  expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  const head = await get('/long', accepting, 'HEAD')
  expect(head.headers['content-length']).toBe(answer.headers['content-length'])
})

test('an answer that may hold a secret beside what a stranger chose is never compressed', async () => {
  for (const answer of [await get('/secret'), await get('/long', accepting, 'POST'), await get('/wrong')]) {
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.json()).toEqual(long)
  }
})

test('what is short stays as it is, and a stream goes out as it comes', async () => {
  expect((await get('/short')).headers['content-encoding']).toBeUndefined()
  const lines = await get('/lines')
  expect(lines.headers['content-encoding']).toBeUndefined()
  expect(lines.payload).toBe(JSON.stringify(long))
})

test('the tag is the same in every encoding, and tells that nothing changed', async () => {
  const { headers } = await get('/long')
  expect((await get('/long', {})).headers['etag']).toBe(headers['etag'])
  const again = await get('/long', { ...accepting, 'if-none-match': String(headers['etag']) })
  expect([again.statusCode, again.payload]).toEqual([304, ''])
  expect(again.headers['content-encoding']).toBeUndefined()
  expect(again.headers['vary']).toBe('Accept-Encoding')
})

test('a fixed answer is made once, compressed once, and asked for again only to see whether it changed', async () => {
  const answers = [
    await get('/fixed'),
    await get('/fixed', {}),
    await get('/fixed', { 'accept-encoding': 'gzip' }),
  ]
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['br', undefined, 'gzip'])
  expect(madeCount).toBe(1)
  const [{ headers }] = answers as [(typeof answers)[0]]
  expect(headers).toMatchObject({ 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' })
  expect(new Set(answers.map((answer) => answer.headers['etag'])).size).toBe(1)
  const again = await get('/fixed', { ...accepting, 'if-none-match': String(headers['etag']) })
  expect([again.statusCode, again.headers['content-encoding'], again.payload]).toEqual([304, undefined, ''])
  expect((await get('/fixed', { ...accepting, 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('Vary names each header once', () => {
  expect(varyingBy(undefined, 'Origin')).toBe('Origin')
  expect(varyingBy('Origin', 'Accept-Encoding')).toBe('Origin, Accept-Encoding')
  expect(varyingBy('origin, Accept', 'Origin')).toBe('origin, Accept')
  expect(varyingBy('*', 'Origin')).toBe('*')
})
