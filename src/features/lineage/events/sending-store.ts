import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export interface Pending {
  readonly seq: number
  readonly event: string
}

export interface SendingPlace {
  /** Up to which events were sent. */
  readonly sentSeq: number
  /** How often the next one was tried. */
  readonly attempts: number
  /** How often it was rejected. */
  readonly rejections: number
}

/** The place up to which events were sent; undefined when the next is not due. */
export async function readPlace(db: Db): Promise<SendingPlace | undefined> {
  const { rows } = await sql<SendingPlace>`
    select sent_seq::float8 as "sentSeq", attempts, rejections from lineage_sending
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
    update lineage_sending set sent_seq = greatest(sent_seq, ${seq}), attempts = 0, rejections = 0, last_error = ${rejected ?? null},
           rejected = rejected + ${rejected === undefined ? 0 : 1}`.execute(db)
}

export async function postpone(
  db: Db,
  seconds: number,
  { fault, isRejected }: { readonly fault: string; readonly isRejected: boolean },
): Promise<void> {
  await sql`
    update lineage_sending set attempts = attempts + 1, rejections = rejections + ${isRejected ? 1 : 0}, last_error = ${fault},
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
