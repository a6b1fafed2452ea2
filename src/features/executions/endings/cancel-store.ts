import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { literals } from '../../../db/literals.ts'
import { runsInEnvironment } from '../../permissions/access-sql.ts'
import type { Grant } from '../../projects/access.ts'
import { type ListFilter, matches } from '../queries/filter-sql.ts'
import { CANCEL_CHANNEL } from '../queue/channels.ts'
import { type ExecutionState, heldStates, liveStates } from '../states.ts'

/**
 * Cancels an execution. A queued one ends at once; a running one becomes CANCELLING and ends when its runner
 * reports so, or at once with `force`. A terminal state never changes. Answers the state before and after;
 * undefined when it does not exist, or is in an environment that the caller may not run in.
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
      .where(inRunnableEnvironment(grant, 'execution'))
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
             finished_at = case when ${after === 'CANCELLED'} then greatest(now(), started_at) end,
             session_id = case when ${after === 'CANCELLED'} then null else session_id end
       where id = ${id}`.execute(tx)
    if (after === 'CANCELLED') await cancelOpenChildrenAndSteps(tx, [id])
    await sql`select pg_notify(${CANCEL_CHANNEL}, ${id})`.execute(tx)
    return answer
  })
}

/** Whether the caller may run, and so cancel, in the environment of an execution (decisions.md §2). */
const inRunnableEnvironment = ({ role, caller, projectId }: Grant, table: 'x' | 'execution') =>
  role === 'ADMIN'
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(`${table}.environment_id`)} in (
        select e.id from environment e
         where e.project_id = ${projectId} and ${runsInEnvironment(caller.principalId, role)})`

function stateAfterCancel(before: ExecutionState, force: boolean): ExecutionState {
  if (before === 'QUEUED') return 'CANCELLED'
  if (before === 'RUNNING' || before === 'CANCELLING') return force ? 'CANCELLED' : 'CANCELLING'
  return before
}

/**
 * How many executions ended at once, how many end when their runners report so, and whether more may match.
 */
export interface Cancellations {
  readonly cancelled: number
  readonly cancelling: number
  readonly more: boolean
}

/**
 * Cancels up to `limit` of what a list of the project with this filter shows and is live, of each state the
 * oldest first, in the environments that the caller may run in. However many there are, it reads little more
 * than it cancels. `db` is a transaction.
 */
export async function cancelExecutions(
  db: Db,
  grant: Grant<'executions:cancel'>,
  filter: Omit<ListFilter, 'projectId'>,
  force: boolean,
  limit: number,
): Promise<Cancellations> {
  const { status = liveStates, ...others } = filter
  const conditions = [inRunnableEnvironment(grant, 'x'), ...matches(others)]
  let [cancelled, cancelling] = [0, 0]
  for (const state of liveStates) {
    const left = limit - cancelled - cancelling
    if (left === 0 || !status.includes(state) || (state === 'CANCELLING' && !force)) continue
    const after = stateAfterCancel(state, force)
    const count = await cancelInState(db, { grant, conditions, before: state, after, limit: left })
    if (after === 'CANCELLED') cancelled += count
    else cancelling += count
  }
  return { cancelled, cancelling, more: cancelled + cancelling === limit }
}

/** Cancels up to `limit` executions of a state, the oldest first. Answers how many. */
async function cancelInState(
  db: Db,
  wanted: {
    readonly grant: Grant<'executions:cancel'>
    readonly conditions: readonly RawBuilder<unknown>[]
    readonly before: ExecutionState
    readonly after: ExecutionState
    readonly limit: number
  },
): Promise<number> {
  const { grant, conditions, before, after, limit } = wanted
  // The state is a range of one, for an equal state would be no part of the order, and the planner would pass
  // all that have ended. The array of ids keeps it from joining with the whole table.
  const { rows } = await sql<{ id: string; held: boolean; begun: boolean }>`
    with picked as (
      select x.id, x.session_id is not null as held, x.started_at is not null as begun
        from execution x
       where x.project_id = ${grant.projectId} and x.status >= ${before} and x.status <= ${before}
         and ${sql.join(conditions, sql` and `)}
       order by x.status, x.project_id, x.id limit ${limit} for update),
    changed as (
      update execution x
         set status = ${after}, finished_at = case when ${after === 'CANCELLED'} then greatest(now(), x.started_at) end,
             session_id = case when ${after === 'CANCELLED'} then null else x.session_id end
       where x.id = any(array(select id from picked)))
    select id, held, begun from picked`.execute(db)
  const begun = rows.filter((row) => row.begun).map(({ id }) => id)
  if (after === 'CANCELLED' && begun.length > 0) await cancelOpenChildrenAndSteps(db, begun)
  const held = rows.filter((row) => row.held).map(({ id }) => id)
  if (held.length > 0)
    await sql`select pg_notify(${CANCEL_CHANNEL}, id) from unnest(${held}::text[]) as held (id)`.execute(db)
  return rows.length
}

/**
 * Cancels what executions that ended have left open: their children, and the steps of them and their
 * children.
 */
export async function cancelOpenChildrenAndSteps(db: Db, rootIds: readonly string[]): Promise<void> {
  await sql`
    with children as (
      update execution set status = 'CANCELLED', finished_at = greatest(now(), started_at)
       where root_id = any(${rootIds}::uuid[]) and parent_id is not null and status in ${literals(heldStates)}
      returning id)
    update step set result = 'CANCELLED', finished_at = greatest(now(), started_at)
     where result = 'RUNNING'
       and execution_id in (select id from children union all select unnest(${rootIds}::uuid[]))`.execute(db)
}
