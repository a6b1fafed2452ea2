import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, declareVariables, publish } from '../../../../test/support/factories.ts'
import { executionsOf, ticksOf } from '../../../../test/support/schedules.ts'
import { waitingTransactions } from '../../../../test/support/waiting.ts'
import { newId } from '../../../lib/ids.ts'
import type { Backfill, BackfillPlan } from '../schema.ts'

const api = useApi()
const pipeline =
  'type: "orchestration"\nversion: "1.0"\npipeline:\n  components:\n    Start:\n      type: "start"\n'
const day = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }

let all: string
beforeAll(async () => {
  const { projectId } = await aProject(api)
  await publish(api, projectId, { 'Main.orch.yaml': pipeline })
  await declareVariables(api, projectId, { due: 'TEXT' })
  all = `/v1/projects/${projectId}/schedules`
})

async function aSchedule(own: object = {}): Promise<string> {
  const body = {
    pipeline: { pipelineName: 'Main', environmentName: 'Development', dueTimeVariable: 'due' },
    schedule: { name: 'Hourly', cronExpression: '0 0 * * * ?', scheduleEnabled: false, ...own },
  }
  const made = await api.call<{ scheduleId: string }>('POST', all, { body })
  expect(made).toMatchObject({ status: 201 })
  return made.body.scheduleId
}
const backfill = (id: string, body: object) =>
  api.call<BackfillPlan & { violations: string[]; detail: string }>('POST', `${all}/${id}/backfills`, {
    body,
  })
const backfillsOf = async (id: string): Promise<Backfill[]> =>
  (await api.call<{ results: Backfill[] }>('GET', `${all}/${id}/backfills`)).body.results
const untilDone = (id: string) =>
  expect.poll(async () => (await backfillsOf(id))[0]?.status, { timeout: 15_000 }).toBe('DONE')

test('a dry run says what would run and starts nothing', async () => {
  const id = await aSchedule()
  const { status, body } = await backfill(id, day)
  expect(status).toBe(200)
  expect(body).toMatchObject({ dryRun: true, total: 24, alreadyRun: 0 })
  expect(body.fireTimes[23]).toBe('2026-01-01T23:00:00.000Z')
  expect(await backfillsOf(id)).toEqual([])
})

test('each due time of the range runs once, after live work, and knows its time', async () => {
  const id = await aSchedule()
  const { status, body } = await backfill(id, { ...day, dryRun: false })
  expect(status).toBe(201)
  await untilDone(id)
  const executions = await executionsOf(api.db, id)
  expect(executions).toHaveLength(24)
  expect(executions.every(({ priority, status: state }) => priority === 1 && state === 'QUEUED')).toBe(true)
  expect(executions[1]!.scalar_variables).toEqual({ due: '2026-01-01T01:00:00.000Z' })
  expect(await backfillsOf(id)).toMatchObject([{ backfillId: body.backfillId, queued: 24, total: 24 }])
  const again = await backfill(id, { from: day.from, to: '2026-01-02T02:00:00Z' })
  expect(again.body).toMatchObject({ total: 26, alreadyRun: 24 })
})

test('executions that must not overlap come one after another', async () => {
  const id = await aSchedule({ allowConcurrentExecutions: false })
  await backfill(id, { from: day.from, to: '2026-01-01T03:00:00Z', dryRun: false })
  for (let count = 1; count <= 3; count++) {
    await expect
      .poll(async () => (await executionsOf(api.db, id)).length, { timeout: 10_000 })
      .toBeGreaterThanOrEqual(count)
    const executions = await executionsOf(api.db, id)
    expect(executions.filter(({ status }) => status === 'QUEUED')).toHaveLength(1)
    await api.db.updateTable('execution').set({ status: 'CANCELLED' }).where('schedule_id', '=', id).execute()
  }
  await untilDone(id)
  expect((await ticksOf(api.db, id)).map(({ outcome }) => outcome)).toEqual(['FIRED', 'FIRED', 'FIRED'])
})

describe('where executions must not overlap, a run that a backfill has queued', () => {
  const outcomesOf = async (id: string) => (await ticksOf(api.db, id)).map(({ outcome }) => outcome)
  const isDue = (id: string, at = sql`date_trunc('hour', now())`) =>
    sql`update schedule_clock set next_due_at = ${at}, next_run_at = now() where schedule_id = ${id}`.execute(
      api.db,
    )
  const runNow = (id: string) => api.call('POST', `${all}/${id}/executions`)

  /** With a backfill of one due time, which is queued. */
  async function aBackfilledSchedule(own: object = {}) {
    const id = await aSchedule({
      allowConcurrentExecutions: false,
      scheduleEnabled: true,
      effectiveFrom: day.from,
      ...own,
    })
    const { body } = await backfill(id, { from: day.from, to: '2026-01-01T01:00:00Z', dryRun: false })
    await expect.poll(() => outcomesOf(id), { timeout: 10_000 }).toEqual(['FIRED'])
    return { id, backfillId: body.backfillId }
  }

  test('is taken back for a due time, and queued again after it', async () => {
    const { id } = await aBackfilledSchedule()
    await isDue(id)
    await expect.poll(() => outcomesOf(id), { timeout: 10_000 }).toEqual(['SKIPPED', 'FIRED'])
    const [live, ...others] = await executionsOf(api.db, id)
    expect([live, others]).toMatchObject([{ status: 'QUEUED', priority: 0 }, []])
    expect((await ticksOf(api.db, id))[0]).toMatchObject({
      reason: expect.stringMatching(/took it back/),
      execution_id: null,
    })
    expect(await backfillsOf(id)).toMatchObject([{ status: 'RUNNING', queued: 0 }])
    await api.db.updateTable('execution').set({ status: 'CANCELLED' }).where('id', '=', live!.id).execute()
    await expect.poll(() => outcomesOf(id), { timeout: 10_000 }).toEqual(['FIRED', 'FIRED'])
    const again = (await executionsOf(api.db, id)).at(-1)!
    expect(again).toMatchObject({ status: 'QUEUED', scalar_variables: { due: '2026-01-01T00:00:00.000Z' } })
    expect(await backfillsOf(id)).toMatchObject([{ status: 'RUNNING', queued: 1 }])
    await api.db.updateTable('execution').set({ status: 'CANCELLED' }).where('id', '=', again.id).execute()
    await untilDone(id)
  })

  test('is taken back when the schedule is run now', async () => {
    const { id } = await aBackfilledSchedule()
    expect((await runNow(id)).status).toBe(201)
    expect(await executionsOf(api.db, id)).toMatchObject([{ trigger: 'SCHEDULE_RUN_NOW', status: 'QUEUED' }])
    expect(await outcomesOf(id)).toEqual(['SKIPPED'])
    expect((await runNow(id)).status).toBe(409)
  })

  test('stays when it has begun, and when its backfill was stopped', async () => {
    const begun = await aBackfilledSchedule()
    await api.db
      .updateTable('execution')
      .set({ status: 'RUNNING', session_id: newId(), started_at: new Date() })
      .where('schedule_id', '=', begun.id)
      .execute()
    const stopped = await aBackfilledSchedule()
    await api.call('DELETE', `${all}/${stopped.id}/backfills/${stopped.backfillId}`)
    for (const { id } of [begun, stopped]) {
      await isDue(id)
      await expect.poll(() => outcomesOf(id), { timeout: 10_000 }).toEqual(['FIRED', 'SKIPPED'])
      expect((await runNow(id)).status).toBe(409)
    }
    expect((await executionsOf(api.db, stopped.id)).map(({ status }) => status)).toEqual([
      'QUEUED',
      'SKIPPED',
    ])
  })

  test('stays where nothing starts in its place', async () => {
    const failing = await aBackfilledSchedule()
    await sql`update schedule set pipeline_name = 'Gone' where id = ${failing.id}`.execute(api.db)
    await isDue(failing.id)
    await expect.poll(() => outcomesOf(failing.id), { timeout: 10_000 }).toEqual(['FIRED', 'FAILED'])
    const twiceAYear = { cronExpression: '0 0 0 1,2 1 ?', missedRunPolicy: 'SKIP' }
    const missing = await aBackfilledSchedule(twiceAYear)
    await isDue(missing.id, sql`${new Date('2026-01-02T00:00:00Z')}::timestamptz`)
    await expect.poll(() => outcomesOf(missing.id), { timeout: 10_000 }).toEqual(['FIRED', 'MISSED'])
    for (const { id } of [failing, missing])
      expect((await executionsOf(api.db, id))[0]).toMatchObject({ status: 'QUEUED', priority: 1 })
  })
})

test('one backfill of a schedule at a time; a stopped one queues no more', async () => {
  const id = await aSchedule({ allowConcurrentExecutions: false })
  const { body } = await backfill(id, { ...day, dryRun: false })
  expect((await backfill(id, { ...day, dryRun: false })).status).toBe(409)
  expect((await api.call('DELETE', `${all}/${id}/backfills/${body.backfillId}`)).status).toBe(204)
  expect(await backfillsOf(id)).toMatchObject([{ status: 'CANCELLED' }])
  expect((await backfill(id, { ...day, dryRun: false })).status).toBe(201)
})

test('due times from before the history of a schedule are refused: they may have run', async () => {
  const id = await aSchedule()
  await sql`update schedule set created_at = now() - interval '91 days' where id = ${id}`.execute(api.db)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const { status, body } = await backfill(id, { from: daysAgo(91), to: daysAgo(88) })
  expect(status).toBe(400)
  expect(body.violations).toEqual([
    expect.stringMatching(/^body\/from must not be before \S+: what ran earlier is no longer known/),
  ])
  expect((await backfill(id, { from: daysAgo(89), to: daysAgo(88) })).body).toMatchObject({ total: 24 })
})

test('violations are listed', async () => {
  const id = await aSchedule()
  const { status, body } = await backfill(id, { from: '2199-01-01T00:00:00Z', to: '2198-01-01T00:00:00Z' })
  expect(status).toBe(400)
  expect(body.violations).toEqual([
    'body/to must be later than body/from',
    'body/to must not be in the future: later due times run by themselves',
  ])
  const seconds = await aSchedule({ cronExpression: '* * * * * ?' })
  expect((await backfill(seconds, day)).body.violations).toEqual([
    'body/to is too late: the range has more than 10000 due times; divide it',
  ])
})

test('a backfill that begins while its schedule is changed: one waits for the other', async () => {
  const id = await aSchedule()
  const { making, changing } = await api.db.transaction().execute(async (tx) => {
    // Between its locks a backfill reads what ran.
    await sql`lock table schedule_tick in access exclusive mode`.execute(tx)
    const making = backfill(id, { ...day, dryRun: false })
    await expect.poll(() => waitingTransactions(api.db)).toBe(1)
    const changing = api.call('PATCH', `${all}/${id}`, { body: { name: 'Every hour' } })
    await expect.poll(() => waitingTransactions(api.db)).toBe(2)
    return { making, changing }
  })
  expect([(await making).status, (await changing).status]).toEqual([201, 200])
})
