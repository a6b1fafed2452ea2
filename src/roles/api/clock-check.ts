import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { HealthCheck, Measured } from '../../http/health.ts'

/** What lists by time allow for is a minute, the wait of an execution included. */
const MOST_SECONDS = 10

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

/** Warns of clocks that differ by so much that lists by time could leave executions out. */
export const clockCheck = (difference: () => Promise<number>): HealthCheck => ({
  name: 'clock',
  async check() {
    const seconds = Math.round(await difference())
    if (Math.abs(seconds) <= MOST_SECONDS) return undefined
    return `is ${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} the database's`
  },
})

export const clockFigure = (difference: () => Promise<number>): Measured => ({
  name: 'headrace_database_clock_ahead_seconds',
  help: "Seconds by which the database's clock is ahead of this server's",
  read: difference,
})
