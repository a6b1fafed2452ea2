import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { cancelOpenChildrenAndSteps } from './cancel-store.ts'

const CANCELLED_AT_ONCE = 1_000

/**
 * Cancels queued executions that nothing can run, because they were created in the moment in which their
 * environment (alone or with its project) or their runner was deleted. Answers how many they were; usually
 * there are none, which one statement finds out.
 */
export async function cancelUnrunnable(db: Db): Promise<number> {
  const ids = await findUnrunnable(db)
  if (ids.length === 0) return 0
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update execution set status = 'CANCELLED', finished_at = greatest(now(), started_at),
             message = 'Its environment or its runner was deleted in the moment in which it was created'
       where id = any(${ids}::uuid[]) and status = 'QUEUED'
      returning id`.execute(tx)
    const cancelled = rows.map(({ id }) => id)
    await cancelOpenChildrenAndSteps(tx, cancelled)
    return cancelled.length
  })
}

/**
 * However many wait, it reads one of each environment and runner, by a loose index scan as that of
 * `claim-store.ts`, and what it finds.
 */
export async function findUnrunnable(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive place as (
      (select x.runner_id, x.priority, x.environment_id from execution x
        where x.status = 'QUEUED' order by x.runner_id, x.priority, x.environment_id limit 1)
      union all
      select n.* from place p cross join lateral (
        select x.runner_id, x.priority, x.environment_id from execution x
         where x.status = 'QUEUED' and (x.runner_id, x.priority, x.environment_id) > (p.runner_id, p.priority, p.environment_id)
         order by x.runner_id, x.priority, x.environment_id limit 1) n),
    gone as materialized (
      select * from place p
       where not exists (select from environment e where e.id = p.environment_id)
          or not exists (select from runner r where r.id = p.runner_id))
    select q.id from gone g cross join lateral (
      select x.id from execution x
       where x.status = 'QUEUED' and (x.runner_id, x.priority, x.environment_id) >= (g.runner_id, g.priority, g.environment_id)
         and (x.runner_id, x.priority, x.environment_id) <= (g.runner_id, g.priority, g.environment_id)
       order by x.runner_id, x.priority, x.environment_id, x.id limit ${CANCELLED_AT_ONCE}) q
     limit ${CANCELLED_AT_ONCE}`.execute(db)
  return rows.map(({ id }) => id)
}
