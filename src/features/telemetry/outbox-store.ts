import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Signal } from '../../lib/otlp/target.ts'

/** The executions that ended and of which one signal is not exported yet. */
export interface Outbox {
  readonly db: Db
  readonly signal: Signal
}

/** An execution that ended and is to be exported. */
export interface QueuedEnd {
  readonly seq: number
  readonly executionId: string
}

/** Has ends queued for export until `seconds` from now, by whichever server counts them. */
export async function wantEnds({ db, signal }: Outbox, seconds: number): Promise<void> {
  await sql`
    insert into telemetry_signal (signal, wanted_until) values (${signal}, now() + make_interval(secs => ${seconds}))
    on conflict (signal) do update set wanted_until = greatest(telemetry_signal.wanted_until, excluded.wanted_until)`.execute(
    db,
  )
}

/** Queues for these signals what servers before migration 0091 queued for all of them and did not take. */
export async function takeOverEnds(db: Db, signals: readonly Signal[]): Promise<void> {
  await sql`
    with earlier as (
      delete from telemetry_end where seq = any(array(
        select seq from telemetry_end where due_at <= now() for update skip locked))
      returning seq, execution_id, due_at)
    insert into telemetry_queue (signal, execution_id, due_at)
    select signal, execution_id, due_at from earlier cross join unnest(${signals}::text[]) as signal
     order by earlier.seq`.execute(db)
}

/**
 * Takes up to `limit` ends that are due, oldest first, for `seconds`: whoever takes them may export them, and
 * when it dies they are due again. Two servers that take at once get different ones.
 */
export async function takeEnds({ db, signal }: Outbox, limit: number, seconds: number): Promise<QueuedEnd[]> {
  const { rows } = await sql<QueuedEnd>`
    update telemetry_queue set due_at = now() + make_interval(secs => ${seconds})
     where signal = ${signal} and seq = any(array(
       select seq from telemetry_queue where signal = ${signal} and due_at <= now()
        order by seq limit ${limit} for update skip locked))
    returning seq, execution_id as "executionId"`.execute(db)
  return rows.toSorted((a, b) => a.seq - b.seq)
}

/** Keeps ends that were taken, or gives them back: they are due after `seconds`. */
export async function postponeEnds(
  { db, signal }: Outbox,
  ends: readonly QueuedEnd[],
  seconds: number,
): Promise<void> {
  await sql`
    update telemetry_queue set due_at = now() + make_interval(secs => ${seconds})
     where signal = ${signal} and seq = any(${ends.map(({ seq }) => seq)}::bigint[])`.execute(db)
}

/** Forgets ends that are exported, or never will be. */
export async function deleteEnds({ db, signal }: Outbox, ends: readonly QueuedEnd[]): Promise<void> {
  await sql`
    delete from telemetry_queue
     where signal = ${signal} and seq = any(${ends.map(({ seq }) => seq)}::bigint[])`.execute(db)
}

/** Drops the oldest ends beyond `kept`, at most `limit` of them, and answers how many those were. */
export async function dropEndsBeyond({ db, signal }: Outbox, kept: number, limit: number): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    delete from telemetry_queue where signal = ${signal} and seq in (
      select seq from telemetry_queue
       where signal = ${signal} and seq <= (
         select seq from telemetry_queue where signal = ${signal} order by seq desc offset ${kept} limit 1)
       order by seq limit ${limit})
    returning seq`.execute(db)
  return rows.length
}
