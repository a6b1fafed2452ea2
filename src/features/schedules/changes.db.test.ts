import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aPublishedProject } from '../../../test/support/factories.ts'
import { jitterOf } from './firing/missed-runs.ts'
import type { Schedule, SchedulePatch } from './schema.ts'

/** What a change of a schedule leaves as it was. */
const api = useApi()
const DAY_SECONDS = 86_400
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const hourly = '0 0 * * * ?'

let path: string
beforeAll(async () => {
  const { projectId } = await aPublishedProject(api)
  path = `/v1/projects/${projectId}/schedules`
})

/** A schedule that is due every hour, and how late it runs. */
async function aSchedule(jitterSeconds: number) {
  const pipeline = { pipelineName: 'P', environmentName: 'Development' }
  const schedule = {
    name: 'Hourly',
    cronExpression: hourly,
    jitterSeconds,
    effectiveFrom: '2026-01-01T00:00:00Z',
  }
  const { body } = await api.call<{ scheduleId: string }>('POST', path, { body: { pipeline, schedule } })
  return { id: body.scheduleId, jitterMs: jitterOf(body.scheduleId, jitterSeconds) }
}

/** One that is held back by more than an hour: it was due at the last full hour. */
async function aDelayedSchedule() {
  let made = await aSchedule(DAY_SECONDS)
  while (made.jitterMs < HOUR_MS) made = await aSchedule(DAY_SECONDS)
  const due = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const runAt = new Date(due + made.jitterMs)
  const clock = { next_due_at: new Date(due), next_run_at: runAt }
  await api.db.updateTable('schedule_clock').set(clock).where('schedule_id', '=', made.id).execute()
  return { ...made, nextRunAt: runAt.toISOString() }
}

const change = async (id: string, body: SchedulePatch): Promise<Schedule> =>
  (await api.call<Schedule>('PATCH', `${path}/${id}`, { body })).body

test('times that are sent again as they are change nothing: a run that its jitter holds back still comes', async () => {
  const { id, nextRunAt } = await aDelayedSchedule()
  const same = { cronExpression: hourly, cronTimezone: 'UTC', effectiveFrom: '2026-01-01T01:00:00+01:00' }
  expect(await change(id, { ...same, name: 'Renamed' })).toMatchObject({ name: 'Renamed', nextRunAt })
  const every = { intervalExpression: { interval: 2, unit: 'HOURS' } } as const
  await change(id, every)
  const { nextRunAt: before } = await change(id, { name: 'Every two hours' })
  expect(await change(id, every)).toMatchObject({ nextRunAt: before })
})

test('times that change while a run is held back have not been due before', async () => {
  const { id } = await aDelayedSchedule()
  const { nextRunAt } = await change(id, { cronExpression: '0 * * * * ?', jitterSeconds: 0 })
  expect(Date.parse(nextRunAt!)).toBeGreaterThan(Date.now() - MINUTE_MS)
})

test('no due time comes twice when the jitter grows with other times', async () => {
  const { id } = await aSchedule(0)
  const { nextRunAt } = await change(id, { cronExpression: '0 0,30 * * * ?', jitterSeconds: DAY_SECONDS })
  expect(Date.parse(nextRunAt!) - jitterOf(id, DAY_SECONDS)).toBeGreaterThan(Date.now() - MINUTE_MS)
})

test('the reason why the platform disabled a schedule stays until somebody decides whether it is enabled', async () => {
  const disabledReason = 'There is no further due time'
  const disabled = async () => {
    const { id } = await aSchedule(0)
    const clock = { enabled: false, next_due_at: null, next_run_at: null, disabled_reason: disabledReason }
    await api.db.updateTable('schedule_clock').set(clock).where('schedule_id', '=', id).execute()
    return id
  }
  const id = await disabled()
  expect(await change(id, { name: 'Renamed' })).toMatchObject({ scheduleEnabled: false, disabledReason })
  for (const scheduleEnabled of [true, false])
    expect(await change(await disabled(), { scheduleEnabled })).not.toHaveProperty('disabledReason')
})

test('one with a very long history is deleted in a request that does not wait for all of it', async () => {
  const { id } = await aSchedule(0)
  await sql`
    insert into schedule_tick (schedule_id, due_at, outcome, run_at, decided_at)
    select ${id}::uuid, now() - n * interval '1 second', 'MISSED', now(), now()
      from generate_series(1, 50500) n`.execute(api.db)
  const left = async () =>
    (
      await sql<{
        n: number
      }>`select count(*)::int as n from schedule_tick where schedule_id = ${id}`.execute(api.db)
    ).rows[0]!.n
  expect((await api.call('DELETE', `${path}/${id}`)).status).toBe(204)
  expect(await left()).toBe(500)
  expect((await api.call('GET', `${path}/${id}/history`)).status).toBe(404)
})
