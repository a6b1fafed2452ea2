import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXCLUSION_LOCKS } from '../../src/db/exclusion.ts'
import { useApi } from '../support/api.ts'
import { type Operation, operations } from '../support/document.ts'
import { aProject } from '../support/factories.ts'
import { minimalSampleOf, type SampleSchema } from '../support/minimal-sample.ts'
import { everything, guarded, requestOf } from '../support/operations.ts'
import { aPerson } from '../support/users.ts'

/**
 * Of two changes that expect the same state one succeeds: every operation with If-Match waits for its turn.
 */
const api = useApi()
let existing: Awaited<ReturnType<typeof everything>>
beforeAll(async () => {
  existing = await everything(api)
})

const isThere = ({ path }: Operation) =>
  [...path.matchAll(/\{(\w+)\}/g)].every(([, name]) => name! in existing)
/** Only people in a browser may. */
const ofPeople = ['signOut', 'changePassword', 'confirmEnrolment', 'confirmRequiredEnrolment']
/** Nothing at their address has a tag. */
const withoutTag = ['replaceRepositoryToken', 'stopTriggerBackfill']

function send(operation: Operation) {
  const { path, headers } = requestOf(operation, existing)
  const schema = operation.requestBody?.content['application/json']?.schema as SampleSchema | undefined
  const fitting = {
    defaultAgentId: existing.agentId,
    trackVersion: '1.0',
    Operations: [{ op: 'replace', value: {} }],
  }
  const own = { ...existing, ...fitting, accessTokenUrl: 'https://example.com/token' }
  return api.call(operation.method, path, {
    headers: { ...headers, 'if-match': '"another-state"' },
    ...(schema !== undefined && { body: minimalSampleOf(schema, own) }),
  })
}

test('every change with If-Match waits for its turn before it compares', async () => {
  const changes = guarded
    .filter(({ method }) => ['PUT', 'PATCH', 'DELETE'].includes(method))
    .filter((operation) => isThere(operation) && !ofPeople.includes(operation.operationId))
  expect(changes.length).toBeGreaterThan(20)
  const elsewhere = new pg.Client({ connectionString: api.databaseUrl })
  await elsewhere.connect()
  try {
    const names = [...Object.values(existing), ...operations.map(({ path }) => `/api${path}`)]
    await elsewhere.query(
      'select pg_advisory_lock($1::int, hashtext(lower(name))) from unnest($2::text[]) name',
      [EXCLUSION_LOCKS, names],
    )
    const answers = await Promise.all(
      changes.map(async (operation) => [operation.operationId, (await send(operation)).status]),
    )
    expect(answers).toEqual(
      changes.map(({ operationId }) => [operationId, withoutTag.includes(operationId) ? 412 : 503]),
    )
  } finally {
    await elsewhere.end()
  }
})

interface Race {
  readonly path: string
  /** What is locked while the first change is in its transaction. */
  readonly table: string
  readonly changes: readonly (readonly [method: string, body?: object])[]
}

async function aCredential(): Promise<string> {
  return `/v1/api-credentials/${(await api.credential()).clientId}`
}

describe('of two changes at the same time that expect the same state, one succeeds', () => {
  test.each<[string, () => Promise<Race>]>([
    [
      'settings of the directory',
      async () => ({
        path: '/v1/directory-integration/settings',
        table: 'directory_settings',
        changes: [
          ['PATCH', { requireMeta: false }],
          ['PATCH', { requireMeta: false }],
        ],
      }),
    ],
    [
      'the allow list of a runner',
      async () => ({
        path: `/v1/agents/${existing.agentId}/allowlist`,
        table: 'runner_allowed_project',
        changes: ['Development', 'Production'].map((name) => [
          'PUT',
          { projects: { [existing.projectId]: { environments: [name] } } },
        ]),
      }),
    ],
    [
      'a credential, by an operation that compares in its transaction and one that does not',
      async () => ({
        path: await aCredential(),
        table: 'api_credential, principal',
        changes: [['PATCH', { name: randomUUID() }], ['DELETE']],
      }),
    ],
    [
      'a project',
      async () => ({
        path: `/v1/projects/${(await aProject(api)).projectId}`,
        table: 'project',
        changes: [
          ['PATCH', { description: 'one' }],
          ['PATCH', { description: 'other' }],
        ],
      }),
    ],
  ])('%s', async (_, race) => {
    const { path, table, changes } = await race()
    const etag = (await api.call('GET', path)).headers.get('etag')!
    const elsewhere = new pg.Client({ connectionString: api.databaseUrl })
    await elsewhere.connect()
    try {
      await elsewhere.query(`begin; lock table ${table} in share mode`)
      const answers = changes.map(([method, body]) =>
        api.call(method, path, { headers: { 'if-match': etag }, ...(body !== undefined && { body }) }),
      )
      await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0)
      // The other would be there by now, if it had been let through.
      for (let n = 0; n < 10 && (await waiting()) < 2; n++) await sleep(30)
      await elsewhere.query('rollback')
      const statuses = (await Promise.all(answers)).map(({ status }) => status).toSorted()
      expect(statuses[0]).toBeLessThan(300)
      expect([404, 412]).toContain(statuses[1]) // 404: the other deleted it
    } finally {
      await elsewhere.end()
    }
  })
})

/** Statements that wait for a lock on a table. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from pg_locks
     where not granted and locktype = 'relation' and database = (select oid from pg_database where datname = current_database())`.execute(
    api.db,
  )
  return Number(rows[0]!.count)
}

test('what is not there has no state that could be expected: nothing is made', async () => {
  const { id } = await aPerson(api, {})
  const path = `/v1/projects/${existing.projectId}/members/${id}`
  const answer = await api.call('PUT', path, {
    headers: { 'if-match': '"any"' },
    body: { role: 'READ_ONLY' },
  })
  expect(answer.status).toBe(412)
  expect((await api.call('GET', path)).status).toBe(404)
})

test('If-None-Match of a change rules out states: a tag the one it names, * any', async () => {
  const { projectId } = await aProject(api)
  const path = `/v1/projects/${projectId}`
  const etag = (await api.call('GET', path)).headers.get('etag')!
  const change = (description: string, tags: string) =>
    api.call('PATCH', path, { headers: { 'if-none-match': tags }, body: { description } })
  for (const tags of ['*', etag, `W/${etag}`, `"other", ${etag}`])
    expect([tags, (await change('held back', tags)).status]).toEqual([tags, 412])
  expect((await change('malformed', 'a')).status).toBe(400)
  expect((await api.call('GET', path)).headers.get('etag')).toBe(etag)
  expect((await change('made', '"other"')).status).toBe(200)
  expect((await change('made again', etag)).status).toBe(200)
})

test('of many that make one thing with If-None-Match: *, one succeeds', async () => {
  const { id } = await aPerson(api, {})
  const path = `/v1/projects/${existing.projectId}/members/${id}`
  const make = () => api.call('PUT', path, { headers: { 'if-none-match': '*' }, body: { role: 'READ_ONLY' } })
  const statuses = (await Promise.all([make(), make(), make()])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([204, 412, 412])
})

test('a PUT with If-Match: * makes nothing that is not there', async () => {
  const { id } = await aPerson(api, {})
  const path = `/v1/projects/${existing.projectId}/members/${id}`
  const put = (headers = {}) => api.call('PUT', path, { headers, body: { role: 'READ_ONLY' } })
  expect((await put({ 'if-match': '*' })).status).toBe(412)
  expect((await api.call('GET', path)).status).toBe(404)
  expect((await put()).status).toBe(204)
  expect((await put({ 'if-match': '*' })).status).toBe(204)
})

test('where nothing has a tag, If-None-Match is not ignored either', async () => {
  const headers = { 'if-none-match': '"any"' }
  const path = '/v1/directory-integration/scim/v2/Users/.search'
  expect(await api.call('POST', path, { headers, body: {} })).toMatchObject({ status: 412 })
  const unknown = `/v1/projects/${randomUUID()}`
  expect(await api.call('PATCH', unknown, { headers, body: { description: '' } })).toMatchObject({
    status: 404,
  })
})
