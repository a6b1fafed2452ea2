import { afterAll, beforeAll, expect, test } from 'vitest'
import { silent } from '../lib/log.ts'
import { createHealth, type HealthCheck } from './health.ts'
import { createServer, type Server } from './server.ts'

/** Whatever the database does, what probes and collectors ask is answered. */
const never = () => new Promise<never>(() => undefined)
const broken = async () => {
  throw new Error('no connection')
}
let app: Server
let stuckFor: string | undefined

beforeAll(async () => {
  const stuck: HealthCheck = { name: 'pass', check: async () => stuckFor }
  const checks = [
    { name: 'fine', check: async () => undefined },
    { name: 'silent', check: never },
    { name: 'broken', check: broken },
  ]
  const measured = [
    { name: 'silent_figure', help: 'Never answers', read: never },
    { name: 'broken_figure', help: 'Fails', read: broken },
    { name: 'fine_figure', help: 'Answers', read: () => 7 },
  ]
  const health = createHealth({ checks, livenessChecks: [stuck], measured, warnings: [] })
  const origin = () => 'http://test'
  const databaseProblem = () => undefined
  app = await createServer({ log: silent, basePath: '/api', origin, version: '1', databaseProblem })
  health.routes(app, async () => undefined)
})
afterAll(() => app.close())

test('/readyz says which checks fail, or do not answer in time', async () => {
  const response = await app.inject({ url: '/readyz' })
  expect(response.statusCode).toBe(503)
  expect(response.json()).toEqual({
    status: 'not ready',
    checks: { fine: 'ok', silent: 'no answer within 3 s', broken: 'no connection' },
    warnings: [],
  })
}, 20_000)

test('/metrics leaves out what cannot be read, and tells the rest', async () => {
  const { statusCode, body } = await app.inject({ url: '/metrics' })
  expect(statusCode).toBe(200)
  expect(body).toMatch(/^fine_figure 7$/m)
  expect(body).toContain('process_resident_memory_bytes ')
  expect(body).not.toMatch(/^(silent|broken)_figure /m)
}, 20_000)

test('/livez fails while something is stuck that only a new process mends', async () => {
  expect((await app.inject({ url: '/livez' })).statusCode).toBe(200)
  stuckFor = 'has been running for 700 s'
  const response = await app.inject({ url: '/livez' })
  expect([response.statusCode, response.json()]).toEqual([503, { status: 'stuck' }])
})
