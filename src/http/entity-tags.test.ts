import { afterAll, beforeAll, expect, test } from 'vitest'
import { silent } from '../lib/log.ts'
import { honourEntityTags } from './entity-tags.ts'
import { createServer, type Server } from './server.ts'

let app: Server

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
    api.get('/thing', async () => ({ name: 'thing' }))
  })
  await app.ready()
})
afterAll(() => app.close())

test('a read with If-Match is answered in that state only', async () => {
  const read = async (tags?: string) =>
    app.inject({ url: '/thing', headers: tags === undefined ? {} : { 'if-match': tags } })
  const etag = String((await read()).headers['etag'])
  for (const tags of [etag, `"other", ${etag}`, '*'])
    expect((await read(tags)).json()).toEqual({ name: 'thing' })
  for (const [tags, status] of [
    ['"other"', 412],
    [`W/${etag}`, 412],
    ['bare', 400],
  ] as const) {
    const refused = await read(tags)
    expect([refused.statusCode, refused.json().status, refused.headers['content-type']]).toEqual([
      status,
      status,
      'application/problem+json',
    ])
    expect(refused.headers['etag']).toBeUndefined()
  }
})
