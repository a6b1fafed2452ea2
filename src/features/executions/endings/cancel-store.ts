import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Grant } from '../../projects/access.ts'
import type { ExecutionState } from '../states.ts'

/** Heard by every process: the one that holds the runner's connection passes it on. Payload: the execution's id. */
export const CANCEL_CHANNEL = 'execution_cancel'

/**
 * Asks an execution to end. What waits in the queue ends at once; what runs becomes CANCELLING and ends when its runner
 * says so, or at once with `force`. A terminal state never changes. Answers the state before and after.
 */
export async function cancelExecution(
  db: Db,
  grant: Grant<'executions:cancel'>,
  id: string,
  force: boolean,
): Promise<{ before: ExecutionState; after: ExecutionState; parentId: string | null } | undefined> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('execution')
      .select(['status', 'parent_id'])
      .where('id', '=', id)
      .where('project_id', '=', grant.projectId)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return undefined
    const before = row.status as ExecutionState
    const after = row.parent_id === null ? stateAfterCancel(before, force) : before
    const answer = { before, after, parentId: row.parent_id }
    if (after === before && !(force && after === 'CANCELLING')) return answer
    await sql`
      update execution
         set status = ${after},
             finished_at = case when ${after === 'CANCELLED'} then now() end,
             session_id = case when ${after === 'CANCELLED'} then null else session_id end
       where id = ${id}`.execute(tx)
    if (after === 'CANCELLED') await closeLeftovers(tx, [id])
    await sql`select pg_notify(${CANCEL_CHANNEL}, ${id})`.execute(tx)
    return answer
  })
}

function stateAfterCancel(before: ExecutionState, force: boolean): ExecutionState {
  if (before === 'QUEUED') return 'CANCELLED'
  if (before === 'RUNNING' || before === 'CANCELLING') return force ? 'CANCELLED' : 'CANCELLING'
  return before
}

export interface CancelFilter {
  readonly pipelineName?: string | undefined
  readonly environmentName?: string | undefined
  readonly status?: 'QUEUED' | 'RUNNING' | undefined
  readonly scheduleId?: string | undefined
  readonly agentId?: string | undefined
  readonly queuedBefore?: string | undefined
}

/** How many executions ended at once, how many end when their runners say so, and whether more fit the filter. */
export interface Cancellations {
  readonly cancelled: number
  readonly cancelling: number
  readonly more: boolean
}

/** The same for up to `limit` live executions of a project that fit the filter, the oldest first, children left out. */
export async function cancelExecutions(
  db: Db,
  grant: Grant<'executions:cancel'>,
  filter: CancelFilter,
  force: boolean,
  limit: number,
): Promise<Cancellations> {
  const { pipelineName, environmentName, status, scheduleId, agentId, queuedBefore } = filter
  const states = status === undefined ? ['QUEUED', 'RUNNING', ...(force ? ['CANCELLING'] : [])] : [status]
  const conditions = [
    sql`x.project_id = ${grant.projectId} and x.parent_id is null and x.status in (${sql.join(states.map((state) => sql.lit(state)))})`,
    ...(pipelineName === undefined ? [] : [sql`x.pipeline_name = ${pipelineName}`]),
    ...(environmentName === undefined ? [] : [sql`x.environment_name = ${environmentName}`]),
    ...(scheduleId === undefined ? [] : [sql`x.schedule_id = ${scheduleId}`]),
    ...(agentId === undefined ? [] : [sql`x.runner_id = ${agentId}`]),
    ...(queuedBefore === undefined ? [] : [sql`x.queued_at < ${queuedBefore}`]),
  ]
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; status: ExecutionState; held: boolean }>`
      with picked as (
        select x.id, x.session_id, case when x.status = 'QUEUED' or ${force} then 'CANCELLED' else 'CANCELLING' end as after
          from execution x where ${sql.join(conditions, sql` and `)} order by x.id limit ${limit} for update),
      changed as (
        update execution x
           set status = p.after, finished_at = case when p.after = 'CANCELLED' then now() end,
               session_id = case when p.after = 'CANCELLED' then null else x.session_id end
          from picked p where p.id = x.id)
      select id, after as status, session_id is not null as held from picked`.execute(tx)
    const over = rows.filter((row) => row.status === 'CANCELLED').map(({ id }) => id)
    if (over.length > 0) await closeLeftovers(tx, over)
    const held = rows.filter((row) => row.held).map(({ id }) => id)
    await sql`select pg_notify(${CANCEL_CHANNEL}, id) from unnest(${held}::text[]) as held (id)`.execute(tx)
    return { cancelled: over.length, cancelling: rows.length - over.length, more: rows.length === limit }
  })
}

/** Ends what an execution that is over has left open: its children and the steps of all of them. */
export async function closeLeftovers(db: Db, rootIds: readonly string[]): Promise<void> {
  await sql`
    with children as (
      update execution set status = 'CANCELLED', finished_at = now()
       where root_id = any(${rootIds}::uuid[]) and parent_id is not null and status in ('RUNNING', 'CANCELLING')
      returning id)
    update step set result = 'CANCELLED', finished_at = now()
     where result = 'RUNNING'
       and execution_id in (select id from children union all select unnest(${rootIds}::uuid[]))`.execute(db)
}
