import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createServer } from '../../http/server.ts'
import { silent } from '../../lib/log.ts'
import { schemaRoutes } from './schema-routes.ts'

test('editors get the schemas of pipelines without a token, as they are committed', async () => {
  const app = await createServer({
    log: silent,
    basePath: '/api',
    origin: () => '',
    version: '1.0',
    databaseProblem: () => undefined,
  })
  schemaRoutes(app)
  for (const kind of ['orchestration', 'transformation']) {
    const response = await app.inject({ url: `/schemas/${kind}.json` })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^application\/schema\+json/)
    expect(response.headers['access-control-allow-origin']).toBe('*')
    expect(response.json()).toEqual(JSON.parse(readFileSync(`openapi/schemas/${kind}.json`, 'utf8')))
  }
  expect((await app.inject({ url: '/schemas/other.json' })).statusCode).toBe(404)
  await app.close()
})
