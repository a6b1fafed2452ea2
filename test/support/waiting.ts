import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'

/** How many transactions of this database wait for a lock that another one has. */
export async function waitingTransactions(db: Db): Promise<number> {
  // A wait for a row names the other transaction and no database; the one that waits has other locks that do.
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks
     where not granted and pid in (
       select pid from pg_locks
        where database = (select oid from pg_database where datname = current_database()))`.execute(db)
  return rows[0]!.count
}
