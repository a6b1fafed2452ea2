import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { dueBy } from '../../../db/lookout.ts'
import type { SessionId } from '../../../lib/ids.ts'
import type { Heartbeat, Silence } from './heartbeat-watch.ts'
import { endIn, isHeld, MAX_RUNNER_LOSSES, nothing, type Requeued, requeue } from './runner-loss-store.ts'

/** Why the session of a silent runner ends. */
const NO_HEARTBEAT = 'no heartbeat'

const heartbeats = sql`
  select id, extract(epoch from seen_at)::text as beat, lease_seconds as "leaseSeconds", lapsed
    from runner_session where ended_at is null`

/** All sessions that have not ended. */
export async function listHeartbeats(db: Db): Promise<Heartbeat[]> {
  const { rows } = await sql<Heartbeat>`${heartbeats}`.execute(db)
  return rows
}

/** `isDue` decides from all sessions that have not ended, at each look. */
export const expiryIsDue = (isDue: (live: readonly Heartbeat[]) => boolean) =>
  dueBy(sql`(select coalesce(json_agg(h), '[]') from (${heartbeats}) h)`, isDue)

/** Another process of the runner of `s` that may be given its work now. */
const hasSuccessor = sql`
  exists (select from runner_session other join runner r on r.id = other.runner_id
           where other.runner_id = s.runner_id and other.id <> s.id and other.ended_at is null and not other.lapsed
             and not other.draining and (r.paused_until is null or r.paused_until <= now()))`

/**
 * Takes the work of silent runners, where that helps: a session ends when another process of its runner can
 * take what it holds, when it holds nothing, or when it is `lost`. Until then its runner may be working and
 * come back. What was being cancelled is cancelled either way.
 */
export async function expireSessions(
  db: Db,
  { silent, lost }: Silence,
  maxLosses = MAX_RUNNER_LOSSES,
): Promise<Requeued> {
  if (silent.length === 0) return nothing
  const ids = sql`${silent.map(({ id }) => id)}::uuid[]`
  await sql`
    update runner_session s set lapsed = true
      from unnest(${ids}, ${silent.map(({ beat }) => beat)}::text[]) as g (id, beat)
     where s.id = g.id and s.ended_at is null and not s.lapsed and extract(epoch from s.seen_at)::text = g.beat`.execute(
    db,
  )
  await cancelOfLapsed(db, ids)
  const { rows } = await sql<{ id: SessionId }>`
    select s.id from runner_session s
     where s.id = any(${ids}) and s.ended_at is null and s.lapsed and (
       s.id = any(${lost}::uuid[]) or ${hasSuccessor}
       or not exists (select from execution where session_id = s.id and ${isHeld}))
     limit 100`.execute(db)
  if (rows.length === 0) return nothing
  return db.transaction().execute((tx) =>
    endLapsedSessions(
      tx,
      rows.map(({ id }) => id),
      maxLosses,
    ),
  )
}

/** Ends those of these sessions of which nothing was heard in the meantime. */
export function endLapsedSessions(
  tx: Db,
  sessions: readonly SessionId[],
  maxLosses = MAX_RUNNER_LOSSES,
): Promise<Requeued> {
  const which = sql`id = any(${sessions}::uuid[]) and ended_at is null and lapsed`
  return endIn(tx, which, { reason: NO_HEARTBEAT, maxLosses })
}

/**
 * A runner that is silent hears of no cancellation: its executions that are being cancelled end without it.
 */
async function cancelOfLapsed(db: Db, ids: RawBuilder<unknown>): Promise<void> {
  const cancelling = sql`
    status = 'CANCELLING' and parent_id is null
    and session_id in (select s.id from runner_session s where s.id = any(${ids}) and s.ended_at is null and s.lapsed)`
  const found = await sql`select from execution where ${cancelling} limit 1`.execute(db)
  if (found.rows.length === 0) return
  await db.transaction().execute((tx) => requeue(tx, cancelling, { reason: NO_HEARTBEAT }))
}
