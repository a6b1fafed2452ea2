import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, publish } from '../../../test/support/factories.ts'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { encryptionWith } from '../../lib/encryption.ts'
import { createResponseStore } from './store.ts'

/** What an Idempotency-Key promises on every POST. */
const api = useApi()
let projectId: string

beforeAll(async () => {
  projectId = (await aProject(api)).projectId
  await publish(api, projectId, { 'P.orch.yaml': orchestration({ Start: start() }) })
})

const post = (path: string, key: string, body: unknown, more: Record<string, string> = {}) =>
  api.call('POST', path, { body, headers: { 'idempotency-key': key, ...more } })
const agent = (name: string) => ({
  name,
  agentType: 'pipeline',
  cloudProvider: 'self_hosted',
  deployment: 'process',
})
const total = async (path: string) => (await api.call<{ total: number }>('GET', path)).body.total

test('F12: the same request again is given the same answer and changes nothing', async () => {
  const before = await total('/v1/agents')
  const first = await post('/v1/agents', 'agent-1', agent('once'))
  const again = await post('/v1/agents', 'agent-1', agent('once'))
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('location')).toBe(first.headers.get('location'))
  expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
  expect(await total('/v1/agents')).toBe(before + 1)
})

test('F12: the key of one request cannot be used for another, but by another caller', async () => {
  await post('/v1/projects', 'project-1', { name: 'Mine' })
  const other = await post('/v1/projects', 'project-1', { name: 'Yours' })
  expect([other.status, other.body['type']]).toEqual([409, expect.stringContaining('conflict')])
  const { token } = await api.credential({ accountRole: 'SUPER_ADMIN' })
  const headers = { 'idempotency-key': 'project-1' }
  const answer = await api.call('POST', '/v1/projects', { body: { name: 'Yours' }, headers, token })
  expect(answer.status).toBe(201)
})

test('F12: the key of one publication cannot be used for another environment or version', async () => {
  const { projectId: id } = await aProject(api, { environments: ['Dev', 'Prod'] })
  const files = { 'P.orch.yaml': orchestration({ Start: start() }) }
  const published = (version: { name: string; environment: string }) =>
    publish(api, id, files, { ...version, key: 'publish-1' })
  const first = await published({ name: 'v1', environment: 'Dev' })
  expect([first.status, (await published({ name: 'v1', environment: 'Dev' })).body]).toEqual([
    201,
    first.body,
  ])
  for (const other of [
    { name: 'v1', environment: 'Prod' },
    { name: 'v2', environment: 'Dev' },
  ])
    expect([other, (await published(other)).status]).toEqual([other, 409])
})

test('a request that failed by its own fault leaves the key free', async () => {
  expect((await post('/v1/projects', 'project-2', {})).status).toBe(400)
  const missing = `/v1/projects/${randomUUID()}/environments`
  expect((await post(missing, 'project-2', { name: 'E', defaultAgentId: randomUUID() })).status).toBe(404)
  expect((await post('/v1/projects', 'project-2', { name: 'Now' })).status).toBe(201)
})

test('F12: an execution is started once, also when its server died before it could answer', async () => {
  const path = `/v1/projects/${projectId}/pipeline-executions`
  const body = { pipelineName: 'P', environmentName: 'Development', executionTag: 'only-one' }
  const first = await post(path, 'run-1', body)
  expect((await post(path, 'run-1', body)).body).toEqual(first.body)
  await api.db
    .updateTable('idempotent_request')
    .set({ status: null, body: null })
    .where('key', '=', 'run-1')
    .execute()
  expect(await post(path, 'run-1', body)).toMatchObject({ status: 201, body: first.body })
  expect(
    await api.db.selectFrom('execution').select('id').where('project_id', '=', projectId).execute(),
  ).toHaveLength(1)
})

test('F12: what was interrupted and cannot be done again safely is refused', async () => {
  await post('/v1/agents', 'agent-2', agent('interrupted'))
  const lost = { status: null, body: null }
  await api.db.updateTable('idempotent_request').set(lost).where('key', '=', 'agent-2').execute()
  const soon = await post('/v1/agents', 'agent-2', agent('interrupted'))
  expect([soon.status, soon.headers.get('retry-after')]).toEqual([409, '1'])
  const longAgo = { taken_at: new Date(Date.now() - 360_000) }
  await api.db.updateTable('idempotent_request').set(longAgo).where('key', '=', 'agent-2').execute()
  const late = await post('/v1/agents', 'agent-2', agent('interrupted'))
  expect([late.status, late.body['detail']]).toEqual([409, expect.stringContaining('interrupted')])
})

test('F12: requests at the same time do the work once', async () => {
  const path = `/v1/projects/${projectId}/pipeline-executions`
  const body = { pipelineName: 'P', environmentName: 'Development' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(path, 'run-many', body)))
  expect(new Set(answers.map((answer) => answer.body['pipelineExecutionId'])).size).toBe(1)
  const again = await post(path, 'run-many', body)
  for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: again.body })
})

test('F12: a repeat may be another span of a trace', async () => {
  const path = `/v1/projects/${projectId}/pipeline-executions`
  const body = { pipelineName: 'P', environmentName: 'Development' }
  const span = (id: string) => ({ traceparent: `00-0af7651916cd43dd8448eb211c80319c-${id}-01` })
  const first = await post(path, 'span-1', body, span('b7ad6b7169203331'))
  expect(await post(path, 'span-1', body, span('00f067aa0ba902b7'))).toMatchObject({
    status: 201,
    body: first.body,
  })
})

test('F12: the response that was stored first is the answer to the same request at the same time', async () => {
  const responses = createResponseStore(api.db, encryptionWith(randomBytes(32)))
  await responses.acquire('somebody', { key: 'twice', fingerprint: 'f' }, randomUUID())
  const first = { status: 201, location: '/one', body: '{"status":"QUEUED"}' }
  expect(await responses.save('somebody', 'twice', first)).toEqual(first)
  const second = { status: 201, location: undefined, body: '{"status":"RUNNING"}' }
  expect(await responses.save('somebody', 'twice', second)).toEqual(first)
})

test('a credential is shown again, but does not lie readable in the database', async () => {
  const body = { name: 'kept', accountRole: 'USER' }
  const first = await post('/v1/api-credentials', 'credential-1', body)
  expect((await post('/v1/api-credentials', 'credential-1', body)).body).toEqual(first.body)
  const row = await api.db
    .selectFrom('idempotent_request')
    .select('body')
    .where('key', '=', 'credential-1')
    .executeTakeFirstOrThrow()
  expect(row.body!.toString('latin1')).not.toContain(String(first.body['clientSecret']))
})

test('F12: after 24 hours a key is free for another request, and until then it is not', async () => {
  const age = (hours: number) =>
    api.db
      .updateTable('idempotent_request')
      .set({ taken_at: new Date(Date.now() - hours * 3_600_000) })
      .where('key', '=', 'day-1')
      .execute()
  for (const path of ['/v1/projects', '/v1/api-credentials']) {
    const named = (name: string) => ({ name, ...(path.endsWith('credentials') && { accountRole: 'USER' }) })
    const first = await post(path, 'day-1', named('Of yesterday'))
    expect(first.status).toBe(201)
    await age(23.9)
    expect((await post(path, 'day-1', named('Of today'))).status).toBe(409)
    await age(24.1)
    const fresh = await post(path, 'day-1', named('Of today'))
    expect([fresh.status, fresh.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(fresh.body).not.toEqual(first.body)
    expect((await post(path, 'day-1', named('Of today'))).body).toEqual(fresh.body)
    await age(24.1)
  }
})
