import type { Db } from '../../../db/database.ts'
import type { Log } from '../../../lib/log.ts'
import { timeZoneDataVersion } from '../../../lib/version.ts'
import { nextFire } from '../recurrence/fire-times.ts'
import { recurrenceOf } from '../rules.ts'
import {
  keepPlans,
  lockPlannedLater,
  lockPlannedWith,
  lockUnplanned,
  lookForUnplanned,
  type Move,
  moveSchedules,
  moveTo,
  OVER,
  type Planning,
  planningIsDue,
  type UnplannedSchedule,
} from './firing-store.ts'
import { jitterOf, nextByNewRules } from './missed-runs.ts'

const BATCH_SIZE = 1_000
/** A clock that goes back by less corrects itself before anything could be missed. */
const CLOCK_TOLERANCE_MS = 1_000
/** How far before the present schedules are replanned: longer than passes are apart. */
const OVERLAP_MS = 2_000
/**
 * How often a server looks whether one with older time-zone data has planned since: both run during an
 * upgrade.
 */
const ZONE_DATA_MS = 600_000

export interface ReplannerOptions {
  readonly db: Db
  readonly log: Log
  /** For tests that move the clock. */
  readonly clock?: { now(): Date }
  readonly zoneData?: string
}

/**
 * The pass that keeps the promise that an enabled schedule has a right next time. It gives one to those that
 * have none. When the clock was set back (it watches it; the first pass of a server looks whether that
 * happened before) it replans what was planned at a time in the future, and where time-zone data are others
 * than those of the plan, what they change. Due times that were decided are not decided again.
 */
export function createReplanner({ db, log, clock, zoneData = timeZoneDataVersion }: ReplannerOptions) {
  let seenMs: number | undefined
  let zonesLookedAt: number | undefined

  const wentBack = (nowMs: number) => seenMs === undefined || nowMs < seenMs - CLOCK_TOLERANCE_MS

  async function repair(): Promise<void> {
    const { some, nowMs } = await lookForUnplanned(db, clock?.now())
    if (some) await withoutNext()
    if (wentBack(nowMs)) await plannedLater()
    seenMs = nowMs
    if (zonesLookedAt === undefined) await plannedWith('other')
    else if (performance.now() - zonesLookedAt > ZONE_DATA_MS) await plannedWith('older')
    else return
    zonesLookedAt = performance.now()
  }

  /**
   * Sees every look: a clock that was set back in between could have caught up by the next turn of the pass.
   */
  function isDue({ some, nowMs }: Planning): boolean {
    if (some || wentBack(nowMs)) return true
    seenMs = nowMs
    return false
  }

  async function withoutNext(): Promise<void> {
    const schedules = await everyBatch(
      (tx) => lockUnplanned(tx, BATCH_SIZE, clock?.now()),
      (schedule) => planAnew(schedule, 0),
    )
    if (schedules.length > 0) log.warn({ schedules }, 'Planned enabled schedules that had no next run')
  }

  async function plannedLater(): Promise<void> {
    const { length: count } = await everyBatch(
      (tx) => lockPlannedLater(tx, BATCH_SIZE, clock?.now()),
      (schedule) => planAnew(schedule, OVERLAP_MS),
    )
    if (count > 0) log.warn({ count }, 'The database clock was set back; replanned schedules')
  }

  async function plannedWith(which: 'other' | 'older'): Promise<void> {
    const schedules = await everyBatch(
      (tx) => lockPlannedWith(tx, which, zoneData, BATCH_SIZE, clock?.now()),
      planInZone,
    )
    if (schedules.length > 0)
      log.warn(
        { schedules, zoneData },
        'Replanned schedules that other time-zone data make due at another time',
      )
  }

  /** Answers the schedules that were planned again; where `plan` answers nothing the plan stays. */
  async function everyBatch(
    lock: (tx: Db) => Promise<UnplannedSchedule[]>,
    plan: (schedule: UnplannedSchedule) => Move | undefined,
  ): Promise<string[]> {
    const replanned: string[] = []
    for (;;) {
      const count = await db.transaction().execute(async (tx) => {
        const locked = await lock(tx)
        if (locked.length === 0) return 0
        const plans = locked.map((schedule) => ({ schedule, move: plan(schedule) }))
        const moves = plans.flatMap(({ move }) => move ?? [])
        const kept = plans.filter(({ move }) => move === undefined).map(({ schedule }) => schedule)
        await moveSchedules(tx, moves, locked[0]!.now, zoneData)
        await keepPlans(tx, kept, zoneData)
        replanned.push(...moves.map(({ id }) => id))
        return locked.length
      })
      if (count < BATCH_SIZE) return replanned
    }
  }

  return { repair, due: planningIsDue(isDue) }
}

/** One that cannot be evaluated stays as it is, too: it is disabled when it is due. */
function planInZone(schedule: UnplannedSchedule): Move | undefined {
  const { id, nextDueAt, plannedAt, jitterSeconds, now } = schedule
  const jitter = jitterOf(id, jitterSeconds)
  const [until, decided] = [now.getTime() - jitter, plannedAt.getTime() - jitter]
  try {
    const next = nextByNewRules(recurrenceOf(schedule), nextDueAt!.getTime(), until, decided)
    return next === undefined ? undefined : moveTo(schedule, next, OVER)
  } catch {
    return undefined
  }
}

function planAnew(schedule: UnplannedSchedule, overlapMs: number): Move {
  try {
    const from = schedule.now.getTime() - jitterOf(schedule.id, schedule.jitterSeconds) - overlapMs
    return moveTo(schedule, nextFire(recurrenceOf(schedule), from), OVER)
  } catch (error) {
    return moveTo(schedule, undefined, String(error))
  }
}
