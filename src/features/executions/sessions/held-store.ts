import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { literals } from '../../../db/literals.ts'
import { dueWhen } from '../../../db/lookout.ts'
import type { EnvironmentId, ProjectId, SessionId } from '../../../lib/ids.ts'
import { type ExecutionState, heldStates } from '../states.ts'
import type { SessionIds } from './session-store.ts'

const isHeld = sql`status in ${literals(heldStates)}`

/** The executions that this session holds. */
export async function listHeldExecutions(
  db: Db,
  sessionId: SessionId,
): Promise<{ id: string; cancelling: boolean }[]> {
  const { rows } = await sql<{ id: string; cancelling: boolean }>`
    select id, status = 'CANCELLING' as cancelling from execution
     where session_id = ${sessionId} and ${isHeld}`.execute(db)
  return rows
}

/**
 * Those of these root executions that are not this session's, or not any more. One that ended with this
 * session stays: its runner waits for the last acknowledgement.
 */
export async function listTakenAway(
  db: Db,
  sessionId: SessionId,
  roots: readonly string[],
): Promise<string[]> {
  if (roots.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select g.id from unnest(${roots}::uuid[]) as g (id) left join execution x on x.id = g.id
     where x.session_id is distinct from ${sessionId}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Where a root execution runs. */
export interface HeldExecution {
  readonly projectId: ProjectId
  readonly environmentId: EnvironmentId
}

/** Where a root execution runs, while this session holds it; undefined when it does not. */
export async function findHeldExecution(
  db: Db,
  sessionId: SessionId,
  root: string,
): Promise<HeldExecution | undefined> {
  const { rows } = await sql<HeldExecution>`
    select project_id as "projectId", environment_id as "environmentId" from execution
     where id = ${root} and session_id = ${sessionId} and ${isHeld}`.execute(db)
  return rows[0]
}

/** Whether this session holds an execution that runs this artifact, or a shared pipeline of it. */
export async function holdsArtifact(db: Db, sessionId: SessionId, artifact: string): Promise<boolean> {
  const { rows } = await sql`
    select from execution x where session_id = ${sessionId} and ${isHeld}
       and (artifact_id = ${artifact} or exists (
            select from execution_shared_use u where u.root_id = x.id and u.shared_version_id = ${artifact}))
     limit 1`.execute(db)
  return rows.length > 0
}

const isCancelling = (sessionIds: SessionIds) =>
  sql`session_id = any(${sessionIds}::uuid[]) and status = 'CANCELLING'`

export const cancellationsAreDue = (sessionIds: SessionIds) =>
  dueWhen(sql`exists (select from execution where ${isCancelling(sessionIds)})`)

/** Executions of these sessions that are to be cancelled, in case a notification was lost. */
export async function readCancelling(
  db: Db,
  sessionIds: readonly SessionId[],
): Promise<{ id: string; sessionId: SessionId }[]> {
  const { rows } = await sql<{ id: string; sessionId: SessionId }>`
    select id, session_id as "sessionId" from execution
     where ${isCancelling(sessionIds)}`.execute(db)
  return rows
}

/** The state of an execution and the session that holds it, or held it last. */
export async function findHolder(
  db: Db,
  id: string,
): Promise<{ status: ExecutionState; sessionId: SessionId } | undefined> {
  const row = await db
    .selectFrom('execution')
    .select(['status', 'session_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { status: row.status as ExecutionState, sessionId: row.session_id as SessionId }
}
