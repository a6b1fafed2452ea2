import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import type { Silence } from '../../src/features/executions/endings/heartbeat-watch.ts'
import { listHeartbeats } from '../../src/features/executions/endings/lease-store.ts'
import { insertExecution } from '../../src/features/executions/queue/insert-store.ts'
import { openSession } from '../../src/features/executions/sessions/session-store.ts'
import { newId, type RunnerId, type SessionId } from '../../src/lib/ids.ts'

/** Where executions run; `aPublishedProject` makes such a place. */
export interface ExecutionPlace {
  readonly projectId: string
  readonly environmentId: string
  readonly artifactId: string
  readonly agentId: string
}

/**
 * Puts `count` executions into the queue with one statement, without a notification. Returns their ids, the
 * oldest first. `priority` above 0: of a backfill.
 */
export async function queuedExecutions(
  db: Db,
  { projectId, environmentId, artifactId, agentId }: ExecutionPlace,
  count: number,
  priority = 0,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId()).toSorted()
  const row = {
    id: sql`id`,
    root_id: sql`id`,
    project_id: sql`${projectId}::uuid`,
    environment_id: sql`${environmentId}::uuid`,
    environment_name: sql`'Development'`,
    artifact_id: sql`${artifactId}::uuid`,
    version_name: sql`'1'`,
    pipeline_name: sql`'P'`,
    pipeline_type: sql`'orchestration'`,
    runner_id: sql`${agentId}::uuid`,
    status: sql`'QUEUED'`,
    trigger: sql`'API'`,
    started_by: sql`'test'`,
    priority: sql`${priority}::integer`,
    scalar_variables: sql`'{}'::jsonb`,
    grid_variables: sql`'{}'::jsonb`,
  }
  await sql`${insertExecution(row, sql`from unnest(${ids}::uuid[]) as id`)}`.execute(db)
  return ids
}

/** Puts an execution that runs a test into the queue, and returns its id. */
export async function aQueuedTest(db: Db, place: ExecutionPlace): Promise<string> {
  const [id] = await queuedExecutions(db, place, 1)
  const chosen = {
    scalar_variables: JSON.stringify({ scope: 'PROJECT' }),
    grid_variables: JSON.stringify({ tests: [['P']] }),
  }
  const row = { pipeline_name: '*.test.yaml', ...chosen }
  await db.updateTable('execution').set(row).where('id', '=', id!).execute()
  return id!
}

/** What a session of a test is opened and resumed with. */
export const INSTANCE_HASH = randomBytes(32)

/** Opens another session of the runner. */
export async function aSession(db: Db, runner: RunnerId): Promise<SessionId> {
  const opened = await openSession(db, runner, {
    instance: 'test',
    version: '1',
    capacity: 9,
    leaseSeconds: 15,
    instanceHash: INSTANCE_HASH,
  })
  if (typeof opened === 'string') throw new Error(opened)
  return opened.id
}

/** What a process finds that has not heard a session for its lease. */
export async function silenceOf(db: Db, session: SessionId): Promise<Silence> {
  const live = await listHeartbeats(db)
  return { silent: live.filter(({ id }) => id === session), lost: [] }
}
