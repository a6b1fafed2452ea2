import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isUuid } from '../../lib/ids.ts'
import { duckdbPath, environmentConnection, fileSafe } from './environment-connection.ts'
import { environmentSecrets } from './secrets.ts'
import { idempotencyKey } from './step-context.ts'

const place = {
  dataDir: '/data',
  filesFolder: '/data/files',
  project: randomUUID(),
  environment: 'Production',
}

test('the idempotency key is the same in every session, and another for every visit', () => {
  const execution = randomUUID()
  const key = idempotencyKey(execution, 'Tell Chat#2')
  expect(isUuid(key)).toBe(true)
  expect(idempotencyKey(execution, 'Tell Chat#2')).toBe(key)
  expect(idempotencyKey(execution, 'Tell Chat#3')).not.toBe(key)
  expect(idempotencyKey(randomUUID(), 'Tell Chat#2')).not.toBe(key)
})

test('no environment name leaves the folder of its project, and no two share a file', () => {
  const names = [
    'production',
    'Production',
    '../production',
    'a/b',
    'a b',
    'a-b',
    '',
    '..',
    'x'.repeat(300),
    'Größe',
  ]
  const files = names.map(fileSafe)
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(names.length)
  for (const file of files) expect(file).toMatch(/^[a-z0-9_-]+(\.[0-9a-f]{12})?$/)
  expect(duckdbPath({ ...place, environment: 'dev' })).toBe(`/data/warehouse/${place.project}/dev.duckdb`)
})

test('a named password comes from the environment of the runner, and its absence is said', async () => {
  const wire = { type: 'POSTGRES', host: 'db', database: 'd', user: 'u', passwordSecret: 'my-db' }
  const { signal } = new AbortController()
  const some = environmentSecrets({ HEADRACE_SECRET_MY_DB: 'hush' })
  expect(await environmentConnection(wire, place, some, signal)).toMatchObject({
    password: 'hush',
    port: 5432,
    ssl: false,
  })
  const none = environmentSecrets({})
  await expect(environmentConnection(wire, place, none, signal)).rejects.toThrow('no secret named "my-db"')
})
