import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { alertReceiver } from '../../../test/support/alerts.ts'
import { useApi } from '../../../test/support/api.ts'
import { countAllEnded } from '../../../test/support/counting.ts'
import { type ExecutionPlace, queuedExecutions } from '../../../test/support/executions.ts'
import { aPublishedProject } from '../../../test/support/factories.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { newId } from '../../lib/ids.ts'
import { watchConditions } from '../alerts/conditions/pass.ts'
import { deleteExecutionsOfNoProject } from '../executions/maintenance/retention-store.ts'
import { beginCounting, countEnded, readNoted } from '../statistics/counting/count-store.ts'
import type { ConsumptionOfDay, UserConsumption } from './schema.ts'
import { readConsumption } from './store.ts'

/** From the journal of executions that ended to what is reported of days. */
const api = useApi()
let place: ExecutionPlace
beforeEach(async () => {
  place = await aPublishedProject(api)
})

const DAYS = 'consumedFrom=2026-01-01&consumedBefore=2026-01-04'
const INSTANTS = 'consumedFrom=2026-01-01T00:00:00Z&consumedBefore=2026-01-04T00:00:00Z'
const count = () => countAllEnded(api.db)

interface StepRow {
  readonly type: string
  readonly from: string
  readonly to: string
  readonly key?: string
  readonly child?: string
  readonly iterations?: number
  readonly n?: number | null
}
const busy = (from: string, to: string): StepRow => ({ type: 'bash-script', from, to })

async function addSteps(execution: string, steps: readonly StepRow[]): Promise<void> {
  for (const [
    seq,
    { type, from, to, key = `S${seq}`, child = null, iterations = null, n = seq + 1 },
  ] of steps.entries())
    await sql`
      insert into step (execution_id, seq, key, name, type, result, started_at, finished_at, child_execution_id, expanded_n,
                        finished_n)
      values (${execution}, ${seq}, ${key}, ${key}, ${type}, 'SUCCESS', ${from}, ${to}, ${child}, ${iterations}, ${n})`.execute(
      api.db,
    )
}

const begin = (id: string) =>
  sql`update execution set status = 'RUNNING', session_id = ${newId()}, started_at = '2026-01-01Z' where id = ${id}`.execute(
    api.db,
  )
const end = (id: string, status = 'SUCCESS') =>
  sql`update execution set status = ${status}, finished_at = now() where id = ${id}`.execute(api.db)

/** An execution that ended, with these steps. */
async function ended(
  steps: readonly StepRow[],
  own: { trigger?: string; startedBy?: string; reused?: number } = {},
): Promise<string> {
  const [id] = await queuedExecutions(api.db, place, 1)
  const { trigger = 'API', startedBy = 'ada', reused = null } = own
  await sql`
    update execution set trigger = ${trigger}, started_by = ${startedBy}, reused_reports = ${reused}
     where id = ${id}`.execute(api.db)
  await begin(id!)
  await addSteps(id!, steps)
  await end(id!)
  return id!
}

async function days(): Promise<ConsumptionOfDay[]> {
  const path = `/v1/consumption?${DAYS}&projectId=${place.projectId}`
  return (await api.call<{ results: ConsumptionOfDay[] }>('GET', path)).body.results
}
/** Seconds by day. */
const seconds = async () =>
  (await days()).map(({ consumption }) =>
    Math.round(consumption.reduce((sum, { credits }) => sum + credits * 3_600, 0)),
  )

test('what a component kept busy is counted once, in the days in which it ran', async () => {
  await ended([
    busy('2026-01-01T10:00:00Z', '2026-01-01T11:00:00Z'),
    busy('2026-01-01T23:59:00Z', '2026-01-03T00:00:30Z'),
  ])
  await count()
  await count()
  expect(await seconds()).toEqual([3_660, 86_400, 30])
  const [first] = await days()
  expect(first).toEqual({
    consumedFrom: '2026-01-01T00:00:00.000Z',
    consumedBefore: '2026-01-02T00:00:00.000Z',
    consumption: [
      {
        consumptionType: 'orchestration',
        dimensions: {
          projectId: place.projectId,
          environment: 'Development',
          pipelineName: 'P',
          agentId: place.agentId,
        },
        credits: 3_660 / 3_600,
      },
    ],
  })
})

test('what only steers, what parts did within a step, calls, iterators and what a rerun took over consume nothing', async () => {
  const hour = { from: '2026-01-01T10:00:00Z', to: '2026-01-01T11:00:00Z' }
  const second = { from: '2026-01-01T10:00:00Z', to: '2026-01-01T10:00:01Z' }
  await ended(
    [
      { type: 'bash-script', ...hour, key: 'Reused' },
      { type: 'if', ...hour },
      { type: 'run-orchestration', ...hour, child: newId() },
      { type: 'table-iterator', ...hour, iterations: 3 },
      { type: 'model', ...hour, key: 'Build[model.shop.orders]' },
      { type: 'bash-script', ...second, key: 'Load[2]' },
      { type: 'bash-script', ...second, key: 'Load \\[all\\]' },
      { type: 'bash-script', ...second, key: 'Cancelled', n: null },
    ],
    { reused: 1 },
  )
  await count()
  expect(await seconds()).toEqual([3, 0, 0])
})

test('children count as their pipelines; an execution that never began, or has not ended, not at all', async () => {
  const [root, waiting, running] = await queuedExecutions(api.db, place, 3)
  await begin(root!)
  const child = newId()
  await sql`
    insert into execution
    select (jsonb_populate_record(x, jsonb_build_object('id', ${child}::text, 'parent_id', x.id, 'root_id', x.id,
           'pipeline_name', 'Child', 'pipeline_type', 'transformation', 'status', 'SUCCESS', 'finished_at', now()))).*
      from execution x where id = ${root}`.execute(api.db)
  await addSteps(child, [busy('2026-01-02T10:00:00Z', '2026-01-02T10:00:10Z')])
  await end(root!)
  await sql`update execution set status = 'CANCELLED', finished_at = now() where id = ${waiting}`.execute(
    api.db,
  )
  await begin(running!)
  await addSteps(running!, [busy('2026-01-02T10:00:00Z', '2026-01-02T10:00:10Z')])
  await count()
  const [, second] = await days()
  expect(second!.consumption).toMatchObject([
    { consumptionType: 'transformation', dimensions: { pipelineName: 'Child' }, credits: 10 / 3_600 },
  ])
  await end(running!, 'FAILED')
  await count()
  expect(await seconds()).toEqual([0, 20, 0])
})

test('users are those who started something themselves; a range that is wrong or too long is refused', async () => {
  const hour = busy('2026-01-01T10:00:00Z', '2026-01-01T11:00:00Z')
  await ended([hour])
  for (const trigger of ['SCHEDULE', 'TRIGGER']) await ended([hour], { trigger, startedBy: 'nobody' })
  await ended([hour], { trigger: 'SCHEDULE_RUN_NOW', startedBy: 'bob' })
  await ended([hour], { trigger: 'TRIGGER_RUN_NOW', startedBy: 'cora' })
  await count()
  const users = await api.call<UserConsumption>(
    'GET',
    `/v1/consumption/etl-users?${INSTANTS}&projectId=${place.projectId}`,
  )
  const chargedUsers = ['ada', 'bob', 'cora'].map((username) => ({ username }))
  expect(users.body).toMatchObject({ chargedUsers, credits: 3 })
  const refused = async (query: string) =>
    (await api.call('GET', `/v1/consumption?${query}`)).body['violations']
  expect(await refused('consumedFrom=2026-01-04&consumedBefore=2026-01-04')).toEqual([
    'query/consumedBefore must be after consumedFrom',
  ])
  expect(await refused('consumedFrom=2026-01-01&consumedBefore=2027-01-01')).toEqual([
    expect.stringContaining('at most 92 days'),
  ])
  expect(await refused('consumedFrom=0000-01-01&consumedBefore=0000-01-02')).toEqual([
    'query/consumedFrom must be a date such as 2026-01-31',
    'query/consumedBefore must be a date such as 2026-01-31',
  ])
  const lastDay = 'consumedFrom=9999-12-31T12:00:00Z&consumedBefore=9999-12-31T18:00:00Z'
  expect((await api.call('GET', `/v1/consumption/etl-users?${lastDay}`)).body).toMatchObject({ credits: 0 })
})

test('only administrators of a project see what it consumed', async () => {
  await ended([busy('2026-01-01T10:00:00Z', '2026-01-01T11:00:00Z')])
  await count()
  const as = async (role: 'ADMIN' | 'CONTRIBUTOR') => {
    const { token } = await api.credential({ projectRoles: [{ projectId: place.projectId, role }] })
    const all = await api.call<{ results: ConsumptionOfDay[] }>('GET', `/v1/consumption?${DAYS}`, { token })
    const one = await api.call('GET', `/v1/consumption?${DAYS}&projectId=${place.projectId}`, { token })
    return [all.body.results.flatMap(({ consumption }) => consumption).length, one.status]
  }
  expect(await as('ADMIN')).toEqual([1, 200])
  expect(await as('CONTRIBUTOR')).toEqual([0, 403])
})

test('a budget is reported once when it is exceeded in this month', async () => {
  await using receiver = await alertReceiver()
  const { projectId } = place
  const channel = await api.call<{ id: string }>('POST', '/v1/alert-channels', {
    body: { projectId, name: 'Money', type: 'WEBHOOK', webhookUrl: receiver.url },
  })
  const body = {
    projectId,
    name: 'Budget',
    events: ['BUDGET_EXCEEDED'],
    channelIds: [channel.body.id],
    creditsPerMonth: 1.5,
    environmentName: 'Development',
  }
  const made = await api.call<{ id: string }>('POST', '/v1/alert-rules', { body })
  expect(made.status).toBe(201)
  const look = () => watchConditions(api.db, () => undefined)
  const consume = (hours: number, environment: string) =>
    sql`insert into consumption values (now() at time zone 'UTC', ${projectId}, ${environment}, ${`P${Math.random()}`},
          'orchestration', ${place.agentId}, ${hours * 3_600e6})`.execute(api.db)
  await consume(1, 'Development')
  await consume(9, 'Production')
  await look()
  expect(receiver.received).toEqual([])
  await consume(1, 'Development')
  const titles = async () => {
    await look()
    return receiver.received.map(({ body }) => JSON.parse(body).data)
  }
  await expect.poll(async () => (await titles()).length, { timeout: 30_000 }).toBe(1)
  const [opened] = await titles()
  expect(opened.title).toMatch(/^Budget exceeded: executions in Development/)
  expect(opened.facts.detail).toMatch(/^It consumed 2 of 1.5 credits in \d{4}-\d\d\.$/)
  const without = await api.call('PUT', `/v1/alert-rules/${made.body.id}`, {
    body: { ...body, creditsPerMonth: undefined },
  })
  expect([without.status, without.body['violations']]).toEqual([
    400,
    ['body/creditsPerMonth and the event BUDGET_EXCEEDED require each other'],
  ])
})

test('what executions consumed is counted when their project is deleted right after they ended', async () => {
  const { projectId } = place
  const id = await api.db.transaction().execute(async (tx) => {
    await expect.poll(() => beginCounting(tx)).toBe(true)
    const execution = await ended([busy('2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z')])
    expect((await api.call('DELETE', `/v1/projects/${projectId}`)).status).toBe(204)
    await deleteExecutionsOfNoProject(api.db)
    return execution
  })
  await count()
  const { rows } = await sql`select from environment_statistics where project_id = ${projectId}`.execute(
    api.db,
  )
  expect(rows).toHaveLength(1)
  await deleteExecutionsOfNoProject(api.db)
  const left = await sql`select from execution where id = ${id}`.execute(api.db)
  expect(left.rows).toEqual([])
})

test('counting and reporting read as much as there is to count and to report, however many executions there were', async () => {
  await sql`
    insert into consumption
    select date '2020-01-01' + d, ${newId()}, 'E', 'P' || p, 'orchestration', ${place.agentId}, 1
      from generate_series(0, 999) d, generate_series(1, 40) p`.execute(api.db)
  const ids = await Promise.all(
    Array.from({ length: 3 }, () => ended([busy('2026-01-01T10:00:00Z', '2026-01-01T10:00:10Z')])),
  )
  await sql`analyze consumption`.execute(api.db)
  const others = await queuedExecutions(api.db, place, 20_000)
  expect(others.length + ids.length).toBeGreaterThan(20_000)
  await sql`insert into ended_executions (execution_ids) values (${ids}::uuid[])`.execute(api.db)
  await sql`analyze execution`.execute(api.db)
  const scope = { caller: { accountRole: 'SUPER_ADMIN' } as never, projectId: undefined }
  const read = (tx: typeof api.db) => readConsumption(tx, scope, { from: '2020-03-01', before: '2020-03-03' })
  expect(await rowsRead(api.db, 'consumption', read)).toBeLessThan(500)
  expect(
    await rowsRead(api.db, 'execution', async (tx) => countEnded(tx, await readNoted(tx, 1_000))),
  ).toBeLessThan(500)
})
