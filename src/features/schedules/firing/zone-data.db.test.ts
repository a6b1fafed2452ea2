import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { aSchedulableProject, type ScheduleOptions, ticksOf } from '../../../../test/support/schedules.ts'
import { type Log, silent } from '../../../lib/log.ts'
import { timeZoneDataVersion } from '../../../lib/version.ts'
import { createFiring } from './firing.ts'
import { createLateness } from './lateness.ts'
import { createReplanner } from './replan.ts'

/** Due times that were worked out with other time-zone data than the server's. */
const t = useDatabase()
let project: Awaited<ReturnType<typeof aSchedulableProject>>
beforeAll(async () => {
  project = await aSchedulableProject(t.db)
})
beforeEach(() => sql`truncate schedule, schedule_tick, execution cascade`.execute(t.db))
afterEach(() => {
  vi.useRealTimers()
})

const at = (text: string): Date => new Date(`2026-05-01T${text}Z`)
const now = at('01:00:00')

/** Four o'clock in Berlin, which is 02:00Z in May; older data knew of no summer time there. */
async function plannedWithOldData(options: ScheduleOptions = {}): Promise<string> {
  const timing = { cron: '0 0 4 * * ?', timeZone: 'Europe/Berlin', nextDueAt: at('03:00:00') }
  const id = await project.add({ ...timing, plannedAt: at('00:00:00'), ...options })
  await sql`update schedule_clock set zone_data = '2019a' where schedule_id = ${id}`.execute(t.db)
  return id
}

function aServer(zoneData?: string, log: Log = silent) {
  const clock = { now: () => now }
  return createReplanner({ db: t.db, log, clock, ...(zoneData !== undefined && { zoneData }) }).repair
}

const clockOf = (id: string) =>
  t.db
    .selectFrom('schedule_clock')
    .select(['next_due_at', 'next_run_at', 'zone_data'])
    .where('schedule_id', '=', id)
    .executeTakeFirstOrThrow()

test('a server with other data plans again the schedules that are due at another time by them, and says which', async () => {
  const reported: unknown[] = []
  const log = { ...silent, warn: (fields: object) => void reported.push(fields) }
  const moved = await plannedWithOldData()
  const same = await plannedWithOldData({ cron: '0 0 4 * * ?', timeZone: 'UTC', nextDueAt: at('04:00:00') })
  await aServer(undefined, log)()
  const zone_data = timeZoneDataVersion
  expect(await clockOf(moved)).toEqual({
    next_due_at: at('02:00:00'),
    next_run_at: at('02:00:00'),
    zone_data,
  })
  expect(await clockOf(same)).toEqual({ next_due_at: at('04:00:00'), next_run_at: at('04:00:00'), zone_data })
  expect(reported).toEqual([{ schedules: [moved], zoneData: timeZoneDataVersion }])
})

test('what has become due meanwhile still runs, and then the new data hold', async () => {
  const id = await plannedWithOldData({ cron: '0 30 2 * * ?', nextDueAt: at('00:30:00') })
  await aServer()()
  expect((await clockOf(id)).next_due_at).toEqual(at('00:30:00'))
  const clock = { now: () => now }
  await createFiring({ db: t.db, log: silent, lateness: createLateness(), clock }).fireDue()
  expect(await ticksOf(t.db, id)).toMatchObject([{ due_at: at('00:30:00'), outcome: 'FIRED' }])
  expect(await clockOf(id)).toMatchObject({ next_due_at: new Date('2026-05-02T00:30:00Z') })
})

test('of servers with older and newer data side by side the newer one has the last word', async () => {
  const id = await plannedWithOldData()
  vi.useFakeTimers({ toFake: ['performance'] })
  const [older, newer] = [aServer('2020a'), aServer('2026c')]
  await older()
  await newer()
  expect(await clockOf(id)).toMatchObject({ zone_data: '2026c' })
  vi.advanceTimersByTime(601_000)
  await older()
  expect(await clockOf(id)).toMatchObject({ zone_data: '2026c' })
  await sql`update schedule_clock set next_due_at = ${at('03:00:00')}, zone_data = '2020a'`.execute(t.db) // the older one fired
  await newer()
  expect(await clockOf(id)).toMatchObject({ zone_data: '2026c', next_due_at: at('02:00:00') })
  await aServer('2020a')() // one that starts goes by its own
  expect(await clockOf(id)).toMatchObject({ zone_data: '2020a' })
})

test('a due time that the new data put before the start of the server is made up for at the planned time', async () => {
  const id = await plannedWithOldData({
    cron: '0 30 2 * * ?',
    nextDueAt: at('01:30:00'),
    plannedAt: at('00:00:00'),
  })
  await aServer()()
  expect((await clockOf(id)).next_due_at).toEqual(at('01:30:00'))
  const clock = { now: () => at('01:30:01') }
  await createFiring({ db: t.db, log: silent, lateness: createLateness(), clock }).fireDue()
  expect(await ticksOf(t.db, id)).toMatchObject([{ due_at: at('00:30:00'), outcome: 'FIRED' }])
})
