import type { Db } from '../../../db/database.ts'
import type { Log } from '../../../lib/log.ts'
import {
  BACKFILL_PRIORITY,
  insertScheduledExecutions,
  type ScheduledExecution,
} from '../../executions/service.ts'
import { executionFor, idsInOrder, outcomeOf } from '../firing/due-runs.ts'
import { insertTicks, type NewTick } from '../firing/firing-store.ts'
import { lockTarget, readLiveRuns } from '../firing/target-store.ts'
import { recurrenceOf, type StoredTiming, type Target } from '../rules.ts'
import { advanceBackfill, lockOpenBackfill, nextOpenBackfill, type OpenBackfill } from './backfill-store.ts'
import { rangeFires } from './service.ts'

const BATCH_SIZE = 500

/**
 * One pass over open backfills: queues the next part of each. Of a schedule whose executions must not
 * overlap, the next one once nothing of the schedule is live; it stays open until the last has ended, because
 * what it has queued may be taken back. Any number of servers may run it at once.
 */
export async function queueBackfills(db: Db, log: Log): Promise<number> {
  for (let queued = 0, began: Date | undefined; ; ) {
    const open = await nextOpenBackfill(db, began)
    if (open === undefined) return queued
    began ??= open.now
    const before = began
    queued += await db.transaction().execute((tx) => queuePart(tx, open, before, log))
  }
}

async function queuePart(
  tx: Db,
  { id, scheduleId }: { id: string; scheduleId: string },
  began: Date,
  log: Log,
): Promise<number> {
  // The schedule first, as everything that changes it does: two never wait for each other.
  const target = await lockTarget(tx, scheduleId)
  const open = await lockOpenBackfill(tx, id, began)
  if (target === undefined || open === undefined) return 0
  const oneByOne = !target.allowConcurrent
  if (oneByOne && (await readLiveRuns(tx, [target.id])).has(target.id)) return 0
  const part = partOf(target, open, log)
  // One that ran meanwhile is passed over: then the next of them is looked at in the next pass.
  const due = oneByOne ? part.slice(0, 1) : part
  const nextId = idsInOrder()
  const planned = due.map((at) => plannedRun(target, nextId(), new Date(at), open.id))
  const isDecided = await insertTicks(
    tx,
    planned.map(({ tick }) => tick),
    true,
  )
  const executions = planned.filter(({ tick }) => isDecided(tick)).map(({ execution }) => execution)
  await insertScheduledExecutions(tx, executions)
  const last = due.at(-1)
  const done = oneByOne ? last === undefined : part.length < BATCH_SIZE
  await advanceBackfill(
    tx,
    open.id,
    executions.length,
    last === undefined ? open.doneUntil : new Date(last),
    done,
  )
  return executions.length
}

function partOf(target: StoredTiming & { id: string }, open: OpenBackfill, log: Log): readonly number[] {
  try {
    return rangeFires(recurrenceOf(target), open.from, open.doneUntil, open.to, BATCH_SIZE)
  } catch (error) {
    log.error(
      { err: error, schedule: target.id, backfill: open.id },
      'Ended a backfill whose expression could not be evaluated',
    )
    return []
  }
}

function plannedRun(
  target: Target & { now: Date },
  id: string,
  dueAt: Date,
  backfillId: string,
): { tick: NewTick; execution: ScheduledExecution } {
  const start = { trigger: 'SCHEDULE', startedBy: target.name, priority: BACKFILL_PRIORITY } as const
  const execution = executionFor(target, { id, ...start, dueAt, live: undefined })
  const tick: NewTick = {
    scheduleId: target.id,
    dueAt,
    outcome: outcomeOf(execution),
    reason: execution.message,
    executionId: execution.id,
    runAt: dueAt,
    decidedAt: target.now,
    missedCount: 0,
    backfillId,
  }
  return { tick, execution }
}
