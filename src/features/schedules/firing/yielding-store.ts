import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { takeBackBackfilled } from '../../executions/service.ts'
import type { LiveRun } from '../rules.ts'
import { readLiveRuns } from './target-store.ts'

const REASON = 'A due time came before it began; its backfill runs it again'

/**
 * What live due times of these schedules, whose executions must not overlap, have to wait for. Runs that a backfill has queued
 * and that have not begun are taken back. Ask after locking the schedules.
 */
export async function readBlocking(
  tx: Db,
  scheduleIds: readonly string[],
): Promise<ReadonlyMap<string, LiveRun>> {
  const live = await readLiveRuns(tx, scheduleIds)
  const yielding = scheduleIds.filter((id) => live.get(id)?.yields)
  if (yielding.length === 0) return live
  const executions = await takeBackBackfilled(tx, 'schedule_id', yielding, REASON)
  await queueAgain(tx, yielding, executions)
  return readLiveRuns(tx, scheduleIds)
}

/** Lets backfills go on from the first of these executions; those that were stopped meanwhile do not. */
async function queueAgain(
  tx: Db,
  scheduleIds: readonly string[],
  executions: readonly string[],
): Promise<void> {
  await sql`
    with taken as (
      update schedule_tick t set outcome = 'SKIPPED', reason = ${REASON}, decided_at = now()
        from schedule_backfill b
       where b.schedule_id = any(${scheduleIds}::uuid[]) and t.schedule_id = b.schedule_id and t.backfill_id = b.id
         and t.due_at >= b.range_from and t.due_at <= b.done_until and t.execution_id = any(${executions}::uuid[])
      returning b.id, t.due_at)
    update schedule_backfill b
       set queued = b.queued - t.count, done_until = t.first - interval '1 millisecond', status = 'RUNNING', finished_at = null
      from (select id, count(*)::integer as count, min(due_at) as first from taken group by id) t
     where b.id = t.id and b.status <> 'CANCELLED'`.execute(tx)
}
