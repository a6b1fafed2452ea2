import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** What attempts are counted by, and how many may fail in a window. */
export interface Bucket {
  readonly hash: Buffer
  readonly max: number
}

/**
 * Reserves one attempt, unless as many have failed or are being judged as may fail. Returns the seconds to
 * wait: 0 when only attempts that are still being judged are in the way, undefined when the attempt may
 * proceed.
 */
export async function reserve(db: Db, { hash, max }: Bucket, windowMs: number): Promise<number | undefined> {
  const ends = sql`now() + make_interval(secs => ${windowMs / 1000}::double precision)`
  const { rows } = await sql`
    insert into guess as g (bucket, pending, window_ends) values (${hash}, 1, ${ends})
    on conflict (bucket) do update set
      failures = case when g.window_ends <= now() then 0 else g.failures end,
      pending = case when g.window_ends <= now() then 1 else g.pending + 1 end,
      window_ends = case when g.window_ends <= now() then excluded.window_ends else g.window_ends end
     where g.window_ends <= now() or g.failures + g.pending < ${max}::integer
    returning 1`.execute(db)
  if (rows.length > 0) return undefined
  const held = await sql<{ failures: number; seconds: number }>`
    select failures, greatest(1, ceil(extract(epoch from window_ends - now())))::integer as seconds
      from guess where bucket = ${hash}`.execute(db)
  const row = held.rows[0]
  return row !== undefined && row.failures >= max ? row.seconds : 0
}

/** Ends a reserved attempt. A window that has ended meanwhile has forgotten it. */
export async function settle(db: Db, { hash }: Bucket, failed: boolean): Promise<void> {
  await sql`
    update guess set pending = greatest(pending - 1, 0), failures = failures + ${failed ? 1 : 0}::integer
     where bucket = ${hash}`.execute(db)
}

export async function deleteOldGuesses(db: Db): Promise<void> {
  await sql`delete from guess where window_ends < now()`.execute(db)
}
