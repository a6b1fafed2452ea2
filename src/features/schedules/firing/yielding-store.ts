import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { deleteUnbegun } from '../../executions/service.ts'
import type { LiveRun } from '../rules.ts'
import { readLiveRuns } from './target-store.ts'

const REASON =
  'A backfill queued it and took it back, because another run of the schedule came before it began'

/**
 * What new runs of these schedules, whose executions must not overlap, have to wait for. Where one would
 * start otherwise, runs that an open backfill has queued and that have not begun are taken back. Ask after
 * locking the schedules.
 */
export async function readBlocking<T extends { readonly id: string }>(
  tx: Db,
  schedules: readonly T[],
  wouldStart: (schedule: T) => boolean = () => true,
): Promise<ReadonlyMap<string, LiveRun>> {
  const ids = schedules.map(({ id }) => id)
  const live = await readLiveRuns(tx, ids)
  const yielding = schedules.filter((schedule) => live.get(schedule.id)?.yields && wouldStart(schedule))
  if (yielding.length === 0) return live
  await takeBack(
    tx,
    yielding.map(({ id }) => id),
  )
  return readLiveRuns(tx, ids)
}

/** Lets open backfills go on from the first of the runs that were taken back. */
async function takeBack(tx: Db, scheduleIds: readonly string[]): Promise<void> {
  // The backfills are locked: one that is stopped meanwhile would leave nothing that runs these again.
  const { rows } = await sql<{ id: string }>`
    with open as (
      select * from schedule_backfill
       where schedule_id = any(${scheduleIds}::uuid[]) and status = 'RUNNING' for update)
    select x.id from open b
      join execution x on x.schedule_id = b.schedule_id and x.status = 'QUEUED'
      join schedule_tick t on t.schedule_id = b.schedule_id and t.execution_id = x.id and t.backfill_id = b.id
       and t.due_at >= b.range_from and t.due_at <= b.done_until`.execute(tx)
  const executions = await deleteUnbegun(
    tx,
    rows.map(({ id }) => id),
  )
  await sql`
    with taken as (
      update schedule_tick t set outcome = 'SKIPPED', reason = ${REASON}, execution_id = null, decided_at = now()
        from schedule_backfill b
       where b.schedule_id = any(${scheduleIds}::uuid[]) and b.status = 'RUNNING'
         and t.schedule_id = b.schedule_id and t.due_at >= b.range_from and t.due_at <= b.done_until
         and t.execution_id = any(${executions}::uuid[])
      returning b.id, t.due_at)
    update schedule_backfill b set queued = b.queued - t.count, done_until = t.first - interval '1 millisecond'
      from (select id, count(*)::integer as count, min(due_at) as first from taken group by id) t
     where b.id = t.id`.execute(tx)
}
