import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { literals } from '../../../db/literals.ts'
import { LOWEST_ID, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import type { RunMessage } from '../../../protocol/messages.ts'
import { isHeldBack } from '../../environment-moves/access.ts'
import { heldStates } from '../states.ts'
import type { Claimant } from './offer.ts'
import { type Claimed, claimedColumns, runMessages } from './run-message-store.ts'
import { snapshotTables } from './snapshot-store.ts'

/** The executions that were claimed, as messages to their runner. */
export interface Claim {
  readonly runs: RunMessage[]
  /** The lowest id that may still wait; undefined when nothing does. */
  readonly left: string | undefined
}

/** Up to this many environments each offer as many executions as were asked for; more share them out. */
const FEW_ENVIRONMENTS = 8

/**
 * Claims up to `limit` queued executions of a runner for one of its sessions. Live work goes before
 * backfills; then the environments take turns, each with its oldest, so that no environment waits behind
 * another's hundred thousand. Two processes that claim at once get different executions. A paused runner, an
 * ended session and a connection that has been replaced get none: the lock on the session's row makes a
 * transaction that ends or resumes it wait, so that it sees what was claimed. The project's variables are
 * resolved when an execution first starts; one that is claimed again after a loss sees the same values.
 * Environments with a limit of their own are left to `claimLimited`. Ids below `from` are not looked at: see
 * `backlog.ts`.
 */
export async function claimExecutions(
  db: Db,
  claimant: Claimant,
  limit: number,
  from: string = LOWEST_ID,
): Promise<Claim> {
  const candidates = sql`
    ${waiting(claimant.runnerId, from)},
    offering as (
      select w.*,
             case when count(*) over () <= ${FEW_ENVIRONMENTS} then ${limit}::bigint
                  else ceil(2.0 * ${limit} / count(*) over ())::bigint end as room
        from waiting w
       where not exists (select from environment e
                          where e.id = w.environment_id and e.max_concurrent_executions is not null)
         and ${mayServe(claimant.runnerId)}),
    ${candidatesOf(claimant.runnerId, limit)}`
  return claim(db, claimant, candidates, limit)
}

/**
 * The oldest queued execution of each environment and priority, by a loose index scan over the queue's index:
 * the recursion jumps from one environment to the next, so it costs one probe for each, however much waits in
 * them.
 */
const waiting = (runnerId: RunnerId, from: string) => sql`
    waiting as (
      (select x.priority, x.environment_id, x.id from execution x
        where x.runner_id = ${runnerId} and x.status = 'QUEUED' and x.id >= ${from}
        order by x.priority, x.environment_id, x.id limit 1)
      union all
      select n.* from waiting w cross join lateral (
        select x.priority, x.environment_id, x.id from execution x
         where x.runner_id = ${runnerId} and x.status = 'QUEUED' and x.id >= ${from}
           and (x.priority, x.environment_id) > (w.priority, w.environment_id)
         order by x.priority, x.environment_id, x.id limit 1) n)`

/**
 * Whether the runner may still serve the environment of `w`, which does not move to a lake at the moment;
 * executions that it may not serve stay queued.
 */
const mayServe = (runnerId: RunnerId) => sql`
    exists (select from environment served
             cross join lateral runner_may_serve(${runnerId}, served.project_id, served.name)
             where served.id = w.environment_id and not ${isHeldBack('served.id')})`

/**
 * Of each environment of `offering` its oldest, up to its `room`; of all those the first `limit`, one
 * environment after the other (`turn`). Rows are compared as a range and not for equality: only the queue's
 * index has that order, so the planner cannot choose another index and sort.
 */
const candidatesOf = (runnerId: RunnerId, limit: number) => sql`
    candidate as (
      select q.id from offering o cross join lateral (
        select x.id, row_number() over (order by x.id) as turn from (
          select x.id from execution x
           where x.runner_id = ${runnerId} and x.status = 'QUEUED'
             and (x.priority, x.environment_id, x.id) >= (o.priority, o.environment_id, o.id)
             and (x.priority, x.environment_id) <= (o.priority, o.environment_id)
           order by x.priority, x.environment_id, x.id limit o.room) x) q
       order by o.priority, q.turn, q.id limit ${limit})`

/**
 * The same for environments that limit how many executions run at once. Their rows are locked first, so that
 * the count of what runs there includes every earlier claim. An environment that another process has locked
 * is skipped.
 */
export async function claimLimited(
  db: Db,
  claimant: Claimant,
  limit: number,
  from: string = LOWEST_ID,
): Promise<Claim> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select e.id from environment e
       where e.max_concurrent_executions is not null
         and exists (select from execution x
                      where x.environment_id = e.id and x.runner_id = ${claimant.runnerId} and x.status = 'QUEUED'
                        and x.id >= ${from})
       for update skip locked`.execute(tx)
    if (rows.length === 0) return { runs: [], left: from }
    const candidates = sql`
      ${waiting(claimant.runnerId, from)},
      offering as (
        select w.*,
               greatest(0, e.max_concurrent_executions - (
                 select count(*) from execution r
                  where r.environment_id = e.id and r.status in ${literals(heldStates)} and r.parent_id is null)) as room
          from waiting w join environment e on e.id = w.environment_id
         where e.id = any(${rows.map(({ id }) => id)}::uuid[]) and ${mayServe(claimant.runnerId)}
           and not exists (select from waiting earlier
                            where earlier.environment_id = w.environment_id and earlier.priority < w.priority)),
      ${candidatesOf(claimant.runnerId, limit)}`
    return claim(tx, claimant, candidates, limit)
  })
}

/** Whether any environment has a limit. Most installations have none and save the second claim. */
export async function hasLimits(db: Db): Promise<boolean> {
  const { rows } =
    await sql`select from environment where max_concurrent_executions is not null limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Tables for a statement that creates the executions of `wanted`: `picked` has those that are claimed at
 * once. It leaves out environments with a limit, because only `claimLimited` counts what runs there; and it
 * is empty while a session of the runner is connected to another process than this one (`here`), which is to
 * have its share of the queue. That nothing older waits for the runner is for the maker of the offer to know.
 */
export const pickedOf = (claimant: Claimant, slots: number, here: readonly SessionId[]) => sql`
    claimant as materialized (${claimantRow(claimant)}),
    open as materialized (
      select w.environment_id from (select distinct environment as environment_id from wanted) w
       where exists (select from claimant) and ${isNotPaused(claimant.runnerId)} and ${mayServe(claimant.runnerId)}
         and exists (select from environment e where e.id = w.environment_id and e.max_concurrent_executions is null)
         and not exists (select from runner_session s where s.runner_id = ${claimant.runnerId} and s.ended_at is null
                                                        and not s.lapsed and s.id <> all(${here}::uuid[]))),
    picked as materialized (
      select w.id, w.environment as environment_id, null::bytea as variable_snapshot, ${claimant.id}::uuid as session_id,
             now() as started_at
        from wanted w
       where w.runner = ${claimant.runnerId} and w.environment in (select environment_id from open)
       order by w.id limit ${slots})`

/**
 * The claiming session, if it may still claim. The share lock makes a transaction that ends or resumes it
 * wait for the claim.
 */
const claimantRow = ({ id, connection }: Claimant) => sql`
      select id from runner_session
       where id = ${id} and connection = ${connection} and ended_at is null and not lapsed
         and not draining for share`

const isNotPaused = (runnerId: RunnerId) => sql`
    exists (select from runner r where r.id = ${runnerId} and (r.paused_until is null or r.paused_until <= now()))`

async function claim(
  db: Db,
  claimant: Claimant,
  candidates: ReturnType<typeof sql>,
  limit: number,
): Promise<Claim> {
  const { rows } = await sql<Claimed & { left: string | null }>`
    with recursive claimant as materialized (${claimantRow(claimant)}),
    ${candidates},
    picked as (
      select x.id, x.environment_id, x.variable_snapshot from execution x
       where x.id = any(array(select id from candidate)) and x.status = 'QUEUED'
         and ${isNotPaused(claimant.runnerId)}
         and exists (select from claimant)
       for update skip locked),
    ${snapshotTables},
    claimed as (
      update execution x
         set status = 'RUNNING', session_id = ${claimant.id}, started_at = coalesce(x.started_at, now()),
             variable_snapshot = coalesce(x.variable_snapshot, r.hash)
        from picked p left join resolved r on r.environment_id = p.environment_id
       where x.id = p.id
      returning x.*)
    select c.*, o.left from (
      select case when not ${allTaken(limit)} then (select min(id::text) from waiting) end as left) o
      left join (${claimedColumns('claimed')}) c on true`.execute(db)
  const runs = await runMessages(
    db,
    rows.filter(({ id }) => id !== null),
  )
  return { runs, left: rows[0]!.left ?? undefined }
}

/**
 * Whether the claim took everything that waited: no environment was held back or cut short, and no other
 * process took a candidate first. Only then may `left` be null, and the backlog forget the runner.
 */
const allTaken = (limit: number) => sql`(
        (select count(*) from candidate) < ${limit} and (select count(*) from waiting) <= ${FEW_ENVIRONMENTS}
        and (select count(*) from offering) = (select count(*) from waiting)
        and (select count(*) from claimed) = (select count(*) from candidate))`
