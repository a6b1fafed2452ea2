import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { LOWEST_ID, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import type { RunMessage } from '../../../protocol/messages.ts'
import { type Claimed, claimedColumns, runMessages } from './dispatch-store.ts'
import { snapshotTables } from './snapshot-store.ts'

/** For whom executions are claimed: one connection of a session. */
export interface Claimant {
  readonly id: SessionId
  readonly runnerId: RunnerId
  readonly connection: number
}

/** What a claim brought. */
export interface Claim {
  readonly runs: RunMessage[]
  /** No lower id than this may wait now; undefined when nothing does. */
  readonly left: string | undefined
}

/** Up to this many environments each offer as many executions as there is room for. */
const FEW_ENVIRONMENTS = 8

/**
 * Gives up to `limit` waiting executions of a runner to one of its sessions, ready to be sent: live work before what
 * makes up for the past, then in turn the oldest of each environment, so that nobody waits behind another's hundred
 * thousand. Two processes claiming at once get different ones; a paused runner, an ended session and an old connection
 * get none: the lock on the session's row makes whoever ends or resumes it wait, so that it sees what was claimed. The
 * project's variables are resolved when an execution starts, once: one that is given out again sees what it saw before.
 * Environments with a limit of their own are left to `claimLimited`. What has a lower id than `from` is left out: see
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

/** The oldest of each environment that has something waiting: a walk over the queue's index, one step for each. */
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

/** Whether the runner may still serve an environment: what its allow list does not name any more waits. */
const mayServe = (runnerId: RunnerId) => sql`
    exists (select from environment served join runner r on r.id = ${runnerId}
             where served.id = w.environment_id
               and (not r.restricted_access or exists (
                     select from runner_allowed_project a
                      where a.runner_id = r.id and a.project_id = served.project_id
                        and (a.environment_names = '{}' or served.name = any(a.environment_names)))))`

/**
 * Of each environment of `offering` its oldest, as many as it has room for; of all those the first in turn. Rows are
 * compared as a range, not for equality: then only the queue's index has the order, and no other one is walked for it.
 */
const candidatesOf = (runnerId: RunnerId, limit: number) => sql`
    candidate as (
      select q.id from offering o cross join lateral (
        select x.id, row_number() over (order by x.id) as place from (
          select x.id from execution x
           where x.runner_id = ${runnerId} and x.status = 'QUEUED'
             and (x.priority, x.environment_id, x.id) >= (o.priority, o.environment_id, o.id)
             and (x.priority, x.environment_id) <= (o.priority, o.environment_id)
           order by x.priority, x.environment_id, x.id limit o.room) x) q
       order by o.priority, q.place, q.id limit ${limit})`

/**
 * The same for environments that limit how many executions they run at once. Their rows are locked first, so that what
 * runs there is counted after every claim before; an environment that another process is at is left to it.
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
                  where r.environment_id = e.id and r.status in ('RUNNING', 'CANCELLING') and r.parent_id is null)) as room
          from waiting w join environment e on e.id = w.environment_id
         where e.id = any(${rows.map(({ id }) => id)}::uuid[]) and ${mayServe(claimant.runnerId)}
           and not exists (select from waiting earlier
                            where earlier.environment_id = w.environment_id and earlier.priority < w.priority)),
      ${candidatesOf(claimant.runnerId, limit)}`
    return claim(tx, claimant, candidates, limit)
  })
}

/** Whether any environment has a limit: most installations have none, and need not look for their executions. */
export async function hasLimits(db: Db): Promise<boolean> {
  const { rows } =
    await sql`select from environment where max_concurrent_executions is not null limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Tables for a statement that creates executions (`wanted`): `picked` has those that are claimed at once. There are none
 * of environments with a limit, and none while another process of the runner is connected elsewhere than `here`, which
 * is to have its share of the queue. That nothing waits for the runner is up to whoever makes the offer.
 */
export const pickedOf = (claimant: Claimant, room: number, here: readonly SessionId[]) => sql`
    claimant as materialized (${claimantRow(claimant)}),
    open as materialized (
      select w.environment_id from (select distinct environment as environment_id from wanted) w
       where exists (select from claimant) and ${isNotPaused(claimant.runnerId)} and ${mayServe(claimant.runnerId)}
         and exists (select from environment e where e.id = w.environment_id and e.max_concurrent_executions is null)
         and not exists (select from runner_session s where s.runner_id = ${claimant.runnerId} and s.ended_at is null
                                                        and s.id <> all(${here}::uuid[]))),
    picked as materialized (
      select w.id, w.environment as environment_id, null::bytea as variable_snapshot, ${claimant.id}::uuid as session_id,
             now() as started_at
        from wanted w
       where w.runner = ${claimant.runnerId} and w.environment in (select environment_id from open)
       order by w.id limit ${room})`

/** The lock on the session's row makes whoever ends or resumes it wait, so that it sees what was claimed. */
const claimantRow = ({ id, connection }: Claimant) => sql`
      select id from runner_session
       where id = ${id} and connection = ${connection} and ended_at is null and not draining for share`

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

/** Whether a claim took everything that waited: each environment had room for all of its own, and nobody was faster. */
const allTaken = (limit: number) => sql`(
        (select count(*) from candidate) < ${limit} and (select count(*) from waiting) <= ${FEW_ENVIRONMENTS}
        and (select count(*) from offering) = (select count(*) from waiting)
        and (select count(*) from claimed) = (select count(*) from candidate))`
