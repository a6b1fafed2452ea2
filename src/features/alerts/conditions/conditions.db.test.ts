import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { alertReceiver, endedExecutions } from '../../../../test/support/alerts.ts'
import { useApi } from '../../../../test/support/api.ts'
import { aSession, type ExecutionPlace, queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import { newId, type RunnerId } from '../../../lib/ids.ts'
import { endSession } from '../../executions/endings/runner-loss-store.ts'
import { readQueueFigures } from '../../executions/maintenance/metrics-store.ts'
import type { AlertChannel } from '../channels/schema.ts'
import type { AlertIncident } from '../incidents/schema.ts'
import { watchConditions } from './pass.ts'
import { readSchedules } from './schedule-store.ts'

/** From what lasts too long to what receivers get, and to its end. */
const api = useApi()
let place: ExecutionPlace
beforeEach(async () => {
  place = await aPublishedProject(api)
})

const WAIT = { timeout: 30_000 }

/** Looks at once, instead of waiting for the pass that does every ten seconds. */
const look = () => watchConditions(api.db, () => undefined)

async function aChannel(webhookUrl: string, projectId?: string): Promise<string> {
  const body = { projectId, name: `C ${Math.random()}`, type: 'WEBHOOK', webhookUrl }
  const made = await api.call<AlertChannel>('POST', '/v1/alert-channels', { body })
  expect([made.status, made.body]).toEqual([201, expect.anything()])
  return made.body.id
}

const aRule = (channelId: string, own: object) =>
  api.call('POST', '/v1/alert-rules', {
    body: { projectId: place.projectId, name: `R ${Math.random()}`, channelIds: [channelId], ...own },
  })

async function incidents(): Promise<AlertIncident[]> {
  const path = `/v1/alert-incidents?projectId=${place.projectId}`
  return (await api.call<{ results: AlertIncident[] }>('GET', path)).body.results
}

const ago = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`

test('an execution that waits or runs too long is reported while it does, and again when it is over', async () => {
  await using receiver = await alertReceiver()
  const titles = async () => {
    await look()
    return receiver.received.map(({ body }) => JSON.parse(body).data.title as string).sort()
  }
  await aRule(await aChannel(receiver.url, place.projectId), { events: ['RUNNING_LONG', 'QUEUED_LONG'] })

  const before = await endedExecutions(api.db, place, Array(10).fill('SUCCESS'))
  await sql`update execution set started_at = ${ago(20)}, finished_at = ${ago(18)} where id = any(${before}::uuid[])`.execute(
    api.db,
  )
  const [running, waiting] = await queuedExecutions(api.db, place, 2)
  await sql`
    with session as (
      insert into runner_session (id, runner_id, instance, agent_version, capacity, lease_seconds)
      select ${newId()}, runner_id, 'busy', '1.0.0', 1, 3600 from execution where id = ${running} returning id)
    update execution set status = 'RUNNING', session_id = session.id, started_at = ${ago(4)}
      from session where execution.id = ${running}`.execute(api.db)
  await sql`update execution set queued_at = ${ago(11)} where id = ${waiting}`.execute(api.db)

  await expect
    .poll(titles, WAIT)
    .toEqual([
      expect.stringMatching(/^Running longer than usual: P in Development \(.+\)$/),
      expect.stringMatching(/^Waiting in the queue: executions in Development \(.+\)$/),
    ])
  const [long] = receiver.received
    .map(({ body }) => JSON.parse(body).data)
    .filter(({ event }) => event === 'RUNNING_LONG')
  expect(long.facts.detail).toMatch(
    /^It has been running for \d+ min; the last 10 successful runs took 2 min at most\.$/,
  )
  expect(long.link).toBe(`${api.origin}/executions/${running}`)
  expect((await incidents()).map(({ status }) => status)).toEqual(['OPEN', 'OPEN'])

  await sql`update execution set status = 'SUCCESS', finished_at = now() where id = ${running}`.execute(
    api.db,
  )
  await sql`update execution set status = 'CANCELLED', finished_at = now() where id = ${waiting}`.execute(
    api.db,
  )
  await expect
    .poll(async () => (await incidents()).map(({ status }) => status), WAIT)
    .toEqual(['CLOSED', 'CLOSED'])
  await expect
    .poll(titles, WAIT)
    .toEqual([
      expect.stringMatching(/^Ended: P in Development/),
      expect.stringMatching(/^No longer waiting in the queue: executions in Development/),
      expect.stringMatching(/^Running longer than usual: P in Development/),
      expect.stringMatching(/^Waiting in the queue: executions in Development/),
    ])
})

test('a runner that nothing is connected for is reported to those whose environments it serves', async () => {
  await using receiver = await alertReceiver()
  const titles = async () => {
    await look()
    return receiver.received.map(({ body }) => JSON.parse(body).data.title as string)
  }
  const { rows } = await sql<{ id: string; name: string }>`
    update runner set last_connected_at = ${ago(3)}
     where id = (select default_runner_id from environment where project_id = ${place.projectId} limit 1)
    returning id, name`.execute(api.db)
  const [runner] = rows
  await aRule(await aChannel(receiver.url, place.projectId), { events: ['RUNNER_LOST'] })
  await expect.poll(titles, WAIT).toEqual([`Runner lost: ${runner!.name}`])
  expect(JSON.parse(receiver.received[0]!.body).data.link).toBe(`${api.origin}/runners/${runner!.id}`)
  await sql`
    insert into runner_session (id, runner_id, instance, agent_version, capacity, seen_at, ended_at)
    values (${newId()}, ${runner!.id}, 'dead', '1.0.0', 1, ${ago(3)}, now())`.execute(api.db)
  await look()
  expect(
    (await incidents()).map(({ status }) => status),
    'its executions were given up',
  ).toEqual(['OPEN'])
  await sql`update runner set stop_requested_at = now() where id = ${runner!.id}`.execute(api.db)
  await expect
    .poll(titles, WAIT)
    .toEqual([`Runner lost: ${runner!.name}`, `Runner no longer lost: ${runner!.name}`])
})

test('what a run takes usually is found among those of its environment, however many run elsewhere', async () => {
  await using receiver = await alertReceiver()
  await aRule(await aChannel(receiver.url, place.projectId), { events: ['RUNNING_LONG'] })
  const own = await endedExecutions(api.db, place, Array(10).fill('SUCCESS'))
  await sql`update execution set started_at = ${ago(20)}, finished_at = ${ago(18)} where id = any(${own}::uuid[])`.execute(
    api.db,
  )
  const others = await endedExecutions(api.db, place, Array(60).fill('SUCCESS'))
  await sql`update execution set environment_name = 'Elsewhere' where id = any(${others}::uuid[])`.execute(
    api.db,
  )
  const [running] = await queuedExecutions(api.db, place, 1)
  await sql`
    update execution set status = 'RUNNING', session_id = ${newId()}, started_at = ${ago(4)}
     where id = ${running}`.execute(api.db)
  await look()
  expect((await incidents()).map(({ event }) => event)).toEqual(['RUNNING_LONG'])
})

/**
 * A schedule that skips missed runs; `tick` records what became of a due time, `settle` that it was planned
 * before.
 */
async function aSchedule() {
  const schedules = `/v1/projects/${place.projectId}/schedules`
  const made = await api.call<{ scheduleId: string }>('POST', schedules, {
    body: {
      pipeline: { pipelineName: 'P', environmentName: 'Development' },
      schedule: { name: 'Nightly', cronExpression: '0 0 0 1 1 ?', missedRunPolicy: 'SKIP' },
    },
  })
  const { scheduleId } = made.body
  const settle = () =>
    sql`update schedule_clock set planned_at = ${ago(60)} where schedule_id = ${scheduleId}`.execute(api.db)
  const tick = (minutes: number, outcome: string, executionId: string | null) =>
    sql`insert into schedule_tick (schedule_id, due_at, outcome, execution_id, run_at, decided_at)
        values (${scheduleId}, ${ago(minutes)}, ${outcome}, ${executionId}, ${ago(minutes)}, now())`.execute(
      api.db,
    )
  await settle()
  return { scheduleId, path: `${schedules}/${scheduleId}`, settle, tick }
}

test('a schedule is reported that missed a run or is late, but not for a pause, nor when it is disabled or deleted', async () => {
  await using receiver = await alertReceiver()
  const titles = async () => {
    await look()
    return receiver.received.map(({ body }) => (JSON.parse(body).data.title as string).replace(/ \(.*/, ''))
  }
  await aRule(await aChannel(receiver.url, place.projectId), {
    events: ['SCHEDULE_LATE', 'SCHEDULE_MISSED'],
  })
  const { path, scheduleId, settle, tick } = await aSchedule()
  await tick(40, 'SKIPPED', null)
  expect(await titles()).toEqual([])
  await tick(30, 'MISSED', null)
  const missed = 'Scheduled run missed: Nightly in Development'
  await expect.poll(titles, WAIT).toEqual([missed])
  const link = JSON.parse(receiver.received[0]!.body).data.link
  expect(link).toBe(`${api.origin}/projects/${place.projectId}/schedules/${scheduleId}`)

  const [run] = await queuedExecutions(api.db, place, 1)
  await sql`update execution set trigger = 'SCHEDULE', schedule_id = ${scheduleId}, queued_at = ${ago(15)} where id = ${run}`.execute(
    api.db,
  )
  await tick(15, 'FIRED', run!)
  const late = 'Schedule late: Nightly in Development'
  const again = [missed, 'Schedule runs again: Nightly in Development', late]
  await expect.poll(async () => (await titles()).toSorted(), WAIT).toEqual(again.toSorted())

  const command = (body: object) =>
    api.call('POST', `/v1/agents/${place.agentId}/commands`, { body }).then(({ status }) => status)
  expect(await command({ command: 'PAUSE' })).toBeLessThan(300)
  await expect
    .poll(async () => (await titles()).at(-1), WAIT)
    .toBe('Schedule no longer late: Nightly in Development')
  expect(await command({ command: 'RESUME' })).toBeLessThan(300)
  await look()
  expect(
    (await incidents()).map(({ status }) => status),
    'what waited for the pause',
  ).toEqual(['CLOSED', 'CLOSED'])

  await sql`update runner set paused_until = null where id = ${place.agentId}`.execute(api.db)
  await expect.poll(async () => (await titles()).filter((title) => title === late).length, WAIT).toBe(2)
  const enable = (scheduleEnabled: boolean) => api.call('PATCH', path, { body: { scheduleEnabled } })
  await enable(false)
  const states = async () => {
    await look()
    return (await incidents()).map(({ status }) => status)
  }
  await expect.poll(states, WAIT).toEqual(['CLOSED', 'CLOSED', 'CLOSED'])
  await sql`
    update execution set status = 'RUNNING', session_id = ${newId()}, started_at = now() where id = ${run}`.execute(
    api.db,
  )
  await sql`update execution set status = 'SUCCESS', finished_at = now() where id = ${run}`.execute(api.db)
  await enable(true)
  expect(await states(), 'a late start before it was enabled is settled').toHaveLength(3)

  await tick(5, 'MISSED', null)
  await settle()
  await expect.poll(states, WAIT).toEqual(['OPEN', 'CLOSED', 'CLOSED', 'CLOSED'])
  await sql`delete from environment where id = ${place.environmentId}`.execute(api.db)
  await expect.poll(states, WAIT).toEqual(['CLOSED', 'CLOSED', 'CLOSED', 'CLOSED'])
})

test('runs of a backfill are not late, and a run that was requeued waits since then', async () => {
  await using receiver = await alertReceiver()
  await aRule(await aChannel(receiver.url, place.projectId), { events: ['SCHEDULE_LATE'] })
  await aRule(await aChannel(receiver.url, place.projectId), { events: ['QUEUED_LONG'] })
  const { scheduleId, tick } = await aSchedule()
  const states = async () => {
    await look()
    return (await incidents()).map(({ event, status }) => `${event} ${status}`)
  }

  const [requeued] = await queuedExecutions(api.db, place, 1)
  await tick(120, 'FIRED', requeued!)
  const session = await aSession(api.db, place.agentId as RunnerId)
  await sql`
    update execution
       set trigger = 'SCHEDULE', schedule_id = ${scheduleId}, status = 'RUNNING', session_id = ${session},
           queued_at = ${ago(120)}, started_at = ${ago(120)}
     where id = ${requeued}`.execute(api.db)
  await endSession(api.db, session, 'drained')
  expect(await states()).toEqual([])
  expect((await readQueueFigures(api.db)).oldestSeconds).toBeLessThan(60)
  await sql`update execution set requeued_at = ${ago(11)} where id = ${requeued}`.execute(api.db)
  await expect.poll(states, WAIT).toEqual(['QUEUED_LONG OPEN'])
  await sql`update execution set status = 'CANCELLED' where id = ${requeued}`.execute(api.db)
  await expect.poll(states, WAIT).toEqual(['QUEUED_LONG CLOSED'])

  const [backfilled] = await queuedExecutions(api.db, place, 1, 1)
  await sql`
    update execution set trigger = 'SCHEDULE', schedule_id = ${scheduleId}, queued_at = ${ago(9)}
     where id = ${backfilled}`.execute(api.db)
  await aRule(await aChannel(receiver.url, place.projectId), { events: ['SCHEDULE_LATE'], afterMinutes: 5 })
  expect(await states()).toEqual(['QUEUED_LONG CLOSED'])
})

test('runs that no schedule started cost the watch for late schedules nothing, however many wait', async () => {
  await aSchedule()
  await queuedExecutions(api.db, place, 5_000)
  await sql`update execution set queued_at = ${ago(15)} where status = 'QUEUED'`.execute(api.db)
  await sql`vacuum analyze execution, schedule, schedule_clock, schedule_tick, environment, project`.execute(
    api.db,
  )
  expect(await rowsRead(api.db, 'execution', readSchedules)).toBeLessThan(100)
  await sql`delete from execution where status = 'QUEUED'`.execute(api.db)
})

test('settings that never apply are refused together', async () => {
  const channel = await aChannel('https://alerts.example.test/', place.projectId)
  const failed = await aRule(channel, { events: ['FAILED'], afterMinutes: 5 })
  expect([failed.status, failed.body['violations']]).toEqual([
    400,
    ['body/afterMinutes does not apply: FAILED is reported at once'],
  ])
  const lost = await aRule(channel, { events: ['RUNNER_LOST'], pipelineName: 'P', executionTag: 't' })
  expect([lost.status, lost.body['violations']]).toEqual([
    400,
    [
      'body/pipelineName does not apply to RUNNER_LOST: create a separate rule for runners',
      'body/executionTag does not apply to RUNNER_LOST: create a separate rule for runners',
    ],
  ])
  const missed = await aRule(channel, { events: ['SCHEDULE_MISSED'], executionTag: 't', afterMinutes: 5 })
  expect([missed.status, missed.body['violations']]).toEqual([
    400,
    [
      'body/afterMinutes does not apply: SCHEDULE_MISSED is reported at once',
      'body/executionTag does not apply to SCHEDULE_MISSED, which has no tags',
    ],
  ])
})
