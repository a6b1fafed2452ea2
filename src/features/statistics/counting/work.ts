import type { Db } from '../../../db/database.ts'
import { inHalves } from '../../../db/in-halves.ts'
import type { Log } from '../../../lib/log.ts'
import type { Progressed } from '../../../lib/service.ts'
import * as store from './count-store.ts'
import { findUnsummedWeek, sumWeek } from './week-store.ts'

const ENDED_AT_ONCE = 1_000

/**
 * Counts what ended since, until nothing waits. What is counted and that it was are one transaction: a server
 * that dies in the middle has counted nothing, and another counts it. What cannot be counted is logged and
 * left out.
 */
export async function countEndedExecutions(
  db: Db,
  log: Log,
  signal: AbortSignal,
  progressed?: Progressed,
): Promise<void> {
  while (!signal.aborted) {
    let count = 0
    const countTogether = async (ends: readonly store.NotedEnds[]) => {
      count += await db
        .transaction()
        .execute(async (tx) => ((await store.beginCounting(tx)) ? store.countEnded(tx, ends) : 0))
    }
    const noted = await store.readNoted(db, ENDED_AT_ONCE)
    await inHalves(noted, countTogether, async (ends, error) => {
      const execution = await store.setAside(db, ends)
      if (execution !== undefined) log.error({ err: error, execution }, 'Could not count an execution')
    })
    if (count < ENDED_AT_ONCE) return
    progressed?.()
  }
}

/** Days for which statistics are kept: a year, and the month before it to compare with. */
const KEPT_DAYS = 400

/** Deletes the statistics of days that are older than is kept. */
export const forgetOldStatistics = (db: Db): Promise<void> => store.deleteOldStatistics(db, KEPT_DAYS)

/** Adds up weeks that ended, one in a transaction, so that counting waits for no more than one. */
export async function sumEndedWeeks(db: Db, signal: AbortSignal): Promise<void> {
  const sumNext = async (tx: Db): Promise<boolean> => {
    const week = (await store.beginCounting(tx)) ? await findUnsummedWeek(tx, KEPT_DAYS) : undefined
    if (week !== undefined) await sumWeek(tx, week)
    return week !== undefined
  }
  while (!signal.aborted && (await db.transaction().execute(sumNext)));
}
