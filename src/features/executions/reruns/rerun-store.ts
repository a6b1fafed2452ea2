import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { jsonText } from '../../../db/json.ts'
import type { ExecutionId } from '../../../lib/ids.ts'
import type { EnvironmentGrant, Grant } from '../../projects/access.ts'
import { QUEUED_CHANNEL, queuedPayload } from '../queries/find-store.ts'
import { triggerOf } from '../rules.ts'
import type { ExecutionState } from '../states.ts'
import type { JournalCopy, OldJournal, OldStep } from './rules.ts'

/** An execution that is to be run again. */
export interface OldExecution {
  readonly id: string
  readonly status: ExecutionState
  readonly parentId: string | null
  readonly environmentId: string
  readonly environmentName: string
  readonly artifactId: string
  readonly versionName: string
  readonly pipelineName: string
  readonly runnerId: string
  readonly tag: string | null
  /** Number of the last report in its journal; 0 when it never began. */
  readonly lastReport: number
}

export async function readOldExecution(db: Db, grant: Grant, id: string): Promise<OldExecution | undefined> {
  const { rows } = await sql<OldExecution>`
    select id, status, parent_id as "parentId", environment_id as "environmentId",
           environment_name as "environmentName", artifact_id as "artifactId", version_name as "versionName",
           pipeline_name as "pipelineName", runner_id as "runnerId", tag, last_report as "lastReport"
      from execution where id = ${id} and project_id = ${grant.projectId}`.execute(db)
  return rows[0]
}

/** The journal of an execution and its children, without the values in it. */
export async function readOldJournal(db: Db, root: string): Promise<OldJournal> {
  const tree = sql`
    tree as (select id, pipeline_name, status from execution
              where id = ${root} or (root_id = ${root} and parent_id is not null))`
  const executions = await sql<OldJournal['executions'][number]>`
    with ${tree} select id, pipeline_name as "pipelineName", status from tree`.execute(db)
  const steps = await sql<OldStep>`
    with ${tree}
    select s.execution_id as execution, s.seq, s.key, s.child_execution_id as child,
           case when s.expanded_n is not null then jsonb_array_length(s.iterations) end as iterations,
           case when s.finished_n is not null then jsonb_build_object('n', s.finished_n, 'outcome',
             jsonb_build_object('result', s.outcome -> 'result', 'branch', s.outcome -> 'branch')) end as finished
      from step s where s.execution_id in (select id from tree)`.execute(db)
  const own = steps.rows.map((step) => ({
    ...step,
    iterations: step.iterations ?? undefined,
    finished: step.finished ?? undefined,
  }))
  return { executions: executions.rows, steps: own }
}

/** The execution that is to be made of an old one. `copy` is the journal that it begins with. */
export interface Rerun {
  readonly old: OldExecution
  readonly id: ExecutionId
  readonly copy: JournalCopy | undefined
}

/** `incomplete`: a part of the old journal went while it was copied. */
export type RerunMade = 'made' | 'tag-in-use' | 'incomplete'

/** Undoes what was inserted. */
class Incomplete extends Error {}

/**
 * Queues the new execution with the journal it begins with, all or nothing, and tells every process that its runner has
 * work. One that is there already was made by the same request. A copied journal keeps the numbers of its reports, so
 * that they tell which steps are old, and brings the project's variables of its time with it.
 */
export async function insertRerun(
  db: Db,
  grant: EnvironmentGrant<'executions:run'>,
  { old, id, copy }: Rerun,
): Promise<RerunMade> {
  const goesOn = copy !== undefined
  const reports = goesOn && copy.steps.length > 0 ? old.lastReport : 0
  const insert = async (tx: Db): Promise<RerunMade> => {
    const { rows } = await sql`
      with kept as (
        select * from execution where id = ${old.id} and project_id = ${grant.projectId} for key share),
      added as (
        insert into execution (id, root_id, project_id, environment_id, environment_name, artifact_id, version_name,
               pipeline_name, pipeline_type, runner_id, status, trigger, started_by, tag, scalar_variables,
               grid_variables, rerun_of, variable_snapshot, last_report, reused_reports)
        select ${id}::uuid, ${id}::uuid, project_id, environment_id, environment_name, artifact_id, version_name,
               pipeline_name, pipeline_type, runner_id, 'QUEUED', ${triggerOf(grant.caller)}, ${grant.caller.name}, tag, scalar_variables,
               grid_variables, id, case when ${goesOn}::boolean then variable_snapshot end, ${reports}::integer,
               nullif(${reports}::integer, 0)
          from kept
        on conflict do nothing
        returning id, runner_id)
      select pg_notify(${QUEUED_CHANNEL}, ${queuedPayload}) from added group by runner_id`.execute(tx)
    if (rows.length === 0) return (await isThere(tx, id, old.id)) ? 'made' : 'tag-in-use'
    if (copy === undefined) return 'made'
    await copyChildren(tx, id, copy.children)
    await copySteps(tx, copy.steps)
    return 'made'
  }
  try {
    return await db.transaction().execute(insert)
  } catch (error) {
    if (error instanceof Incomplete) return 'incomplete'
    throw error
  }
}

async function isThere(db: Db, id: string, rerunOf: string): Promise<boolean> {
  const { rows } = await sql`select from execution where id = ${id} and rerun_of = ${rerunOf}`.execute(db)
  return rows.length > 0
}

/** A child that goes on is running, like one whose runner was lost. */
async function copyChildren(tx: Db, root: string, children: JournalCopy['children']): Promise<void> {
  if (children.length === 0) return
  const { rows } = await sql`
    insert into execution (id, root_id, parent_id, project_id, environment_id, environment_name, artifact_id,
           version_name, pipeline_name, pipeline_type, runner_id, status, trigger, started_by, message, queued_at,
           started_at, finished_at, scalar_variables, grid_variables, variable_snapshot, rerun_of, reused_reports)
    select c.id, x.id, c.parent, x.project_id, x.environment_id, x.environment_name, x.artifact_id, x.version_name,
           o.pipeline_name, o.pipeline_type, x.runner_id, case when c.open then 'RUNNING' else o.status end,
           x.trigger, x.started_by, case when not c.open then o.message end,
           case when c.open then now() else o.queued_at end, case when c.open then now() else o.started_at end,
           case when not c.open then o.finished_at end, o.scalar_variables, o.grid_variables, x.variable_snapshot,
           o.id, x.reused_reports
      from json_to_recordset(${jsonText(children)}) as c ("from" uuid, id uuid, parent uuid, open boolean)
      join execution o on o.id = c."from" join execution x on x.id = ${root}
    returning id`.execute(tx)
  if (rows.length < children.length) throw new Incomplete()
}

/** A step that goes on begins now and has not ended; an iterator keeps the values it worked out. */
async function copySteps(tx: Db, steps: JournalCopy['steps']): Promise<void> {
  if (steps.length === 0) return
  const { rows } = await sql<{ count: number }>`
    with copied as (
      insert into step (execution_id, seq, key, name, type, attempt, iteration, started_at, child_execution_id,
             child_pipeline_name, result, message, row_count, finished_at, outcome, finished_n, iterations, expanded_n)
      select c.execution, c.seq, s.key, s.name, s.type, s.attempt, s.iteration,
             case when c.open then now() else s.started_at end, c.child, s.child_pipeline_name,
             case when c.open then 'RUNNING' else s.result end, case when not c.open then s.message end,
             case when not c.open then s.row_count end, case when not c.open then s.finished_at end,
             case when not c.open then s.outcome end, case when not c.open then s.finished_n end,
             s.iterations, s.expanded_n
        from json_to_recordset(${jsonText(steps)}) as c (
             "fromExecution" uuid, "fromSeq" integer, execution uuid, seq integer, child uuid, open boolean)
        join step s on s.execution_id = c."fromExecution" and s.seq = c."fromSeq"
      returning 1)
    select count(*)::integer as count from copied`.execute(tx)
  if (rows[0]!.count < steps.length) throw new Incomplete()
}
