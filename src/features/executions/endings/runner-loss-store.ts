import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { literals } from '../../../db/literals.ts'
import { HIGHEST_ID, LOWEST_ID, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { notifyQueued } from '../queue/notify-store.ts'
import { heldStates } from '../states.ts'
import { cancelOpenChildrenAndSteps } from './cancel-store.ts'

/**
 * Sessions that ended, how many of their executions were requeued, and how many failed by their environment's
 * policy.
 */
export interface Requeued {
  readonly sessions: readonly SessionId[]
  readonly requeued: number
  readonly failed: number
}

/** Within the rows of `execution`. */
export const isHeld = sql`status in ${literals(heldStates)}`

export const nothing: Requeued = { sessions: [], requeued: 0, failed: 0 }

/** Losses of its runner that an execution survives, unless the setting says otherwise. */
export const MAX_RUNNER_LOSSES = 5

/** Why a session ended. `maxLosses` is absent when its runner was not lost but gave its executions back. */
interface Ending {
  readonly reason: string
  readonly maxLosses?: number | undefined
}

/**
 * Ends the session of a runner that has drained, and requeues what it gave back: no runner was lost. Ending
 * it twice changes nothing.
 */
export async function endSession(db: Db, id: SessionId, reason: string): Promise<void> {
  await end(db, sql`id = ${id} and ended_at is null`, { reason })
}

/** A runner that was asked to stop finishes what it can in half of this time, and gives back the rest. */
const LEAVE_SECONDS = 60

/** The most that the command PAUSE takes (decisions.md §6). */
const PAUSE_DAYS = 30

/**
 * Ends the sessions of processes that were asked to stop and stay all the same, and requeues what they hold.
 * Their runners are paused: who comes back at once gets none of it until somebody resumes the runner.
 */
export async function endOverstayed(db: Db): Promise<Requeued> {
  const which = sql`
    ended_at is null and draining and not lapsed
    and exists (select from runner r where r.id = runner_id and r.stop_requested_at > started_at
                   and r.stop_requested_at < now() - make_interval(secs => ${LEAVE_SECONDS}))`
  const found = await sql`select from runner_session where ${which} limit 1`.execute(db)
  if (found.rows.length === 0) return nothing
  return db.transaction().execute(async (tx) => {
    const ended = await endIn(tx, which, { reason: 'asked to stop, and stayed' })
    await sql`
      update runner set paused_until = greatest(paused_until, now() + make_interval(days => ${PAUSE_DAYS}))
       where id in (select runner_id from runner_session where id = any(${ended.sessions}::uuid[]))`.execute(
      tx,
    )
    return ended
  })
}

/**
 * Ends every session of a runner whose processes are known to be dead, without waiting for their leases to
 * expire.
 */
export async function endSessionsOfRunner(
  db: Db,
  runnerId: RunnerId,
  reason: string,
  maxLosses = MAX_RUNNER_LOSSES,
): Promise<void> {
  await end(db, sql`runner_id = ${runnerId} and ended_at is null`, { reason, maxLosses })
}

/**
 * Ends every session, live or not, and requeues what they held: no runner was lost, the database is another
 * one than the one they reported to.
 */
export async function endAllSessions(db: Db, reason: string): Promise<Requeued> {
  return end(db, sql`ended_at is null`, { reason })
}

/**
 * Requeues orphans: executions in flight that no live session holds, for instance because the row of their
 * session is gone. Usually there are none, which one statement finds out.
 */
export async function requeueOrphans(db: Db, maxLosses = MAX_RUNNER_LOSSES): Promise<Requeued> {
  const orphans = await findOrphans(db)
  if (orphans.length === 0) return nothing
  const orphaned = sql`
    id = any(${orphans}::uuid[]) and ${isHeld}
    and not exists (select from runner_session s where s.id = session_id and s.ended_at is null)`
  return db
    .transaction()
    .execute((tx) => requeue(tx, orphaned, { reason: 'no live session held it', maxLosses }))
}

/**
 * Probes the gaps between the ids of live sessions in the index by session, so it never reads what those
 * hold, or held and the index still has entries of.
 */
async function findOrphans(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with live as (
      select id from runner_session where ended_at is null union all select ${LOWEST_ID}::uuid),
    gap as (select id as above, lead(id, 1, ${HIGHEST_ID}::uuid) over (order by id) as below from live)
    select x.id from gap cross join lateral (
      select id from execution
       where session_id > gap.above and session_id < gap.below and ${isHeld}
       limit 1000) x
     limit 1000`.execute(db)
  return rows.map(({ id }) => id)
}

const end = (db: Db, which: RawBuilder<unknown>, ending: Ending): Promise<Requeued> =>
  db.transaction().execute((tx) => endIn(tx, which, ending))

/**
 * Locks the runner before its sessions, and those before their executions, as all who lock several of them
 * do.
 */
export async function endIn(tx: Db, which: RawBuilder<unknown>, ending: Ending): Promise<Requeued> {
  const { reason } = ending
  await sql`
    select from runner where id in (select runner_id from runner_session where ${which}) order by id for update`.execute(
    tx,
  )
  const ended = await sql<{ id: SessionId; runnerId: string }>`
    update runner_session set ended_at = now(), end_reason = ${reason} where ${which}
    returning id, runner_id as "runnerId"`.execute(tx)
  const sessions = ended.rows.map(({ id }) => id)
  if (sessions.length === 0) return nothing
  const runnerIds = [...new Set(ended.rows.map(({ runnerId }) => runnerId))]
  await sql`update runner set last_end_reason = ${reason} where id = any(${runnerIds}::uuid[])`.execute(tx)
  const held = sql`session_id = any(${sessions}::uuid[]) and ${isHeld} and parent_id is null`
  return { ...(await requeue(tx, held, ending)), sessions }
}

/**
 * Takes executions from their lost session. One that was being cancelled is cancelled. The others are
 * requeued with their journal; where the environment's `onRunnerLoss` is FAIL, one with a running component
 * fails instead, because that component may have done its work and would do it again. One that lost more than
 * `maxLosses` runners fails too: it may be what brings them down.
 */
export async function requeue(
  tx: Db,
  which: RawBuilder<unknown>,
  { reason, maxLosses }: Ending,
): Promise<Requeued> {
  const failure = `The runner was lost (${reason}) while a component was running, and the environment's policy is FAIL`
  const losses = maxLosses === undefined ? 0 : 1
  const most = maxLosses ?? 0
  const poisonous = `Its runner was lost more than ${most} times, most recently (${reason}); it may be what crashes runners. HEADRACE_MAX_RUNNER_LOSSES sets the limit`
  // Locked first: reports that are being written meanwhile are waited for here, and seen by the next
  // statement only.
  const locked = await sql<{ id: string }>`
    select id from execution where ${which} order by id for update`.execute(tx)
  const ids = locked.rows.map(({ id }) => id)
  const { rows } = await sql<{ id: string; status: string }>`
    with held as (
      select id, environment_id, status, runner_losses + ${losses}::int > ${most} and ${losses} = 1 as poisonous
        from execution where id = any(${ids}::uuid[])),
    released as (
      select h.id, h.poisonous, case
               when h.status = 'CANCELLING' then 'CANCELLED'
               when h.poisonous then 'FAILED'
               when e.on_runner_loss = 'FAIL' and (
                 exists (select from step s where s.execution_id = h.id and s.result = 'RUNNING')
                 or exists (select from execution c join step s on s.execution_id = c.id and s.result = 'RUNNING'
                             where c.root_id = h.id and c.parent_id is not null)) then 'FAILED'
               else 'QUEUED' end as status
        from held h left join environment e on e.id = h.environment_id),
    changed as (
      update execution x
         set status = r.status, session_id = null,
             finished_at = case when r.status <> 'QUEUED' then greatest(now(), x.started_at) end,
             requeued_at = case when r.status = 'QUEUED' then now() end,
             message = case when r.status <> 'FAILED' then x.message
                            when r.poisonous then ${poisonous} else ${failure} end,
             runner_losses = x.runner_losses + ${losses}
        from released r where r.id = x.id
      returning x.id, x.status, x.runner_id),
    notified as (${notifyQueued('changed')})
    select id, status, (select count(*) from notified) as notified from changed`.execute(tx)
  const ended = rows.filter(({ status }) => status !== 'QUEUED').map(({ id }) => id)
  if (ended.length > 0) await cancelOpenChildrenAndSteps(tx, ended)
  const failed = rows.filter(({ status }) => status === 'FAILED').length
  return { sessions: [], requeued: rows.length - ended.length, failed }
}

/**
 * Fails an execution that a session holds and that cannot go on: one of its reports cannot be stored, for
 * instance.
 */
export async function failHeld(db: Db, root: string, session: string, why: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update execution set status = 'FAILED', finished_at = greatest(now(), started_at), message = ${why}
       where id = ${root} and session_id = ${session} and ${isHeld}
      returning id`.execute(tx)
    if (rows.length > 0) await cancelOpenChildrenAndSteps(tx, [root])
  })
}
