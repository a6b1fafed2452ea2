import type { Db } from '../../../db/database.ts'
import { type LiveRun, readLiveRuns } from '../../schedules/targets/access.ts'
import { waitAgain } from './fire-store.ts'

/**
 * What new runs of these triggers, whose executions must not overlap, have to wait for. Where one would start
 * otherwise, runs that a backfill has queued and that have not begun are taken back. Ask after locking the
 * triggers.
 */
export async function readBlocking<T extends { readonly id: string }>(
  tx: Db,
  triggers: readonly T[],
  wouldStart: (trigger: T) => boolean = () => true,
): Promise<ReadonlyMap<string, LiveRun>> {
  const ids = triggers.map(({ id }) => id)
  const live = await readLiveRuns(tx, ids, 'trigger_id')
  const yielding = triggers.filter((trigger) => live.get(trigger.id)?.yields && wouldStart(trigger))
  if (yielding.length === 0) return live
  await waitAgain(
    tx,
    yielding.map(({ id }) => id),
  )
  return readLiveRuns(tx, ids, 'trigger_id')
}
