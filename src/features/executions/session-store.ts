import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { newId, type RunnerId, type SessionId } from '../../lib/ids.ts'
import { LEASE_SECONDS } from '../../protocol/messages.ts'
import { closeLeftovers } from './cancel-store.ts'
import { QUEUED_CHANNEL } from './store.ts'

export interface SessionOpening {
  readonly instance: string
  readonly version: string
  readonly capacity: number
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
      insert into runner_session (id, runner_id, instance, agent_version, capacity)
      select ${id}, id, ${opening.instance}, ${opening.version}, ${opening.capacity} from known)
    select name from known`.execute(db)
  return rows[0] && { id, runnerName: rows[0].name }
}

/** Goes on with a session after a broken connection, if its lease still runs. */
export async function resumeSession(
  db: Db,
  runnerId: RunnerId,
  id: string,
): Promise<{ runnerName: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    update runner_session s set seen_at = now()
      from runner r
     where s.id = ${id} and s.runner_id = ${runnerId} and r.id = s.runner_id and s.ended_at is null
       and s.seen_at > now() - make_interval(secs => ${LEASE_SECONDS})
    returning r.name`.execute(db)
  return rows[0] && { runnerName: rows[0].name }
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

/** What is asked of the runners of these sessions since their sessions began. */
export async function readWishes(
  db: Db,
  ids: readonly SessionId[],
): Promise<{ id: SessionId; wish: 'STOP' | 'RESTART' | 'END' }[]> {
  const { rows } = await sql<{ id: SessionId; wish: 'STOP' | 'RESTART' | 'END' }>`
    select g.id, case when s.id is null or s.ended_at is not null then 'END'
                      when r.restart_requested_at > s.started_at then 'RESTART' else 'STOP' end as wish
      from unnest(${ids}::uuid[]) as g (id)
      left join runner_session s on s.id = g.id
      left join runner r on r.id = s.runner_id
     where s.id is null or s.ended_at is not null
        or r.stop_requested_at > s.started_at or r.restart_requested_at > s.started_at`.execute(db)
  return rows
}

/** Ends one session: its work goes back to the queue. Ending it twice changes nothing. */
export async function endSession(db: Db, id: SessionId, reason: string): Promise<void> {
  await release(db, sql`id = ${id} and ended_at is null`, reason)
}

/** Ends every session of a runner whose processes are known to be dead: nobody has to wait for their leases. */
export async function endSessionsOfRunner(db: Db, runnerId: RunnerId, reason: string): Promise<void> {
  await release(db, sql`runner_id = ${runnerId} and ended_at is null`, reason)
}

/**
 * Ends every session without a heartbeat for the length of the lease. Rows that another process is at are left to it.
 * Answers the sessions ended and how many executions went back to the queue.
 */
export async function endLostSessions(db: Db): Promise<{ sessions: SessionId[]; requeued: number }> {
  const lost = sql`id in (select id from runner_session
    where ended_at is null and seen_at < now() - make_interval(secs => ${LEASE_SECONDS}) limit 100 for update skip locked)`
  return release(db, lost, 'no heartbeat')
}

async function release(
  db: Db,
  which: ReturnType<typeof sql>,
  reason: string,
): Promise<{ sessions: SessionId[]; requeued: number }> {
  return db.transaction().execute(async (tx) => {
    const ended = await sql<{ id: SessionId; runnerId: string }>`
      update runner_session set ended_at = now(), end_reason = ${reason} where ${which}
      returning id, runner_id as "runnerId"`.execute(tx)
    const sessions = ended.rows.map(({ id }) => id)
    if (sessions.length === 0) return { sessions, requeued: 0 }
    const runnerIds = [...new Set(ended.rows.map(({ runnerId }) => runnerId))]
    await sql`update runner set last_end_reason = ${reason} where id = any(${runnerIds}::uuid[])`.execute(tx)
    const released = await sql<{ id: string; status: string }>`
      update execution
         set status = case when status = 'CANCELLING' then 'CANCELLED' else 'QUEUED' end,
             finished_at = case when status = 'CANCELLING' then now() end,
             session_id = null
       where session_id = any(${sessions}::uuid[]) and status in ('RUNNING', 'CANCELLING') and parent_id is null
      returning id, status`.execute(tx)
    const cancelled = released.rows.filter(({ status }) => status === 'CANCELLED').map(({ id }) => id)
    if (cancelled.length > 0) await closeLeftovers(tx, cancelled)
    for (const id of runnerIds) await sql`select pg_notify(${QUEUED_CHANNEL}, ${id})`.execute(tx)
    return { sessions, requeued: released.rows.length - cancelled.length }
  })
}

/** Sessions that ended long ago serve nobody. */
export async function deleteOldSessions(db: Db): Promise<void> {
  await sql`
    delete from runner_session where id in (
      select id from runner_session where ended_at < now() - interval '7 days' limit 1000)`.execute(db)
}
