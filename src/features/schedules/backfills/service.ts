import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import type { RequestKey } from '../../../http/idempotency/key.ts'
import { once } from '../../../http/idempotency/once.ts'
import type { PageRequest } from '../../../http/page.ts'
import { newId } from '../../../lib/ids.ts'
import { badRequest, conflict, notFound } from '../../../lib/problem.ts'
import { enterSchedule } from '../access.ts'
import { unknownSchedule } from '../definition.ts'
import { type LockedTarget, lockTarget } from '../firing/target-store.ts'
import { firesBetween } from '../recurrence/fire-times.ts'
import type { Recurrence } from '../recurrence/model.ts'
import { KEEP_TICKS_DAYS, recurrenceOf } from '../rules.ts'
import {
  type BackfillPlan,
  type BegunBackfill,
  MAX_BACKFILL,
  type NewBackfill,
  type ScheduleAddress,
} from '../schema.ts'
import * as store from './backfill-store.ts'

const MAX_SHOWN = 100

/** The history of schedules, and runs of due times that lie in the past. */
export function createBackfills(db: Db) {
  async function history(caller: Caller, projectId: string, id: string, page: PageRequest) {
    await enterSchedule(db, caller, projectId, id, 'schedules:read', 'environment:read')
    return store.listTicks(db, id, page)
  }

  /** Throws unless the caller may run the schedule. */
  async function admit(caller: Caller, { projectId, scheduleId }: ScheduleAddress): Promise<void> {
    await enterSchedule(db, caller, projectId, scheduleId, 'executions:run', 'environment:run')
  }

  async function list(caller: Caller, projectId: string, id: string, page: PageRequest) {
    await enterSchedule(db, caller, projectId, id, 'schedules:read', 'environment:read')
    return store.listBackfills(db, id, page)
  }

  async function get(caller: Caller, { projectId, scheduleId }: ScheduleAddress, backfillId: string) {
    await enterSchedule(db, caller, projectId, scheduleId, 'schedules:read', 'environment:read')
    const backfill = await store.findBackfill(db, scheduleId, backfillId)
    if (backfill === undefined) throw notFound('Backfill', backfillId)
    return backfill
  }

  /**
   * Plans a backfill and, unless it is a dry run, begins it. Due times that were started before are not
   * started again; executions come at a lower priority than live work, one after another when they must not
   * overlap.
   */
  async function create(
    caller: Caller,
    projectId: string,
    id: string,
    wanted: NewBackfill,
    key: RequestKey | undefined,
  ): Promise<BackfillPlan | BegunBackfill> {
    await enterSchedule(db, caller, projectId, id, 'executions:run', 'environment:run')
    const [from, to, dryRun] = [new Date(wanted.from), new Date(wanted.to), wanted.dryRun ?? true]
    return once(db, caller.principalId, key, async (tx) => {
      const schedule = await lockTarget(tx, id)
      if (schedule === undefined) throw unknownSchedule(id)
      const due = dueTimes(schedule, from, to)
      const fired = await store.readFired(tx, id, from, to)
      const left = due.filter((at) => !fired.has(at))
      const fireTimes = left.slice(0, MAX_SHOWN).map((at) => new Date(at).toISOString())
      const plan = { dryRun, total: due.length, alreadyRun: due.length - left.length, fireTimes }
      if (dryRun) return plan
      const open = await store.findOpenBackfill(tx, id)
      if (open !== undefined)
        throw conflict(`The backfill ${open} of this schedule is still in progress; wait for it or stop it`)
      const createdBy = caller.name
      const backfill = await store.insertBackfill(tx, {
        id: newId(),
        scheduleId: id,
        from,
        to,
        total: left.length,
        createdBy,
      })
      return { ...backfill, ...plan }
    })
  }

  async function cancel(caller: Caller, projectId: string, id: string, backfillId: string): Promise<void> {
    await enterSchedule(db, caller, projectId, id, 'executions:run', 'environment:run')
    if (!(await store.cancelBackfill(db, id, backfillId))) throw notFound('Backfill', backfillId)
  }

  return { admit, history, get, list, create, cancel }
}

export type Backfills = ReturnType<typeof createBackfills>

/**
 * The due times of a range that a backfill may have: those of which it is known whether they ran. Throws
 * `bad-request` with every violation.
 */
function dueTimes(schedule: LockedTarget, from: Date, to: Date): readonly number[] {
  const { createdAt, now } = schedule
  const keptSince = new Date(now.getTime() - KEEP_TICKS_DAYS * 86_400_000)
  const violations = [
    ...(from < to ? [] : ['body/to must be later than body/from']),
    ...(to <= now ? [] : ['body/to must not be in the future: later due times run by themselves']),
    ...(from >= keptSince || createdAt >= keptSince
      ? []
      : [
          `body/from must not be before ${keptSince.toISOString()}: what ran earlier is no longer known, ` +
            'so it could run twice; another schedule can run it',
        ]),
  ]
  if (violations.length > 0) throw badRequest(violations)
  const due = rangeFires(recurrenceOf(schedule), from, new Date(from.getTime() - 1), to, MAX_BACKFILL + 1)
  if (due.length <= MAX_BACKFILL) return due
  throw badRequest([`body/to is too late: the range has more than ${MAX_BACKFILL} due times; divide it`])
}

/**
 * Due times after `after` and before `to`. A cron expression means times before the schedule took effect as
 * well; the grid of an interval begins with `effectiveFrom`.
 */
export function rangeFires(
  recurrence: Recurrence,
  from: Date,
  after: Date,
  to: Date,
  most: number,
): readonly number[] {
  const early = recurrence.kind === 'cron' && from < recurrence.effectiveFrom
  const meant = early ? { ...recurrence, effectiveFrom: from } : recurrence
  return firesBetween(meant, after.getTime(), to.getTime() - 1, most)
}
