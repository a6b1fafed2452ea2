import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { newId, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { compareVersions } from '../../../lib/versions.ts'

export interface SessionOpening {
  readonly instance: string
  readonly version: string
  readonly capacity: number
  readonly leaseSeconds: number
}

/** Begins the session of a runner process. Undefined when the runner is deleted meanwhile. */
export async function openSession(
  db: Db,
  runnerId: RunnerId,
  opening: SessionOpening,
): Promise<{ id: SessionId; runnerName: string } | undefined> {
  const id = newId<SessionId>()
  const { rows } = await sql<{ name: string }>`
    with known as (
      update runner set last_version = ${opening.version}, last_connected_at = now(), last_end_reason = null
       where id = ${runnerId} returning id, name),
    opened as (
      insert into runner_session (id, runner_id, instance, agent_version, capacity, lease_seconds)
      select ${id}, id, ${opening.instance}, ${opening.version}, ${opening.capacity}, ${opening.leaseSeconds}::integer
        from known)
    select name from known`.execute(db)
  return rows[0] && { id, runnerName: rows[0].name }
}

/**
 * Goes on with a session after a broken connection, if its lease still runs. From then on only `connection` is given
 * work: a server that does not know yet that its connection is dead cannot claim for it.
 */
export async function resumeSession(
  db: Db,
  runnerId: RunnerId,
  id: string,
): Promise<{ runnerName: string; connection: number; leaseSeconds: number } | undefined> {
  const { rows } = await sql<{ runnerName: string; connection: number; leaseSeconds: number }>`
    update runner_session s set seen_at = now(), connection = s.connection + 1
      from runner r
     where s.id = ${id} and s.runner_id = ${runnerId} and r.id = s.runner_id and s.ended_at is null
       and s.seen_at > now() - make_interval(secs => s.lease_seconds)
    returning r.name as "runnerName", s.connection, s.lease_seconds as "leaseSeconds"`.execute(db)
  return rows[0]
}

/** Renews the lease. False when the session has ended: whoever sent the heartbeat holds nothing any more. */
export async function noteHeartbeat(db: Db, id: SessionId, activeComponents: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update runner_session set seen_at = now(), active_components = ${activeComponents}
     where id = ${id} and ended_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** Marks a session as going: nothing new is given to it. */
export async function noteDraining(db: Db, id: SessionId): Promise<void> {
  await db.updateTable('runner_session').set({ draining: true }).where('id', '=', id).execute()
}

/** What is asked of a session's runner. UPDATE: restart, because its track has a newer version. */
export interface Wish {
  readonly id: SessionId
  readonly wish: 'STOP' | 'RESTART' | 'END' | 'UPDATE'
}

/** What is asked of the runners of these sessions since their sessions began. */
export async function readWishes(db: Db, ids: readonly SessionId[]): Promise<Wish[]> {
  const { rows } = await sql<Wish & { version: string; trackVersion: string }>`
    select g.id, case when s.id is null or s.ended_at is not null then 'END'
                      when r.restart_requested_at > s.started_at then 'RESTART'
                      when r.stop_requested_at > s.started_at then 'STOP' else 'UPDATE' end as wish,
           s.agent_version as version, t.version as "trackVersion"
      from unnest(${ids}::uuid[]) as g (id)
      left join runner_session s on s.id = g.id
      left join runner r on r.id = s.runner_id
      left join agent_track t on t.name = r.track_name
     where s.id is null or s.ended_at is not null
        or r.stop_requested_at > s.started_at or r.restart_requested_at > s.started_at
        or (r.enable_auto_updates and s.agent_version <> t.version
            and greatest(t.changed_at, r.auto_update_since) > s.started_at)`.execute(db)
  return rows.filter(
    ({ wish, version, trackVersion }) => wish !== 'UPDATE' || compareVersions(version, trackVersion) < 0,
  )
}

/** In how many ms pauses of the runners of these sessions end, as far as that is within `withinMs`. */
export async function readPauseEnds(db: Db, ids: readonly SessionId[], withinMs: number): Promise<number[]> {
  const { rows } = await sql<{ ms: number }>`
    select distinct extract(epoch from r.paused_until - now())::float8 * 1000 as ms
      from runner_session s join runner r on r.id = s.runner_id
     where s.id = any(${ids}::uuid[]) and r.paused_until > now()
       and r.paused_until <= now() + make_interval(secs => ${withinMs / 1000})`.execute(db)
  return rows.map(({ ms }) => ms)
}

/** Sessions that ended long ago serve nobody. */
export async function deleteOldSessions(db: Db): Promise<void> {
  await sql`
    delete from runner_session where id in (
      select id from runner_session where ended_at < now() - interval '7 days' limit 1000)`.execute(db)
}
