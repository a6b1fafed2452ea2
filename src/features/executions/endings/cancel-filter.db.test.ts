import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import { newId, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { isTerminal } from '../states.ts'

/** Cancelling by a filter, held against the list with the same filter: what is shown is what is cancelled. */
const api = useApi()
const HOUR_MS = 3_600_000
const schedule = newId()
const otherRunner = newId()
let place: Awaited<ReturnType<typeof aPublishedProject>>

interface Variant {
  readonly name: string
  readonly environment: string
  readonly status: string
  readonly runner: string
  readonly schedule: string | null
  readonly hoursAgo: number
}

/** A runner that stays connected: what nobody holds would be ended or requeued meanwhile. */
const session = newId<SessionId>()

beforeAll(async () => {
  place = await aPublishedProject(api)
  await api.db
    .insertInto('runner_session')
    .values({
      id: session,
      runner_id: place.agentId as RunnerId,
      instance: 'test',
      agent_version: 'test',
      capacity: 20,
      lease_seconds: 100_000,
    })
    .execute()
})

/** One of each kind: names with a part in common, in other environments, states, times. */
async function executions(): Promise<void> {
  const plain = {
    name: 'Load',
    environment: 'Development',
    status: 'QUEUED',
    runner: place.agentId,
    schedule: null,
    hoursAgo: 0,
  }
  const variants: readonly Variant[] = [
    plain,
    { ...plain, name: 'daily/LOAD all' },
    { ...plain, name: 'Report 100%' },
    { ...plain, environment: 'Gone' },
    { ...plain, runner: otherRunner },
    { ...plain, schedule },
    { ...plain, hoursAgo: 30 },
    { ...plain, status: 'RUNNING' },
    { ...plain, status: 'RUNNING', hoursAgo: 30, name: 'reload' },
    { ...plain, status: 'CANCELLING' },
    { ...plain, status: 'SUCCESS' },
    { ...plain, status: 'FAILED', hoursAgo: 30 },
  ]
  const rows = variants.map((variant) => {
    const queued = Date.now() - variant.hoursAgo * HOUR_MS - 1_000
    const started = variant.status === 'QUEUED' ? null : new Date(queued + 500).toISOString()
    return { ...variant, id: newId(queued), queued: new Date(queued).toISOString(), started }
  })
  await sql`
    insert into execution (id, root_id, project_id, environment_id, environment_name, artifact_id, version_name,
           pipeline_name, pipeline_type, runner_id, status, trigger, started_by, schedule_id, queued_at, started_at, session_id)
    select id, id, ${place.projectId}, ${place.environmentId}, environment, ${place.artifactId}, '1', name, 'orchestration',
           runner, status, 'API', 'test', schedule, queued, started,
           case when status in ('RUNNING', 'CANCELLING') then ${session}::uuid end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x (id uuid, name text, environment text, status text, runner uuid, schedule uuid, queued timestamptz,
              started timestamptz)`.execute(api.db)
}

afterEach(async () => {
  await sql`delete from execution where project_id = ${place.projectId}`.execute(api.db)
})

type Filter = Readonly<Record<string, string | readonly string[]>>

async function shown(filter: Filter): Promise<{ id: string; status: string }[]> {
  const query = new URLSearchParams({ projectId: place.projectId, limit: '100' })
  for (const [name, value] of Object.entries(filter)) query.append(name, [value].flat().join(','))
  const { body } = await api.call<{ results: { pipelineExecutionId: string; status: never }[] }>(
    'GET',
    `/v1/pipeline-executions?${query}`,
  )
  return body.results.map(({ pipelineExecutionId: id, status }) => ({ id, status }))
}

const cancel = (body: object) =>
  api.call<{ cancelled: number }>(
    'POST',
    `/v1/projects/${place.projectId}/pipeline-executions/cancellations`,
    { body },
  )

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

test.each<[Filter, number]>([
  [{}, 10],
  [{ pipelineName: 'load' }, 9],
  [{ pipelineName: 'Load' }, 9],
  [{ pipelineName: 'LOAD all' }, 1],
  [{ pipelineName: '%' }, 1],
  [{ pipelineName: 'Load.orch.yaml' }, 0],
  [{ environmentName: 'Gone' }, 1],
  [{ environmentName: 'gone' }, 0],
  [{ status: 'QUEUED' }, 7],
  [{ status: ['RUNNING', 'CANCELLING'] }, 3],
  [{ status: ['QUEUED', 'RUNNING'], pipelineName: 'LOAD' }, 8],
  [{ agentId: otherRunner }, 1],
  [{ scheduleId: schedule }, 1],
  [{ queuedBefore: hoursAgo(3) }, 2],
  [{ queuedAfter: hoursAgo(3), pipelineName: 'load' }, 7],
  [{ startedAfter: hoursAgo(3) }, 2],
  [{ startedBefore: hoursAgo(3), pipelineName: 'e' }, 1],
  [{ timeFrame: 'PT3H', status: 'RUNNING' }, 1],
])('with %j what the list shows and is live is cancelled, and nothing else', async (filter, live) => {
  await executions()
  const everything = await shown({})
  const expected = (await shown(filter)).filter(({ status }) => !isTerminal(status as never))
  expect(expected).toHaveLength(live)
  expect((await cancel({ ...filter, forceUpdate: true })).body).toEqual({
    cancelled: live,
    cancelling: 0,
    more: false,
  })
  const before = new Map(everything.map(({ id, status }) => [id, status]))
  const changed = (await shown({})).filter(({ id, status }) => before.get(id) !== status)
  expect(changed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
})

test('without force, what is being cancelled stays so', async () => {
  await executions()
  expect((await cancel({ status: 'CANCELLING' })).body).toEqual({ cancelled: 0, cancelling: 0, more: false })
  expect((await cancel({})).body).toEqual({ cancelled: 7, cancelling: 2, more: false })
})

test.each([
  { status: 'SUCCESS' },
  { status: [] },
  { status: ['QUEUED', 'FAILED'] },
  { pipelineName: '' },
  { environmentName: '' },
  { timeFrame: 'an hour' },
  { projectId: newId() },
])('%j is rejected', async (filter) => {
  expect((await cancel(filter)).status).toBe(400)
})
