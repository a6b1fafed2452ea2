import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { IncidentMessage } from '../messages/message.ts'

/** A server that serves a lane says so again well within this time; another takes over when it has been silent for it. */
export const CLAIM_MS = 4_000

const untilSilent = sql`now() + make_interval(secs => ${CLAIM_MS / 1_000})`

/** Claims lanes that are due, the longest due first, at most `limit`; answers their channels. */
export async function claimLanes(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update alert_channel set try_at = ${untilSilent}
     where id in (select id from alert_channel where try_at <= now() and enabled
                   order by try_at limit ${limit} for no key update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Keeps lanes from being claimed by others. */
export async function renewLanes(db: Db, channelIds: readonly string[]): Promise<void> {
  await sql`
    update alert_channel set try_at = ${untilSilent}
     where id in (select id from alert_channel where id = any(${channelIds}::uuid[]) order by id for no key update skip locked)`.execute(
    db,
  )
}

export interface PendingDelivery {
  readonly id: string
  readonly message: IncidentMessage
  readonly attempts: number
  readonly requestedAt: Date
  readonly createdAt: Date
  /** What it is sent with, under this id, once an attempt was decided on. */
  readonly digestId: string | null
}

const pending = sql`
  select id, message, attempts, requested_at as "requestedAt", created_at as "createdAt", digest_id as "digestId"
    from alert_delivery`

/** The delivery of a lane that waits for longest. */
export async function readPending(db: Db, channelId: string): Promise<PendingDelivery | undefined> {
  const { rows } = await sql<PendingDelivery>`
    ${pending} where channel_id = ${channelId} and status = 'PENDING' order by id limit 1`.execute(db)
  return rows[0]
}

/** Puts what a lane has pending into one digest, at most `limit`. A repeat of it has the same messages and the same id. */
export async function composeDigest(
  db: Db,
  channelId: string,
  digestId: string,
  limit: number,
): Promise<void> {
  await sql`
    update alert_delivery set digest_id = ${digestId}
     where id in (select id from alert_delivery
                   where channel_id = ${channelId} and status = 'PENDING' and digest_id is null
                   order by id limit ${limit} for no key update)`.execute(db)
}

/** What is pending of a digest, in the order in which it was queued. */
export async function readDigest(db: Db, channelId: string, digestId: string): Promise<PendingDelivery[]> {
  const { rows } = await sql<PendingDelivery>`
    ${pending} where channel_id = ${channelId} and status = 'PENDING' and digest_id = ${digestId}
     order by id`.execute(db)
  return rows
}

/** Leaves a lane alone until then, because its channel holds messages back. */
export async function holdLane(db: Db, channelId: string, until: Date): Promise<void> {
  await sql`update alert_channel set try_at = ${until} where id = ${channelId}`.execute(db)
}

/** Records that messages reached their receiver. */
export async function recordDelivered(db: Db, channelId: string, ids: readonly string[]): Promise<void> {
  await sql`
    with delivered as (
      update alert_delivery set status = 'DELIVERED', attempts = attempts + 1, delivered_at = now(), last_error = null
       where id = any(${ids}::uuid[]) and status = 'PENDING')
    update alert_channel set failures = 0, delivered_at = now(), last_error = null where id = ${channelId}`.execute(
    db,
  )
}

/** Records an attempt that failed; `isFinal`: the messages are given up. */
export async function recordFailed(
  db: Db,
  channelId: string,
  ids: readonly string[],
  fault: string,
  isFinal: boolean,
): Promise<void> {
  await sql`
    with failed as (
      update alert_delivery
         set status = ${isFinal ? 'FAILED' : 'PENDING'}, attempts = attempts + 1, last_error = ${fault},
             requested_at = case when attempts = 0 then now() else requested_at end
       where id = any(${ids}::uuid[]) and status = 'PENDING')
    update alert_channel set failures = failures + 1, last_error = ${fault} where id = ${channelId}`.execute(
    db,
  )
}

/** How often in a row a channel has failed. */
export async function readFailures(db: Db, channelId: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    select failures from alert_channel where id = ${channelId}`.execute(db)
  return rows[0]?.failures ?? 0
}

/** Leaves a lane alone for a while. */
export async function postponeLane(db: Db, channelId: string, seconds: number): Promise<void> {
  await sql`
    update alert_channel set try_at = now() + make_interval(secs => ${seconds}) where id = ${channelId}`.execute(
    db,
  )
}

/**
 * Releases a lane: due at once when something is pending, else when something is queued. The channel is locked first, so
 * that what was queued by a transaction that had it is seen.
 */
export async function releaseLane(db: Db, channelId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select from alert_channel where id = ${channelId} for no key update`.execute(tx)
    await sql`
      update alert_channel
         set try_at = case when exists (
               select from alert_delivery where channel_id = ${channelId} and status = 'PENDING') then now() end
       where id = ${channelId}`.execute(tx)
  })
}
