import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Seconds by which the clock of the database is ahead of this process's: 0 where the answer could have been
 * given at that time. Ids and tokens go by the one clock, times of executions and schedules by the other.
 */
export async function clockDifference(db: Db, now: () => number = Date.now): Promise<number> {
  const askedAt = now()
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(db)
  const { at } = rows[0]!
  return (at - Math.min(Math.max(at, askedAt), now())) / 1_000
}
