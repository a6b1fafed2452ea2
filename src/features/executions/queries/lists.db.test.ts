import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import type { Caller } from '../../../http/caller.ts'
import { type ClientId, newId } from '../../../lib/ids.ts'
import { listSlower } from '../slower/slower-store.ts'
import type { ListFilter } from './filter-sql.ts'
import { countExecutions, listExecutions } from './list-store.ts'

/** Lists of executions of quiet projects, in a database in which another one is busy, and later. */
const t = useDatabase()
const QUIET = 3_000
const BUSY = 4_000
const PAGE = 400
/** So many, the oldest of each project, are of another environment and another runner. */
const FEW = 10
/** One in so many waited a day before it started. */
const WAITED = 100
/** Entries and rows that a page of 25 may read, beyond which it has looked among those of others. */
const MOST_READ = 300
const DAY_MS = 86_400_000
/** The first and the last: estimates of how many rows there are differ for them. */
const [low, busy, high] = [newId(1), newId(2), newId(3)]
const schedules: Record<string, string> = { [low]: newId(4), [high]: newId(5) }
const [runner, oldRunner] = [newId(), newId()]
const lastYear = Date.now() - 365 * DAY_MS
const admin = aCaller('SUPER_ADMIN')
const user = aCaller('USER')
/** Sees only the environment Old, in which few executions ran, of one project. */
const narrow = aCaller('USER')
const environmentIds = new Map<string, string>()
const environmentOf = (project: string, name: string): string => {
  const key = `${project} ${name}`
  if (!environmentIds.has(key)) environmentIds.set(key, newId())
  return environmentIds.get(key)!
}

interface Row {
  readonly id: string
  readonly project: string
  readonly pipeline: string
  readonly status: string
  readonly schedule: string | null
  readonly runner: string
  readonly environment: string
  readonly environmentId: string
  readonly queued: string
  readonly started: string
}
let rows: Row[]

function aCaller(accountRole: Caller['accountRole']): Caller {
  const principalId = newId()
  return { kind: 'CREDENTIAL', principalId, clientId: principalId as ClientId, name: 'test', accountRole }
}

beforeAll(async () => {
  const states = ['SUCCESS', 'SUCCESS', 'CANCELLED', 'QUEUED']
  const some = (count: number, project: string, begun: number): Row[] =>
    Array.from({ length: count }, (_, i) => {
      const queued = begun + i * 1000
      return {
        id: newId(queued),
        project,
        pipeline: `P${i % 3}`,
        status: states[i % 4]!,
        schedule: (i % 5 === 0 && schedules[project]) || null,
        runner: i < FEW ? oldRunner : i % 2 === 0 ? runner : newId(),
        environment: i < FEW ? 'Old' : 'E',
        environmentId: environmentOf(project, i < FEW ? 'Old' : 'E'),
        queued: new Date(queued).toISOString(),
        started: new Date(queued + (i % WAITED === 0 ? DAY_MS : 1)).toISOString(),
      }
    })
  rows = [low, high].flatMap((project) => some(QUIET, project, lastYear))
  rows.push(...some(BUSY, busy, Date.now() - DAY_MS))
  rows.push(...some(50, busy, Date.now() - DAY_MS / 2).map((row) => ({ ...row, status: 'FAILED' })))
  await sql`
    insert into execution (id, root_id, project_id, environment_id, environment_name, artifact_id, version_name,
           pipeline_name, pipeline_type, runner_id, status, trigger, started_by, schedule_id, queued_at, started_at)
    select id, id, project, "environmentId", environment, id, '1', pipeline, 'orchestration', runner, status, 'API', 'test', schedule,
           queued, started
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x (id uuid, project uuid, pipeline text, status text, schedule uuid, runner uuid, environment text, "environmentId" uuid,
              queued timestamptz, started timestamptz)`.execute(t.db)
  await sql`insert into principal (id, kind, account_role) values (${user.principalId}, 'CREDENTIAL', 'USER')`.execute(
    t.db,
  )
  await sql`insert into project (id, name, warehouse, agent_deployment_type)
            values (${low}, 'Low', 'DUCKDB', 'HYBRID'), (${high}, 'High', 'DUCKDB', 'HYBRID')`.execute(t.db)
  await sql`insert into project_role (project_id, principal_id, role)
            select id, ${user.principalId}, 'READ_ONLY' from project`.execute(t.db)
  await aNarrowCaller()
  await sql`vacuum analyze execution`.execute(t.db)
})

async function aNarrowCaller() {
  await sql`insert into runner (id, name, type, cloud_provider, deployment, track_name)
            select ${runner}, 'r', 'pipeline', 'self_hosted', 'process', name from agent_track limit 1`.execute(
    t.db,
  )
  for (const project of [low, high])
    for (const name of ['Old', 'E'])
      await sql`insert into environment (id, project_id, name, display_name, default_runner_id, connection)
                values (${environmentOf(project, name)}, ${project}, ${name}, ${name}, ${runner}, '{}')`.execute(
        t.db,
      )
  await sql`insert into principal (id, kind, account_role) values (${narrow.principalId}, 'CREDENTIAL', 'USER')`.execute(
    t.db,
  )
  await sql`insert into project_role (project_id, principal_id, role)
            values (${low}, ${narrow.principalId}, 'CONTRIBUTOR')`.execute(t.db)
  await sql`insert into environment_access (environment_id, principal_id, access)
            values (${environmentOf(low, 'E')}, ${narrow.principalId}, 'NO_ACCESS')`.execute(t.db)
}

const newestFirst = { isOldestFirst: false }

const filtersOf = (projectId: string): [string, ListFilter][] => [
  ['a project', { projectId }],
  ['a pipeline', { projectId, pipelineName: 'P1' }],
  ['a state that some have', { projectId, status: ['CANCELLED'] }],
  ['a state that only others have', { projectId, status: ['FAILED'] }],
  ['several states', { projectId, status: ['CANCELLED', 'FAILED', 'QUEUED'] }],
  ['several states of a pipeline', { projectId, pipelineName: 'P2', status: ['FAILED', 'CANCELLED'] }],
  ['a part of the names of pipelines', { projectId, pipelineName: 'p' }],
  ['a part that no name has', { projectId, pipelineName: '%' }],
  ['states of what started lately', { projectId, startedAfter: at(QUIET), status: ['CANCELLED', 'QUEUED'] }],
  ['a part of what started lately', { projectId, startedAfter: at(QUIET), pipelineName: 'p1' }],
  ['a state and a pipeline', { projectId, pipelineName: 'P2', status: ['FAILED'] }],
  ['success of a pipeline', { projectId, pipelineName: 'P2', status: ['SUCCESS'] }],
  ['a schedule', { scheduleId: schedules[projectId]! }],
  ['a schedule in a project', { projectId, scheduleId: schedules[projectId]!, status: ['SUCCESS'] }],
  ['a runner in a project', { projectId, agentId: runner }],
  ['a runner that others took over from', { projectId, agentId: oldRunner }],
  ['an environment', { projectId, environmentName: 'Old' }],
  ['success in an environment', { projectId, environmentName: 'Old', status: ['SUCCESS'] }],
  ['a time in a project', { projectId, queuedAfter: at(10), queuedBefore: at(400) }],
  ['what started in a time', { projectId, startedAfter: at(10), startedBefore: at(400) }],
  ['what started lately', { projectId, startedAfter: at(QUIET) }],
  [
    'what started and was queued lately',
    { projectId, startedAfter: at(QUIET), queuedAfter: at(QUIET - 150) },
  ],
]
const at = (second: number) => new Date(lastYear + second * 1000).toISOString()

describe.each([...filtersOf(low), ...filtersOf(high)])('the list of %s', (_, filter) => {
  test('has page after page what it is asked for, from either end', async () => {
    const { projectId, pipelineName, status, scheduleId, agentId, environmentName } = filter
    const time = (at: string | undefined, otherwise: number) =>
      at === undefined ? otherwise : Date.parse(at)
    const expected = rows
      .filter((row) => projectId === undefined || row.project === projectId)
      .filter((row) => pipelineName === undefined || row.pipeline.includes(pipelineName.toUpperCase()))
      .filter((row) => status === undefined || (status as readonly string[]).includes(row.status))
      .filter((row) => scheduleId === undefined || row.schedule === scheduleId)
      .filter((row) => agentId === undefined || row.runner === agentId)
      .filter((row) => environmentName === undefined || row.environment === environmentName)
      .filter(({ started }) => Date.parse(started) >= time(filter.startedAfter, 0))
      .filter(({ started }) => Date.parse(started) < time(filter.startedBefore, Number.POSITIVE_INFINITY))
      .map(({ id }) => id)
      .filter((id) => timeOf(id) >= time(filter.queuedAfter, 0))
      .filter((id) => timeOf(id) < time(filter.queuedBefore, Number.POSITIVE_INFINITY))
      .toSorted()
    for (const caller of [admin, user]) {
      for (const isOldestFirst of [false, true]) {
        const found: string[] = []
        for (let page: string[] | undefined; page === undefined || page.length === PAGE; found.push(...page))
          page = (
            await listExecutions(t.db, caller, filter, { after: found.at(-1), isOldestFirst }, PAGE)
          ).map((one) => one.pipelineExecutionId)
        expect(found).toEqual(isOldestFirst ? expected : expected.toReversed())
      }
      expect(await countExecutions(t.db, caller, filter, 10_000)).toBe(expected.length)
      expect(await countExecutions(t.db, caller, filter, 7)).toBe(Math.min(7, expected.length))
    }
  })

  test('does not read what others have run since', async () => {
    for (const caller of [admin, user]) {
      for (const start of [newestFirst, { isOldestFirst: true }]) {
        const read = await rowsRead(t.db, 'execution', (tx) => listExecutions(tx, caller, filter, start, 26))
        expect(read).toBeLessThan(MOST_READ)
      }
      const counted = (tx: typeof t.db) => countExecutions(tx, caller, filter, 26)
      expect(await rowsRead(t.db, 'execution', counted)).toBeLessThan(MOST_READ)
    }
  })
})

test('without a project, users see what is in theirs, and read no more; administrators see all', async () => {
  const list = (caller: Caller) => (tx: typeof t.db) => listExecutions(tx, caller, {}, newestFirst, 26)
  const ids = async (caller: Caller) => (await list(caller)(t.db)).map((one) => one.pipelineExecutionId)
  const newest = (some: readonly Row[]) =>
    some
      .map(({ id }) => id)
      .toSorted()
      .toReversed()
      .slice(0, 26)
  expect(await ids(user)).toEqual(newest(rows.filter(({ project }) => project !== busy)))
  expect(await ids(admin)).toEqual(newest(rows))
  for (const caller of [user, admin])
    expect(await rowsRead(t.db, 'execution', list(caller))).toBeLessThan(MOST_READ)
})

test('what is hidden from a caller is neither listed nor read', async () => {
  const seen = rows.filter(({ project, environment }) => project === low && environment === 'Old')
  const filters: ListFilter[] = [{}, { projectId: low }, { projectId: low, status: ['SUCCESS'] }]
  for (const filter of filters) {
    const list = (tx: typeof t.db) => listExecutions(tx, narrow, filter, newestFirst, 26)
    const expected = seen.filter(({ status }) => filter.status === undefined || status === 'SUCCESS')
    expect((await list(t.db)).map((one) => one.pipelineExecutionId).toSorted()).toEqual(
      expected.map(({ id }) => id).toSorted(),
    )
    expect(await rowsRead(t.db, 'execution', list)).toBeLessThan(MOST_READ)
  }
  const byPipeline = { projectId: low, pipelineName: 'P1' }
  for (const { environmentName } of await listExecutions(t.db, narrow, byPipeline, newestFirst, 100))
    expect(environmentName).toBe('Old')
})

test('a pipeline is slower when its newest success took much longer than those before it, and is hidden like they are', async () => {
  const now = Date.now()
  const runs = (pipeline: string, environment: string, seconds: readonly number[], status = 'SUCCESS') =>
    seconds.map((took, i) => {
      const started = now - 3_600_000 + i * 1_000
      const environmentId = environmentOf(low, environment)
      const finished = new Date(started + took * 1_000)
      return {
        id: newId(started),
        pipeline,
        environment,
        environmentId,
        status,
        started: new Date(started),
        finished,
      }
    })
  const recent = [
    ...runs('Slower', 'E', [20, 22, 20, 21, 20, 60]),
    ...runs('Slower', 'Old', [20, 20, 20, 20, 20, 20]),
    ...runs('Slowest', 'Old', [10, 10, 10, 10, 10, 100]),
    ...runs('New', 'E', [1, 1, 1, 1, 900]),
    ...runs('Short', 'E', [0.1, 0.1, 0.1, 0.1, 0.1, 3]),
    ...runs('Fails', 'E', [20, 20, 20, 20, 20, 20]),
    ...runs('Fails', 'E', [500], 'FAILED'),
  ]
  await sql`
    insert into execution (id, root_id, project_id, environment_id, environment_name, artifact_id, version_name, pipeline_name,
           pipeline_type, runner_id, status, trigger, started_by, queued_at, started_at, finished_at)
    select id, id, ${low}::uuid, "environmentId", environment, id, '1', pipeline, 'orchestration', ${runner}::uuid, status, 'API',
           'test', started, started, finished
      from jsonb_to_recordset(${JSON.stringify(recent)}::jsonb)
        as x (id uuid, pipeline text, environment text, "environmentId" uuid, status text, started timestamptz,
              finished timestamptz)`.execute(t.db)
  await sql`insert into project (id, name, warehouse, agent_deployment_type)
            values (${busy}, 'Busy', 'DUCKDB', 'HYBRID')`.execute(t.db)
  const slowest = { pipelineName: 'Slowest', environmentName: 'Old', durationMs: 100_000, usualMs: 10_000 }
  const slower = {
    pipelineName: 'Slower',
    environmentName: 'E',
    durationMs: 60_000,
    usualMs: 20_000,
    comparedWith: 5,
  }
  for (const caller of [admin, user])
    expect(await listSlower(t.db, caller, 10)).toMatchObject([slowest, slower])
  expect(await listSlower(t.db, admin, 1)).toMatchObject([slowest])
  expect(await listSlower(t.db, narrow, 10)).toMatchObject([slowest])
  expect(await listSlower(t.db, aCaller('USER'), 10)).toEqual([])
  for (const caller of [admin, user])
    expect(await rowsRead(t.db, 'execution', (tx) => listSlower(tx, caller, 10))).toBeLessThan(2 * QUIET)
})

/** When an id was made, in milliseconds. */
const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
