import type { Db } from '../../../db/database.ts'
import { beginCounting, countEnded, deleteOldStatistics } from './count-store.ts'
import { findUnsummedWeek, sumWeek } from './week-store.ts'

const ENDED_AT_ONCE = 1_000

/**
 * Counts what ended since, until nothing waits. What is counted and that it was are one transaction: a server that dies in
 * the middle has counted nothing, and another counts it.
 */
export async function countEndedExecutions(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const count = await db
      .transaction()
      .execute(async (tx) => ((await beginCounting(tx)) ? countEnded(tx, ENDED_AT_ONCE) : 0))
    if (count < ENDED_AT_ONCE) return
  }
}

/** Days for which statistics are kept: a year, and the month before it to compare with. */
const KEPT_DAYS = 400

/** Deletes the statistics of days that are older than is kept. */
export const forgetOldStatistics = (db: Db): Promise<void> => deleteOldStatistics(db, KEPT_DAYS)

/** Adds up weeks that ended, one in a transaction, so that counting waits for no more than one. */
export async function sumEndedWeeks(db: Db, signal: AbortSignal): Promise<void> {
  const sumNext = async (tx: Db): Promise<boolean> => {
    const week = (await beginCounting(tx)) ? await findUnsummedWeek(tx, KEPT_DAYS) : undefined
    if (week !== undefined) await sumWeek(tx, week)
    return week !== undefined
  }
  while (!signal.aborted && (await db.transaction().execute(sumNext)));
}
