import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { dueWhen } from '../../../db/lookout.ts'
import type { IncidentMessage } from '../messages/message.ts'

/**
 * A server that serves a lane says so again well within this time; another takes over when it has been silent
 * for it.
 */
const CLAIM_MS = 2_000

const untilSilent = sql`now() + make_interval(secs => ${CLAIM_MS / 1_000})`

/** Channels whose last attempt failed, or those whose last one did not. */
export type LaneHealth = 'failing' | 'healthy'

const isDue = sql`try_at <= now() and enabled and (claimed_until is null or claimed_until <= now())`

export const laneIsDue = dueWhen(sql`exists (select from alert_channel where ${isDue})`)

/**
 * Claims lanes that are due, the longest due first, at most `limit`; answers their channels. Servers of
 * before `claimed_until` leave lanes alone whose `try_at` is ahead.
 */
export async function claimLanes(db: Db, health: LaneHealth, limit: number): Promise<string[]> {
  const isMeant = health === 'failing' ? sql`failures > 0` : sql`failures = 0`
  const { rows } = await sql<{ id: string }>`
    update alert_channel set try_at = ${untilSilent}, claimed_until = ${untilSilent}
     where id in (select id from alert_channel where ${isDue} and ${isMeant}
                   order by try_at limit ${limit} for no key update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Keeps lanes from being claimed by others, unless they were released meanwhile. */
export async function renewLanes(db: Db, channelIds: readonly string[]): Promise<void> {
  await sql`
    update alert_channel set try_at = ${untilSilent}, claimed_until = ${untilSilent}
     where id in (select id from alert_channel where id = any(${channelIds}::uuid[]) and claimed_until is not null
                   order by id for no key update skip locked)`.execute(db)
}

export interface PendingDelivery {
  readonly id: string
  readonly message: IncidentMessage
  readonly attempts: number
  readonly requestedAt: Date
  readonly createdAt: Date
  /** What it is sent with, under this id, once an attempt was decided on. */
  readonly digestId: string | null
  /** Messages that have it in common are told in their order. */
  readonly subject: string
}

const pending = sql`
  select d.id, d.message, d.attempts, d.requested_at as "requestedAt", d.created_at as "createdAt", d.digest_id as "digestId",
         i.rule_id || ' ' || i.event || ' ' || i.subject as subject
    from alert_delivery d join alert_incident i on i.id = d.incident_id`

/**
 * The deliveries of a lane that wait for longest, in the order in which they were queued, at most `limit`.
 */
export async function readPending(db: Db, channelId: string, limit: number): Promise<PendingDelivery[]> {
  const { rows } = await sql<PendingDelivery>`
    ${pending} where d.channel_id = ${channelId} and d.status = 'PENDING' order by d.id limit ${limit}`.execute(
    db,
  )
  return rows
}

/**
 * Puts what a lane has pending into one digest, at most `limit`. A repeat of it has the same messages and the
 * same id.
 */
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
    ${pending} where d.channel_id = ${channelId} and d.status = 'PENDING' and d.digest_id = ${digestId}
     order by d.id`.execute(db)
  return rows
}

/** Releases a lane and leaves it alone until then, because its channel holds messages back. */
export async function holdLane(db: Db, channelId: string, until: Date): Promise<void> {
  await sql`update alert_channel set try_at = ${until}, claimed_until = null where id = ${channelId}`.execute(
    db,
  )
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
  ids: readonly string[],
  fault: string,
  isFinal: boolean,
): Promise<void> {
  await sql`
    update alert_delivery
       set status = ${isFinal ? 'FAILED' : 'PENDING'}, attempts = attempts + 1, last_error = ${fault},
           requested_at = case when attempts = 0 then now() else requested_at end
     where id = any(${ids}::uuid[]) and status = 'PENDING'`.execute(db)
}

/** Records that a channel failed once more; answers how often in a row it has. */
export async function countFailure(db: Db, channelId: string, fault: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update alert_channel set failures = failures + 1, last_error = ${fault} where id = ${channelId}
    returning failures`.execute(db)
  return rows[0]?.failures ?? 0
}

/** Releases a lane and leaves it alone for a while. */
export async function postponeLane(db: Db, channelId: string, seconds: number): Promise<void> {
  await sql`
    update alert_channel set try_at = now() + make_interval(secs => ${seconds}), claimed_until = null
     where id = ${channelId}`.execute(db)
}

/**
 * Releases a lane: due at once when something is pending, else when something is queued. The channel is
 * locked first, so that what was queued by a transaction that had it is seen.
 */
export async function releaseLane(db: Db, channelId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select from alert_channel where id = ${channelId} for no key update`.execute(tx)
    await sql`
      update alert_channel
         set claimed_until = null, try_at = case when exists (
               select from alert_delivery where channel_id = ${channelId} and status = 'PENDING') then now() end
       where id = ${channelId}`.execute(tx)
  })
}
