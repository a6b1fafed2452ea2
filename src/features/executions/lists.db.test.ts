import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import type { Caller } from '../../http/caller.ts'
import { type ClientId, newId } from '../../lib/ids.ts'
import { listExecutions } from './store.ts'

/** Lists of executions of quiet projects, in a database in which another one is busy, and later. */
const t = useDatabase()
const QUIET = 3_000
const BUSY = 4_000
const PAGE = 400
/** Entries and rows that a page of 25 may read, beyond which it has looked among those of others. */
const MOST_READ = 300
const DAY_MS = 86_400_000
/** The first and the last: estimates of how many rows there are differ for them. */
const [low, busy, high] = [newId(1), newId(2), newId(3)]
const schedules: Record<string, string> = { [low]: newId(4), [high]: newId(5) }
const runner = newId()
const lastYear = Date.now() - 365 * DAY_MS
const admin = aCaller('SUPER_ADMIN')
const user = aCaller('USER')

interface Row {
  readonly id: string
  readonly project: string
  readonly pipeline: string
  readonly status: string
  readonly schedule: string | null
  readonly runner: string
}
let rows: Row[]

function aCaller(accountRole: Caller['accountRole']): Caller {
  const principalId = newId()
  return { kind: 'CREDENTIAL', principalId, clientId: principalId as ClientId, name: 'test', accountRole }
}

beforeAll(async () => {
  const states = ['SUCCESS', 'SUCCESS', 'CANCELLED', 'QUEUED']
  const some = (count: number, project: string, begun: number): Row[] =>
    Array.from({ length: count }, (_, i) => ({
      ...{ id: newId(begun + i * 1000), project, pipeline: `P${i % 3}`, status: states[i % 4]! },
      ...{
        schedule: (i % 5 === 0 && schedules[project]) || null,
        runner: i % 2 === 0 ? runner : newId(),
      },
    }))
  rows = [low, high].flatMap((project) => some(QUIET, project, lastYear))
  rows.push(...some(BUSY, busy, Date.now() - DAY_MS))
  rows.push(...some(50, busy, Date.now() - DAY_MS / 2).map((row) => ({ ...row, status: 'FAILED' })))
  await sql`
    insert into execution (id, root_id, project_id, environment_id, environment_name, artifact_id, version_name,
           pipeline_name, pipeline_type, runner_id, status, trigger, started_by, schedule_id)
    select id, id, project, id, 'E', id, '1', pipeline, 'orchestration', runner, status, 'API', 'test', schedule
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x (id uuid, project uuid, pipeline text, status text, schedule uuid, runner uuid)`.execute(t.db)
  await sql`insert into principal (id, kind, account_role) values (${user.principalId}, 'CREDENTIAL', 'USER')`.execute(
    t.db,
  )
  await sql`insert into project (id, name, warehouse, agent_deployment_type)
            values (${low}, 'Low', 'DUCKDB', 'HYBRID'), (${high}, 'High', 'DUCKDB', 'HYBRID')`.execute(t.db)
  await sql`insert into project_role (project_id, principal_id, role)
            select id, ${user.principalId}, 'READ_ONLY' from project`.execute(t.db)
  await sql`vacuum analyze execution`.execute(t.db)
})

type Filter = Parameters<typeof listExecutions>[2]
const filtersOf = (projectId: string): [string, Filter][] => [
  ['a project', { projectId }],
  ['a pipeline', { projectId, pipelineName: 'P1' }],
  ['a state that some have', { projectId, status: 'CANCELLED' }],
  ['a state that only others have', { projectId, status: 'FAILED' }],
  ['a state and a pipeline', { projectId, pipelineName: 'P2', status: 'FAILED' }],
  ['success of a pipeline', { projectId, pipelineName: 'P2', status: 'SUCCESS' }],
  ['a schedule', { scheduleId: schedules[projectId]! }],
  ['a schedule in a project', { projectId, scheduleId: schedules[projectId]!, status: 'SUCCESS' }],
  ['a runner in a project', { projectId, agentId: runner }],
  ['a time in a project', { projectId, queuedAfter: at(10), queuedBefore: at(400) }],
]
const at = (second: number) => new Date(lastYear + second * 1000).toISOString()

describe.each([...filtersOf(low), ...filtersOf(high)])('the list of %s', (_, filter) => {
  test('has page after page what it is asked for, the newest first', async () => {
    const { projectId, pipelineName, status, scheduleId, agentId } = filter
    const time = (at: string | undefined, otherwise: number) =>
      at === undefined ? otherwise : Date.parse(at)
    const expected = rows
      .filter((row) => projectId === undefined || row.project === projectId)
      .filter((row) => pipelineName === undefined || row.pipeline === pipelineName)
      .filter((row) => status === undefined || row.status === status)
      .filter((row) => scheduleId === undefined || row.schedule === scheduleId)
      .filter((row) => agentId === undefined || row.runner === agentId)
      .map(({ id }) => id)
      .filter((id) => timeOf(id) >= time(filter.queuedAfter, 0))
      .filter((id) => timeOf(id) < time(filter.queuedBefore, Number.POSITIVE_INFINITY))
      .toSorted()
      .toReversed()
    for (const caller of [admin, user]) {
      const found: string[] = []
      for (let page: string[] | undefined; page === undefined || page.length === PAGE; found.push(...page))
        page = (await listExecutions(t.db, caller, filter, found.at(-1), PAGE)).map(
          (one) => one.pipelineExecutionId,
        )
      expect(found).toEqual(expected)
    }
  })

  test('does not read what others have run since', async () => {
    for (const caller of [admin, user]) {
      const read = await rowsRead(t.db, 'execution', (tx) =>
        listExecutions(tx, caller, filter, undefined, 26),
      )
      expect(read).toBeLessThan(MOST_READ)
    }
  })
})

test('without a project people see what is in theirs, and read no more; administrators see all', async () => {
  const list = (caller: Caller) => (tx: typeof t.db) => listExecutions(tx, caller, {}, undefined, 26)
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

/** When an id was made, in milliseconds. */
const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
