import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, publish } from '../../../../test/support/factories.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import { newId } from '../../../lib/ids.ts'
import { readQueueFigures } from './metrics-store.ts'
import { deleteExecutionsOfNoProject, deleteOldExecutions } from './retention-store.ts'

const api = useApi()
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

/** An execution as it was made so many days ago, with a step and a line of log. */
async function anOldOne(projectId: string, days: number, own: { root?: string; status?: string } = {}) {
  const id = newId(daysAgo(days).getTime())
  const { root = id, status = 'SUCCESS' } = own
  await api.db
    .insertInto('execution')
    .values({
      id,
      root_id: root,
      parent_id: root === id ? null : root,
      project_id: projectId,
      status,
      environment_id: newId(),
      environment_name: 'E',
      artifact_id: newId(),
      version_name: '1',
      pipeline_name: 'P',
      pipeline_type: 'orchestration',
      runner_id: newId(),
      trigger: 'API',
      started_by: 'me',
      finished_at: status === 'RUNNING' ? null : daysAgo(days),
      session_id: status === 'RUNNING' ? newId() : null,
    })
    .execute()
  const step = { execution_id: id, seq: 0, key: 'A', name: 'A', type: 'start', result: 'SUCCESS' }
  await api.db
    .insertInto('step')
    .values({ ...step, started_at: daysAgo(days) })
    .execute()
  const line = { root_id: id, first_line: 0, line_count: 1, lines: '{}\n' }
  if (root === id) await api.db.insertInto('execution_log').values(line).execute()
  return id
}

test('what ended too long ago goes with its children, steps and logs; what is live or younger stays', async () => {
  const { projectId } = await aProject(api)
  const old = await anOldOne(projectId, 91)
  await anOldOne(projectId, 91, { root: old })
  const kept = [await anOldOne(projectId, 89), await anOldOne(projectId, 200, { status: 'RUNNING' })].sort()
  expect(await deleteOldExecutions(api.db, 90)).toBe(1)
  expect(await deleteOldExecutions(api.db, 90)).toBe(0)
  await expectToHaveKept(kept)
})

test('the children of an iterator go in portions, and what started them goes last', async () => {
  const { projectId } = await aProject(api)
  const root = await anOldOne(projectId, 91)
  const child = await anOldOne(projectId, 91, { root })
  await sql`
    insert into execution
    select (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid()))).*
      from execution x, generate_series(1, 1500) where x.id = ${child}`.execute(api.db)
  expect(await deleteOldExecutions(api.db, 90)).toBe(1_000)
  expect(await executionsLeft()).toContain(root)
  expect(await deleteOldExecutions(api.db, 90)).toBe(1)
  expect(await executionsLeft()).not.toContain(root)
  expect(await deleteOldExecutions(api.db, 90)).toBe(0)
})

test('an API process whose clock is ahead deletes nothing that the database takes for young', async () => {
  const { projectId } = await aProject(api)
  const kept = await anOldOne(projectId, 1)
  vi.useFakeTimers({ toFake: ['Date'], now: daysAgo(-1_000) })
  try {
    await deleteOldExecutions(api.db, 90)
  } finally {
    vi.useRealTimers()
  }
  expect(await executionsLeft()).toContain(kept)
})

test('what ran in a project goes when the project was deleted, whatever its age; other projects keep theirs', async () => {
  const { projectId: other } = await aProject(api)
  await Promise.all(Array.from({ length: 100 }, () => anOldOne(other, 1)))
  const kept = (await executionsLeft()).sort()
  const gone = [newId(1), newId()]
  for (const projectId of gone) await anOldOne(projectId, 0, { root: await anOldOne(projectId, 1) })
  expect(await deleteExecutionsOfNoProject(api.db)).toBe(2)
  await sql`vacuum analyze execution`.execute(api.db)
  const read = await rowsRead(api.db, 'execution', async (tx) =>
    expect(await deleteExecutionsOfNoProject(tx)).toBe(0),
  )
  expect(read).toBeLessThan(20)
  await expectToHaveKept(kept)
})

const executionsLeft = async () =>
  (await api.db.selectFrom('execution').select('id').execute()).map(({ id }) => id)

async function expectToHaveKept(ids: readonly string[]): Promise<void> {
  for (const [table, column] of [
    ['execution', 'id'],
    ['step', 'execution_id'],
    ['execution_log', 'root_id'],
  ] as const) {
    const rows = await api.db
      .selectFrom(table)
      .select(column as never)
      .execute()
    expect(rows.map((row) => row[column]).sort()).toEqual(ids)
  }
}

test('metrics tell how deep the queue is and how long the oldest waits, but not for a paused runner', async () => {
  const { projectId, agentId } = await aProject(api)
  await publish(api, projectId, { 'P.orch.yaml': orchestration({ Start: start() }) })
  const body = { pipelineName: 'P', environmentName: 'Development' }
  await api.call('POST', `/v1/projects/${projectId}/pipeline-executions`, { body })
  await api.db
    .updateTable('execution')
    .set({ queued_at: daysAgo(1) })
    .where('status', '=', 'QUEUED')
    .execute()
  const waiting = await readQueueFigures(api.db)
  expect(waiting.depth).toBe(1)
  expect(waiting.oldestSeconds).toBeGreaterThan(86_000)
  await api.call('POST', `/v1/agents/${agentId}/commands`, { body: { command: 'PAUSE' } })
  expect(await readQueueFigures(api.db)).toMatchObject({ depth: 1, oldestSeconds: 0 })
  const headers = { authorization: `Bearer ${await api.adminToken()}` }
  const metrics = await (await fetch(`${api.origin}/metrics`, { headers })).text()
  expect(metrics).toMatch(/^headrace_queue_depth 1$/m)
  expect(metrics).toMatch(/^headrace_dispatch_p99_seconds \d/m)
})
