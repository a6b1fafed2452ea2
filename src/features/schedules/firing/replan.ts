import type { Db } from '../../../db/database.ts'
import type { Log } from '../../../lib/log.ts'
import { nextFire } from '../recurrence/fire-times.ts'
import { recurrenceOf } from '../rules.ts'
import {
  lockPlannedLater,
  lockUnplanned,
  lookForUnplanned,
  type Move,
  moveSchedules,
  moveTo,
  OVER,
  type UnplannedSchedule,
} from './firing-store.ts'
import { jitterOf } from './missed-runs.ts'

const BATCH_SIZE = 1_000
/** A clock that goes back by less corrects itself before anything could be missed. */
const CLOCK_TOLERANCE_MS = 1_000
/** How far before the present schedules are replanned: longer than passes are apart. */
const OVERLAP_MS = 2_000

/**
 * The pass that keeps the promise that an enabled schedule has a right next time. It gives one to those that have none,
 * and when the clock was set back (it watches it; the first pass of a server looks whether that happened before) it
 * replans what was planned at a time in the future. Due times that were decided are not decided again.
 */
export function createReplanner(db: Db, log: Log, clock?: { now(): Date }): () => Promise<void> {
  let seen: Date | undefined

  return async () => {
    const { some, now } = await lookForUnplanned(db, clock?.now())
    if (some) await withoutNext()
    if (seen === undefined || now.getTime() < seen.getTime() - CLOCK_TOLERANCE_MS) await plannedLater()
    seen = now
  }

  async function withoutNext(): Promise<void> {
    const schedules = await everyBatch(lockUnplanned, 0)
    if (schedules.length > 0) log.warn({ schedules }, 'Planned enabled schedules that had no next run')
  }

  async function plannedLater(): Promise<void> {
    const { length: count } = await everyBatch(lockPlannedLater, OVERLAP_MS)
    if (count > 0) log.warn({ count }, 'The database clock was set back; replanned schedules')
  }

  async function everyBatch(lock: typeof lockUnplanned, overlapMs: number): Promise<string[]> {
    const repaired: string[] = []
    for (;;) {
      const batch = await db.transaction().execute(async (tx) => {
        const wrong = await lock(tx, BATCH_SIZE, clock?.now())
        if (wrong.length > 0)
          await moveSchedules(
            tx,
            wrong.map((one) => planAnew(one, overlapMs)),
            wrong[0]!.now,
          )
        return wrong.map(({ id }) => id)
      })
      repaired.push(...batch)
      if (batch.length < BATCH_SIZE) return repaired
    }
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
