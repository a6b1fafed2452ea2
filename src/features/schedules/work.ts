import type { Db } from '../../db/database.ts'
import type { Log } from '../../lib/log.ts'
import { createPasses, type Progressed } from '../../lib/service.ts'
import { backfillIsOpen } from './backfills/backfill-store.ts'
import { queueBackfills } from './backfills/pass.ts'
import { createFiring } from './firing/firing.ts'
import { deleteOldTicks, runsAreDue } from './firing/firing-store.ts'
import { createLateness } from './firing/lateness.ts'
import { createReplanner } from './firing/replan.ts'
import { KEEP_TICKS_DAYS } from './rules.ts'
import { countOverdue } from './store.ts'

/**
 * How late a schedule may be that was changed just now; for all others a timer is set. One small statement
 * each time.
 */
const FIRE_MS = 1_000
/** For what is due within this a timer is set: looks are a little more than `FIRE_MS` apart. */
const AHEAD_MS = 2_000
const REPAIR_MS = 1_000
const BACKFILL_MS = 1_000
const CLEAN_UP_MS = 600_000

/**
 * The background passes of schedules, and what is measured about them. Every API process runs them; none
 * leads.
 */
export function scheduleWork(db: Db, log: Log) {
  const lateness = createLateness()
  const firing = createFiring({ db, log, lateness })
  const pass = createPasses(log)

  const replanner = createReplanner({ db, log })

  async function fireDue(_: AbortSignal, progressed: Progressed): Promise<void> {
    const wait = await firing.fireDue(progressed)
    if (wait !== undefined && wait < AHEAD_MS) setTimeout(fire.wake, Math.ceil(wait)).unref()
  }

  const fire = pass('fire schedules', FIRE_MS, fireDue, runsAreDue(AHEAD_MS))

  return {
    passes: [
      fire,
      pass('repair schedules', REPAIR_MS, replanner.repair, replanner.due),
      pass('queue backfills', BACKFILL_MS, () => queueBackfills(db, log), backfillIsOpen),
      pass('delete old schedule history', CLEAN_UP_MS, () => deleteOldTicks(db, KEEP_TICKS_DAYS)),
    ],
    measured: [
      {
        name: 'headrace_schedule_lateness_p99_seconds',
        help: 'From the planned time to the queue, 99 of 100 of the last 1,000 runs started by this server',
        read: lateness.p99Seconds,
      },
      {
        name: 'headrace_schedule_runs_started',
        help: 'Runs of schedules started by this server since it began',
        read: lateness.count,
      },
      {
        name: 'headrace_schedules_overdue',
        help: 'Enabled schedules that are due and not yet fired',
        read: () => countOverdue(db),
      },
    ],
  }
}
