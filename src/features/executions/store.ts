import { type RawBuilder, sql } from 'kysely'
import { actingAs } from '../../db/acting.ts'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { firstIdAt, HIGHEST_ID, LOWEST_ID, type ProjectId } from '../../lib/ids.ts'
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

type ListFilter = Omit<ExecutionQuery, 'limit' | 'paginationToken'>

/**
 * Executions that the caller may see, the newest first, children left out. `after` is the last id of the page before.
 * Each project is one walk over an index that has the order in it.
 */
export async function listExecutions(
  db: Db,
  caller: Caller,
  filter: ListFilter,
  after: string | undefined,
  limit: number,
): Promise<Execution[]> {
  const { projectId, scheduleId, queuedAfter, queuedBefore } = filter
  const from = queuedAfter === undefined ? LOWEST_ID : firstIdAt(new Date(queuedAfter))
  const before = [after, queuedBefore && firstIdAt(new Date(queuedBefore))].filter((id) => id !== undefined)
  const ids = { from, before: before.toSorted()[0] ?? HIGHEST_ID }
  const ofAll = caller.accountRole === 'SUPER_ADMIN' && projectId === undefined && scheduleId === undefined
  const walk = (project: RawBuilder<unknown> | undefined) => newestFirst(filter, project, ids, limit)
  const ofProjects = sql`select x.* from (${projectsOf(caller, filter)}) p cross join lateral (${walk(sql`p.id`)}) x`
  const { rows } = await sql<{ execution: Execution }>`
    select ${executionJson} as execution from (${ofAll ? walk(undefined) : ofProjects}) x
     order by x.id desc limit ${limit}`.execute(db)
  return rows.map(({ execution }) => execution)
}

/** Those of which the caller may see executions, as far as the filter leaves them: a schedule is of one project. */
function projectsOf(caller: Caller, { projectId, scheduleId }: ListFilter) {
  const visible =
    caller.accountRole === 'SUPER_ADMIN'
      ? sql`select id from project`
      : sql`select distinct project_id as id from project_role where principal_id = any(${actingAs(caller.principalId)})`
  const left = [
    ...(projectId === undefined ? [] : [sql`p.id = ${projectId}`]),
    ...(scheduleId === undefined
      ? []
      : [
          sql`p.id = (
            select s.project_id from (
              select schedule_id, project_id from execution where schedule_id >= ${scheduleId}
               order by schedule_id, id limit 1) s
             where s.schedule_id = ${scheduleId})`,
        ]),
  ]
  return sql`select p.id from (${visible}) p where ${left.length === 0 ? sql`true` : sql.join(left, sql` and `)}`
}

/**
 * The newest executions of one project, or of all. The columns of an index are compared together, as a range: asked for
 * with equality and in the order of their ids, executions might as well be looked for among all newer ones of others.
 */
function newestFirst(
  filter: ListFilter,
  project: RawBuilder<unknown> | undefined,
  ids: { readonly from: string; readonly before: string },
  limit: number,
) {
  const { pipelineName, environmentName, status, agentId, startedAfter, startedBefore } = filter
  const among = leadingColumns(filter, project)
  const columns = [...among.keys(), 'id'].map((name) => sql.ref(`x.${name}`))
  const row = (id: string) => sql.join([...among.values(), sql`${id}::uuid`])
  // What is not walked along is only looked at: no other index is to be taken for it.
  const only = (condition: RawBuilder<unknown>) =>
    among.size === 0 ? condition : sql`(${condition}) is true`
  const equal = (name: string, value: unknown) =>
    value === undefined || among.has(name) ? [] : [only(sql`${sql.ref(`x.${name}`)} = ${value}`)]
  const conditions = [
    sql`x.parent_id is null`,
    sql`(${sql.join(columns)}) < (${row(ids.before)})`,
    sql`(${sql.join(columns)}) >= (${row(ids.from)})`,
    ...(among.has('schedule_id') ? [sql`x.schedule_id is not null`] : []),
    ...equal('project_id', project),
    ...equal('pipeline_name', pipelineName),
    ...equal('status', status),
    ...equal('environment_name', environmentName),
    ...equal('runner_id', agentId),
    ...(startedAfter === undefined ? [] : [only(sql`x.started_at >= ${startedAfter}`)]),
    ...(startedBefore === undefined ? [] : [only(sql`x.started_at < ${startedBefore}`)]),
  ]
  const order = columns.map((column) => sql`${column} desc`)
  return sql`
    select x.* from execution x where ${sql.join(conditions, sql` and `)} order by ${sql.join(order)} limit ${limit}`
}

/** Those before the id in the index that is walked. Most end well: such are looked for among those of the pipeline. */
function leadingColumns(
  { scheduleId, pipelineName, status }: ListFilter,
  project: RawBuilder<unknown> | undefined,
): Map<string, RawBuilder<unknown>> {
  if (scheduleId !== undefined) return new Map([['schedule_id', sql`${scheduleId}::uuid`]])
  if (project === undefined) return new Map()
  if (status !== undefined && !(status === 'SUCCESS' && pipelineName !== undefined))
    return new Map([
      ['status', sql`${status}::text`],
      ['project_id', project],
    ])
  return new Map([
    ['project_id', project],
    ...(pipelineName === undefined ? [] : [['pipeline_name', sql`${pipelineName}::text`] as const]),
  ])
}
