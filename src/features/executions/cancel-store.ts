import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Grant } from '../projects/access.ts'
import type { ExecutionState } from './states.ts'

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
