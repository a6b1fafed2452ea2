import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, aRunner } from '../../../test/support/factories.ts'
import { waitingTransactions } from '../../../test/support/waiting.ts'
import {
  MAX_STREAMING_PIPELINE_BODY_BYTES,
  MAX_STREAMING_PIPELINES,
  type NewStreamingPipeline,
  type StreamingPipeline,
} from './schema.ts'

const api = useApi()

async function aPlace() {
  const { projectId, agentId } = await aProject(api)
  const all = `/v1/projects/${projectId}/streaming-pipelines`
  const definition = (own: Partial<NewStreamingPipeline> = {}): NewStreamingPipeline => ({
    name: 'Orders',
    agentId,
    streamingSource: { type: 'postgres', connection: { port: 5432, host: 'db' }, tables: [] },
    streamingTarget: { type: 's3', bucket: 'lake' },
    ...own,
  })
  const create = async (own: Partial<NewStreamingPipeline> = {}) =>
    (await api.call<StreamingPipeline>('POST', all, { body: definition(own) })).body.streamingPipelineId
  return { projectId, agentId, all, definition, create }
}

test('a definition is returned as it was given, with the order of its members', async () => {
  const { projectId, all, definition } = await aPlace()
  const body = definition({
    streamingSource: { zeta: [1, { b: null, a: 'ü' }], type: 'oracle', alpha: { port: 1521 } },
    advancedProperties: { 'max.batch.size': 10_000, 'a.flag': true },
  })
  const created = await api.call<StreamingPipeline>('POST', all, { body })
  expect(created.status).toBe(201)
  const { streamingPipelineId, ...rest } = created.body
  expect(JSON.stringify(rest)).toBe(JSON.stringify({ projectId, ...body }))
  const path = `${all}/${streamingPipelineId}`
  expect(created.headers.get('location')).toMatch(new RegExp(`${path}$`))
  const read = await api.call('GET', path)
  expect(JSON.stringify(read.body)).toBe(JSON.stringify(created.body))
  expect(read.headers.get('etag')).toBe(created.headers.get('etag'))
})

test('a list is by name, and names need not be unique', async () => {
  const { all, create } = await aPlace()
  for (const name of ['orders', 'Customers', 'Orders', 'stock']) await create({ name })
  const { body } = await api.call<{ total: number; results: StreamingPipeline[] }>('GET', `${all}?size=3`)
  expect(body.total).toBe(4)
  expect(body.results.map(({ name }) => name.toLowerCase())).toEqual(['customers', 'orders', 'orders'])
  const next = await api.call<{ results: StreamingPipeline[] }>('GET', `${all}?size=3&page=1`)
  expect(next.body.results.map(({ name }) => name)).toEqual(['stock'])
})

test('PUT replaces everything, and of two writers that read the same state the second is refused', async () => {
  const { all, definition, create } = await aPlace()
  const path = `${all}/${await create({ advancedProperties: { a: '1' } })}`
  const headers = { 'if-match': (await api.call('GET', path)).headers.get('etag')! }
  const replace = (name: string) => api.call('PUT', path, { headers, body: definition({ name }) })
  const answers = await Promise.all([replace('One'), replace('Other')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  const read = await api.call<StreamingPipeline>('GET', path)
  expect(read.body).not.toHaveProperty('advancedProperties')
  expect(['One', 'Other']).toContain(read.body.name)
  expect((await api.call('DELETE', path, { headers })).status).toBe(412)
  expect((await api.call('DELETE', path)).status).toBe(204)
  for (const method of ['GET', 'DELETE'] as const) expect((await api.call(method, path)).status).toBe(404)
  expect((await api.call('PUT', path, { body: definition() })).status).toBe(404)
})

test('nothing claims to run: it is NOT_RUNNING, START is refused in words, and STOP changes nothing', async () => {
  const { all, create } = await aPlace()
  const path = `${all}/${await create({ name: 'Orders to the lake' })}`
  const command = (body: object) => api.call<{ detail: string }>('POST', `${path}/commands`, { body })
  const started = await command({ command: 'START' })
  expect(started).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/Orders to the lake cannot start: no runner .* can run streams/) },
  })
  expect(await command({ command: 'STOP' })).toMatchObject({ status: 200, body: { status: 'NOT_RUNNING' } })
  expect((await api.call('GET', `${path}/status`)).body).toEqual({ status: 'NOT_RUNNING' })
  expect((await command({ command: 'RESTART' })).status).toBe(400)
  const unknown = `${all}/${randomUUID()}`
  expect((await api.call('GET', `${unknown}/status`)).status).toBe(404)
  expect((await api.call('POST', `${unknown}/commands`, { body: { command: 'STOP' } })).status).toBe(404)
})

test('its runner must exist when it is named, and a definition outlives it', async () => {
  const { all, definition, create } = await aPlace()
  const nobody = randomUUID()
  expect(await api.call('POST', all, { body: definition({ agentId: nobody }) })).toMatchObject({
    status: 400,
    body: { violations: [`body/agentId: runner ${nobody} does not exist`] },
  })
  const { agentId } = await aRunner(api)
  const path = `${all}/${await create({ agentId })}`
  expect((await api.call('DELETE', `/v1/agents/${agentId}`)).status).toBe(202)
  expect((await api.call('PUT', path, { body: definition({ agentId: nobody }) })).status).toBe(400)
  const kept = await api.call('PUT', path, { body: definition({ agentId, name: 'Renamed' }) })
  expect(kept).toMatchObject({ status: 200, body: { agentId, name: 'Renamed' } })
})

test('every fault is named, and what is too large is refused', async () => {
  const { all, definition } = await aPlace()
  const wrong = { ...definition({ name: ' ' }), streamingTarget: 's3', colour: 'red' }
  const answer = await api.call<{ violations: string[] }>('POST', all, { body: wrong })
  expect(answer.status).toBe(400)
  expect(answer.body.violations).toHaveLength(3)
  const text = 'x'.repeat(MAX_STREAMING_PIPELINE_BODY_BYTES)
  const large = definition({ streamingSource: { text } })
  expect((await api.call('POST', all, { body: large })).status).toBe(413)
})

test('readers read, administrators change, and others do not see the project', async () => {
  const { projectId, all, definition, create } = await aPlace()
  const path = `${all}/${await create()}`
  const as = async (role: 'READ_ONLY' | 'CONTRIBUTOR' | 'ADMIN') =>
    (await api.credential({ projectRoles: [{ projectId, role }] })).token
  for (const token of [await as('READ_ONLY'), await as('CONTRIBUTOR')]) {
    expect((await api.call('GET', `${path}/status`, { token })).status).toBe(200)
    expect((await api.call('PUT', path, { token, body: {} })).status).toBe(403)
    expect((await api.call('POST', `${path}/commands`, { token, body: {} })).status).toBe(403)
    expect((await api.call('DELETE', path, { token })).status).toBe(403)
  }
  const token = await as('ADMIN')
  expect((await api.call('PUT', path, { token, body: definition({ name: 'Mine' }) })).status).toBe(200)
  const { token: outsider } = await api.credential()
  expect((await api.call('GET', path, { token: outsider })).status).toBe(404)
  const other = await aPlace()
  expect((await api.call('GET', path.replace(projectId, other.projectId))).status).toBe(404)
})

test('a project has a limit of them, for creates at once too, and they are deleted with it', async () => {
  const { projectId, agentId, all, definition } = await aPlace()
  const rows = Array.from({ length: MAX_STREAMING_PIPELINES - 1 }, (_, n) => ({
    id: randomUUID(),
    project_id: projectId,
    name: `P ${n}`,
    runner_id: agentId,
    source: '{}',
    target: '{}',
  }))
  await api.db.insertInto('streaming_pipeline').values(rows).execute()
  // Each waits before it adds its row, so that all of them would have counted the same.
  const answers = await api.db.transaction().execute(async (tx) => {
    await sql`lock table streaming_pipeline in share mode`.execute(tx)
    const creates = [1, 2, 3].map(() => api.call('POST', all, { body: definition() }))
    await expect.poll(() => waitingTransactions(tx), { timeout: 10_000 }).toBe(3)
    return creates
  })
  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect((await api.call('DELETE', `/v1/projects/${projectId}`)).status).toBe(204)
  const left = api.db.selectFrom('streaming_pipeline').select('id').where('project_id', '=', projectId)
  expect(await left.execute()).toEqual([])
})

test('the trail of changes has no value that was written in place of the name of a secret', async () => {
  const { projectId, all, definition } = await aPlace()
  const streamingSource = { type: 'mysql', connection: { username: 'cdc', password: 'correct-horse' } }
  await api.call('POST', all, { body: definition({ streamingSource }) })
  const query = `operation=createStreamingPipeline&projectId=${projectId}`
  const find = async () => (await api.call<{ results: object[] }>('GET', `/v1/events?${query}`)).body.results
  await expect.poll(async () => (await find()).length).toBe(1)
  const trail = JSON.stringify(await find())
  expect(trail).toContain('cdc')
  expect(trail).not.toContain('correct-horse')
})
