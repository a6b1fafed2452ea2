import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'

/**
 * The last statements of transactions that are open and idle for a second; other passes are idle for moments
 * only.
 */
export async function idleTransactions(db: Db): Promise<readonly string[]> {
  await sleep(1_500)
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
       and state_change < clock_timestamp() - interval '1 second'`.execute(db)
  return rows.map(({ query }) => query)
}
