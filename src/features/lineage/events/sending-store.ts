import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export interface Pending {
  readonly seq: number
  readonly event: string
}

/** The place up to which events were sent; undefined when the next is not due. */
export async function readPlace(
  db: Db,
): Promise<{ readonly sentSeq: number; readonly attempts: number } | undefined> {
  const { rows } = await sql<{ sentSeq: number; attempts: number }>`
    select sent_seq::float8 as "sentSeq", attempts from lineage_sending
     where next_attempt_at <= now()`.execute(db)
  return rows[0]
}

export async function readPending(db: Db, after: number, limit: number): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    select seq::float8 as seq, event from lineage_event where seq > ${after} order by seq limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Everything up to `seq` was sent, or rejected for good. */
export async function recordSent(db: Db, seq: number, rejected: string | undefined): Promise<void> {
  await sql`
    update lineage_sending set sent_seq = greatest(sent_seq, ${seq}), attempts = 0, last_error = ${rejected ?? null},
           rejected = rejected + ${rejected === undefined ? 0 : 1}`.execute(db)
}

export async function postpone(db: Db, seconds: number, reason: string): Promise<void> {
  await sql`
    update lineage_sending set attempts = attempts + 1, last_error = ${reason},
           next_attempt_at = now() + make_interval(secs => ${seconds})`.execute(db)
}

export interface SendingState {
  readonly waiting: number
  readonly rejected: number
  readonly lastError: string | null
}

/** How many events wait, and why. */
export async function readSendingState(db: Db): Promise<SendingState> {
  const { rows } = await sql<SendingState>`
    select (select count(*)::float8 from lineage_event where seq > s.sent_seq) as waiting,
           s.rejected::float8 as rejected, s.last_error as "lastError" from lineage_sending s`.execute(db)
  return rows[0]!
}
