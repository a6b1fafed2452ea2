import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'

/**
 * Rows of a table and entries of its indexes that `work` reads. It is counted where it happens: within one
 * transaction, whose own statistics are there at once, and those of other connections are not.
 */
export async function rowsRead(db: Db, table: string, work: (tx: Db) => Promise<unknown>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // What a parallel worker reads would be counted elsewhere.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(tx)
    const before = await readSoFar(tx, table)
    await work(tx)
    return (await readSoFar(tx, table)) - before
  })
}

async function readSoFar(tx: Db, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select t.seq_tup_read + coalesce(t.idx_tup_fetch, 0) + (
             select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = t.relid) as read
      from pg_stat_xact_user_tables t where t.relname = ${table}`.execute(tx)
  return Number(rows[0]!.read)
}
