import type { Db } from '../../../db/database.ts'
import type { Progressed } from '../../../lib/service.ts'
import * as store from './event-store.ts'
import { endEvent, startEvent } from './rules.ts'

const RUNS_AT_ONCE = 100

/**
 * Makes the events of runs that began or ended since, until nothing waits; each is made exactly once, by any
 * server.
 */
export async function makeEvents(
  db: Db,
  accountId: string,
  signal: AbortSignal,
  progressed?: Progressed,
): Promise<void> {
  while (!signal.aborted) {
    const count = await db
      .transaction()
      .execute(async (tx) => ((await store.beginEvents(tx)) ? makeSome(tx, accountId) : 0))
    if (count < RUNS_AT_ONCE) return
    progressed?.()
  }
}

async function makeSome(tx: Db, accountId: string): Promise<number> {
  await store.forgetRuns(tx)
  const runs = await store.readDueRuns(tx, accountId, RUNS_AT_ONCE)
  if (runs.length === 0) return 0
  const complete = runs.filter((run) => run.complete)
  const events = runs.flatMap((run): store.NewEvent[] => [
    ...(run.began ? [] : [{ run, kind: 'START' as const, event: startEvent(run) }]),
    ...(run.complete ? [{ run, kind: 'END' as const, event: endEvent(run) }] : []),
  ])
  await store.saveEvents(
    tx,
    events,
    complete.map(({ executionId }) => executionId),
  )
  return runs.length
}

/** Twice the longest window that can be asked for. */
const KEPT_DAYS = 62

/** Deletes events that are older than is kept; where events are sent, none that was not. */
export const forgetOldEvents = (db: Db, isSent: boolean): Promise<void> =>
  store.deleteOldEvents(db, KEPT_DAYS, isSent)
