import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** An execution that ended and is to be exported. */
export interface QueuedEnd {
  readonly seq: number
  readonly executionId: string
}

/** Has ends queued for export until `seconds` from now, by whichever server counts them. */
export async function wantEnds(db: Db, seconds: number): Promise<void> {
  await sql`
    insert into telemetry_wanted (until) values (now() + make_interval(secs => ${seconds}))
    on conflict (is_wanted) do update set until = greatest(telemetry_wanted.until, excluded.until)`.execute(
    db,
  )
}

/**
 * Takes up to `limit` ends that are due, oldest first, for `seconds`: whoever takes them may export them, and when it
 * dies they are due again. Two servers that take at once get different ones.
 */
export async function takeEnds(db: Db, limit: number, seconds: number): Promise<QueuedEnd[]> {
  const { rows } = await sql<QueuedEnd>`
    update telemetry_end set due_at = now() + make_interval(secs => ${seconds})
     where seq = any(array(
       select seq from telemetry_end where due_at <= now() order by seq limit ${limit} for update skip locked))
    returning seq, execution_id as "executionId"`.execute(db)
  return rows.toSorted((a, b) => a.seq - b.seq)
}

/** Keeps ends that were taken, or gives them back: they are due after `seconds`. */
export async function postponeEnds(db: Db, ends: readonly QueuedEnd[], seconds: number): Promise<void> {
  await sql`
    update telemetry_end set due_at = now() + make_interval(secs => ${seconds})
     where seq = any(${ends.map(({ seq }) => seq)}::bigint[])`.execute(db)
}

/** Forgets ends that are exported, or never will be. */
export async function deleteEnds(db: Db, ends: readonly QueuedEnd[]): Promise<void> {
  await sql`delete from telemetry_end where seq = any(${ends.map(({ seq }) => seq)}::bigint[])`.execute(db)
}

/** Drops the oldest ends beyond `kept`, at most `limit` of them, and answers how many those were. */
export async function dropEndsBeyond(db: Db, kept: number, limit: number): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    delete from telemetry_end where seq in (
      select seq from telemetry_end
       where seq <= (select seq from telemetry_end order by seq desc offset ${kept} limit 1)
       order by seq limit ${limit})
    returning seq`.execute(db)
  return rows.length
}
