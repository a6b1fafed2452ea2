import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { HIGHEST_ID, LOWEST_ID, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { QUEUED_CHANNEL, queuedPayload } from '../queries/find-store.ts'
import { closeLeftovers } from './cancel-store.ts'

/** What was given back: sessions that ended, executions that wait again, and those that their environment lets fail. */
export interface Loss {
  readonly sessions: readonly SessionId[]
  readonly requeued: number
  readonly failed: number
}

const nothing: Loss = { sessions: [], requeued: 0, failed: 0 }

/** Ends one session: its work goes back to the queue. Ending it twice changes nothing. */
export async function endSession(db: Db, id: SessionId, reason: string): Promise<void> {
  await end(db, sql`id = ${id} and ended_at is null`, reason)
}

/** Ends every session of a runner whose processes are known to be dead: nobody has to wait for their leases. */
export async function endSessionsOfRunner(db: Db, runnerId: RunnerId, reason: string): Promise<void> {
  await end(db, sql`runner_id = ${runnerId} and ended_at is null`, reason)
}

const isSilent = sql`ended_at is null and seen_at < now() - make_interval(secs => lease_seconds)`

/**
 * Ends every session without a heartbeat for the length of its lease. Rows that another process is at are left to it.
 * Mostly there is none, which one statement says.
 */
export async function endLostSessions(db: Db): Promise<Loss> {
  const { rows } = await sql`select from runner_session where ${isSilent} limit 1`.execute(db)
  if (rows.length === 0) return nothing
  const lost = sql`id in (select id from runner_session where ${isSilent} limit 100 for update skip locked)`
  return end(db, lost, 'no heartbeat')
}

/**
 * Gives back executions that no live session holds, however that came about: a session whose row is gone, for
 * instance. Mostly there is none, which one statement says.
 */
export async function releaseOrphans(db: Db): Promise<Loss> {
  const orphans = await findOrphans(db)
  if (orphans.length === 0) return nothing
  const orphaned = sql`
    id = any(${orphans}::uuid[]) and status in ('RUNNING', 'CANCELLING')
    and not exists (select from runner_session s where s.id = session_id and s.ended_at is null)`
  return db.transaction().execute((tx) => release(tx, orphaned, 'nobody held it'))
}

/** Looks between the ids of live sessions, and so never at what those hold or held. */
async function findOrphans(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with live as (
      select id from runner_session where ended_at is null union all select ${LOWEST_ID}::uuid),
    gap as (select id as above, lead(id, 1, ${HIGHEST_ID}::uuid) over (order by id) as below from live)
    select x.id from gap cross join lateral (
      select id from execution
       where session_id > gap.above and session_id < gap.below and status in ('RUNNING', 'CANCELLING')
       limit 1000) x
     limit 1000`.execute(db)
  return rows.map(({ id }) => id)
}

async function end(db: Db, which: ReturnType<typeof sql>, reason: string): Promise<Loss> {
  return db.transaction().execute(async (tx) => {
    const ended = await sql<{ id: SessionId; runnerId: string }>`
      update runner_session set ended_at = now(), end_reason = ${reason} where ${which}
      returning id, runner_id as "runnerId"`.execute(tx)
    const sessions = ended.rows.map(({ id }) => id)
    if (sessions.length === 0) return nothing
    const runnerIds = [...new Set(ended.rows.map(({ runnerId }) => runnerId))]
    await sql`update runner set last_end_reason = ${reason} where id = any(${runnerIds}::uuid[])`.execute(tx)
    const held = sql`session_id = any(${sessions}::uuid[]) and status in ('RUNNING', 'CANCELLING') and parent_id is null`
    return { ...(await release(tx, held, reason)), sessions }
  })
}

/**
 * What was to be cancelled is cancelled. The rest waits again with its journal; with a component in hand it fails where
 * the environment's `onRunnerLoss` says so, because that component may have done its work and would do it again.
 */
async function release(tx: Db, which: ReturnType<typeof sql>, reason: string): Promise<Loss> {
  const failure = `The runner was lost (${reason}) with a component in hand, and the environment's policy is FAIL`
  const { rows } = await sql<{ id: string; status: string }>`
    with held as (
      select id, environment_id, status from execution where ${which} order by id for update),
    released as (
      select h.id, case
               when h.status = 'CANCELLING' then 'CANCELLED'
               when e.on_runner_loss = 'FAIL' and exists (
                 select from step s
                  where s.result = 'RUNNING'
                    and (s.execution_id = h.id or s.execution_id in (
                         select c.id from execution c where c.root_id = h.id and c.parent_id is not null))) then 'FAILED'
               else 'QUEUED' end as status
        from held h left join environment e on e.id = h.environment_id),
    changed as (
      update execution x
         set status = r.status, session_id = null,
             finished_at = case when r.status <> 'QUEUED' then now() end,
             message = case when r.status = 'FAILED' then ${failure} else x.message end
        from released r where r.id = x.id
      returning x.id, x.status, x.runner_id),
    told as (
      select pg_notify(${QUEUED_CHANNEL}, ${queuedPayload}) from changed where status = 'QUEUED' group by runner_id)
    select id, status, (select count(*) from told) as told from changed`.execute(tx)
  const over = rows.filter(({ status }) => status !== 'QUEUED').map(({ id }) => id)
  if (over.length > 0) await closeLeftovers(tx, over)
  const failed = rows.filter(({ status }) => status === 'FAILED').length
  return { sessions: [], requeued: rows.length - over.length, failed }
}

/** Ends as FAILED an execution of which a report cannot be stored: it could never be gone on with truthfully. */
export async function failUnstorable(db: Db, root: string, session: string, why: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update execution set status = 'FAILED', finished_at = now(), message = ${why}
       where id = ${root} and session_id = ${session} and status in ('RUNNING', 'CANCELLING')
      returning id`.execute(tx)
    if (rows.length > 0) await closeLeftovers(tx, [root])
  })
}
