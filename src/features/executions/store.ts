import { sql } from 'kysely'
import { actingAs } from '../../db/acting.ts'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { firstIdAt, type ProjectId } from '../../lib/ids.ts'
import type { Grant } from '../projects/access.ts'
import type { Execution, ExecutionQuery } from './schema.ts'

/**
 * Heard by every process that may have a runner for what was queued (`gateway.ts`). Payload: the runner's id and, if
 * anything was queued for it, the lowest id of that and how many they are.
 */
export const QUEUED_CHANNEL = 'execution_queued'
/** What tells of the executions of one runner in a group of rows. */
export const queuedPayload = sql.raw(`concat_ws(' ', runner_id, min(id::text), count(*))`)

/** A time of the database as the wire shows it. */
export const instant = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

const executionJson = sql`jsonb_strip_nulls(jsonb_build_object(
  'pipelineExecutionId', x.id, 'projectId', x.project_id, 'environmentName', x.environment_name,
  'pipelineName', x.pipeline_name, 'pipelineType', x.pipeline_type, 'versionName', x.version_name,
  'status', x.status, 'trigger', x.trigger, 'user', x.started_by, 'message', x.message, 'executionTag', x.tag,
  'scheduleId', x.schedule_id, 'agentId', x.runner_id, 'parentPipelineExecutionId', x.parent_id,
  'rerunOf', x.rerun_of,
  'queuedAt', ${instant('x.queued_at')}, 'startedAt', ${instant('x.started_at')}, 'finishedAt', ${instant('x.finished_at')}))`

/** The project an execution belongs to: what has to be entered before anything is said about it. */
export async function findProjectOf(db: Db, id: string): Promise<ProjectId | undefined> {
  const row = await db.selectFrom('execution').select('project_id').where('id', '=', id).executeTakeFirst()
  return row?.project_id as ProjectId | undefined
}

/** The execution at the top of the tree that this one is in: its log is where all lines are. */
export async function findRootOf(db: Db, id: string): Promise<string> {
  const row = await db
    .selectFrom('execution')
    .select('root_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.root_id
}

export async function findExecution(db: Db, grant: Grant, id: string): Promise<Execution | undefined> {
  const { rows } = await sql<{ execution: Execution }>`
    select ${executionJson} as execution from execution x
     where x.id = ${id} and x.project_id = ${grant.projectId}`.execute(db)
  return rows[0]?.execution
}

/**
 * Executions that the caller may see, the newest first, children left out. `after` is the last id of the page before.
 * Ids grow with time, so every filter is one index range with the order already in it. A state is written into the
 * statement: the indexes of live and of ended executions are only used for states that are known when it is planned.
 */
export async function listExecutions(
  db: Db,
  caller: Caller,
  filter: Omit<ExecutionQuery, 'limit' | 'paginationToken'>,
  after: string | undefined,
  limit: number,
): Promise<Execution[]> {
  const all = caller.accountRole === 'SUPER_ADMIN'
  const { projectId, pipelineName, environmentName, status, scheduleId, agentId } = filter
  const { startedAfter, startedBefore, queuedAfter, queuedBefore } = filter
  const conditions = [
    sql`x.parent_id is null`,
    ...(all
      ? []
      : [
          sql`x.project_id in (select r.project_id from project_role r where r.principal_id = any(${actingAs(caller.principalId)}))`,
        ]),
    ...(after === undefined ? [] : [sql`x.id < ${after}`]),
    ...(projectId === undefined ? [] : [sql`x.project_id = ${projectId}`]),
    ...(pipelineName === undefined ? [] : [sql`x.pipeline_name = ${pipelineName}`]),
    ...(environmentName === undefined ? [] : [sql`x.environment_name = ${environmentName}`]),
    ...(status === undefined ? [] : [sql`x.status = ${sql.lit(status)}`]),
    ...(scheduleId === undefined ? [] : [sql`x.schedule_id = ${scheduleId}`]),
    ...(agentId === undefined ? [] : [sql`x.runner_id = ${agentId}`]),
    ...(queuedAfter === undefined ? [] : [sql`x.id >= ${firstIdAt(new Date(queuedAfter))}`]),
    ...(queuedBefore === undefined ? [] : [sql`x.id < ${firstIdAt(new Date(queuedBefore))}`]),
    ...(startedAfter === undefined ? [] : [sql`x.started_at >= ${startedAfter}`]),
    ...(startedBefore === undefined ? [] : [sql`x.started_at < ${startedBefore}`]),
  ]
  const { rows } = await sql<{ execution: Execution }>`
    select ${executionJson} as execution from execution x
     where ${sql.join(conditions, sql` and `)} order by x.id desc limit ${limit}`.execute(db)
  return rows.map(({ execution }) => execution)
}
