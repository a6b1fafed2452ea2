import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { jsonText } from '../../../db/json.ts'
import type { ExecutionId } from '../../../lib/ids.ts'
import type { EnvironmentGrant, Grant } from '../../projects/access.ts'
import { executionJson } from '../queries/find-store.ts'
import { insertExecution, type NewExecutionRow } from '../queue/insert-store.ts'
import { notifyQueued } from '../queue/notify-store.ts'
import { triggerOf } from '../queue/trigger.ts'
import type { Execution } from '../schema.ts'
import type { ExecutionState } from '../states.ts'
import type { JournalCopy, OldJournal, OldStep } from './rules.ts'

/** An execution that is to be rerun. */
export interface OldExecution {
  readonly id: string
  readonly status: ExecutionState
  readonly parentId: string | null
  readonly environmentId: string
  readonly environmentName: string
  readonly artifactId: string
  /** The same, when it ran something unpublished. */
  readonly sourceId: string | null
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
           environment_name as "environmentName", artifact_id as "artifactId",
           source_id as "sourceId", version_name as "versionName",
           pipeline_name as "pipelineName", runner_id as "runnerId", tag, last_report as "lastReport"
      from execution where id = ${id} and project_id = ${grant.projectId}`.execute(db)
  return rows[0]
}

/** The journal of an execution and its children, without the values in it. */
export async function readOldJournal(db: Db, root: string): Promise<OldJournal> {
  const tree = sql`
    tree as (select id, artifact_id, pipeline_name, status from execution
              where id = ${root} or (root_id = ${root} and parent_id is not null))`
  const executions = await sql<OldJournal['executions'][number]>`
    with ${tree} select id, artifact_id as "artifactId", pipeline_name as "pipelineName", status from tree`.execute(
    db,
  )
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

/** What a caller gave to an execution when it started, secrets included: it must not leave the API. */
export interface StartValues {
  readonly scalars: Readonly<Record<string, string | number>>
  readonly grids: Readonly<Record<string, string[][]>>
}

export async function readStartValues(db: Db, grant: Grant, id: string): Promise<StartValues> {
  const { rows } = await sql<StartValues>`
    select scalar_variables as scalars, grid_variables as grids
      from execution where id = ${id} and project_id = ${grant.projectId}`.execute(db)
  return rows[0] ?? { scalars: {}, grids: {} }
}

/** What a rerun from the start has in place of what the old execution had; undefined: the same. */
export interface Replacement {
  readonly version?:
    | {
        readonly artifactId: string
        readonly name: string
        readonly pipelineType: 'orchestration' | 'transformation'
      }
    | undefined
  readonly values?: StartValues | undefined
}

/** A new execution that reruns an old one. `copy` is the part of the old journal that it begins with. */
export interface Rerun {
  readonly old: OldExecution
  readonly id: ExecutionId
  readonly copy: JournalCopy | undefined
  readonly replacement: Replacement
}

/** The new execution. `incomplete`: retention removed a part of the old journal while it was copied. */
export type RerunMade = Execution | 'tag-in-use' | 'incomplete'

/** Rolls the transaction back. */
class Incomplete extends Error {}

/**
 * Queues the new execution with the journal it begins with, all or nothing, and tells every process that its
 * runner has new work. When it exists already the same request made it before. A copied journal keeps the
 * numbers of its reports, which later tell reused steps from new ones, and the snapshot of the project's
 * variables of its time.
 */
export async function insertRerun(
  db: Db,
  grant: EnvironmentGrant<'executions:run'>,
  rerun: Rerun,
): Promise<RerunMade> {
  const { old, id, copy } = rerun
  const row = newRoot(grant, rerun)
  const insert = async (tx: Db): Promise<RerunMade> => {
    const { rows } = await sql<{ execution: Execution }>`
      with kept as (
        select * from execution where id = ${old.id} and project_id = ${grant.projectId} for key share),
      added as (
        ${insertExecution(row, sql`from kept`)}
        on conflict do nothing
        returning *),
      notified as (${notifyQueued('added')})
      select ${executionJson} as execution, (select count(*) from notified) as notified from added x`.execute(
      tx,
    )
    const [added] = rows
    if (added === undefined) return (await findRerun(tx, id, old.id)) ?? 'tag-in-use'
    if (copy === undefined) return added.execution
    await copyChildren(tx, id, copy.children)
    await copySteps(tx, copy.steps)
    return added.execution
  }
  try {
    return await db.transaction().execute(insert)
  } catch (error) {
    if (error instanceof Incomplete) return 'incomplete'
    throw error
  }
}

/** The new execution, made of the old one (`kept`). */
function newRoot(
  grant: EnvironmentGrant<'executions:run'>,
  { old, id, copy, replacement: { version, values } }: Rerun,
): NewExecutionRow {
  const reports = copy !== undefined && copy.steps.length > 0 ? old.lastReport : 0
  return {
    id: sql`${id}::uuid`,
    root_id: sql`${id}::uuid`,
    project_id: sql`project_id`,
    environment_id: sql`environment_id`,
    environment_name: sql`environment_name`,
    artifact_id: version === undefined ? sql`artifact_id` : sql`${version.artifactId}::uuid`,
    source_id: version === undefined ? sql`source_id` : sql`null::uuid`,
    version_name: version === undefined ? sql`version_name` : sql`${version.name}::text`,
    pipeline_name: sql`pipeline_name`,
    pipeline_type: version === undefined ? sql`pipeline_type` : sql`${version.pipelineType}::text`,
    runner_id: sql`runner_id`,
    status: sql`'QUEUED'`,
    trigger: sql`${triggerOf(grant.caller)}`,
    started_by: sql`${grant.caller.name}`,
    tag: sql`tag`,
    scalar_variables: values === undefined ? sql`scalar_variables` : sql`${jsonText(values.scalars)}::jsonb`,
    grid_variables: values === undefined ? sql`grid_variables` : sql`${jsonText(values.grids)}::jsonb`,
    rerun_of: sql`id`,
    variable_snapshot: sql`case when ${copy !== undefined}::boolean then variable_snapshot end`,
    last_report: sql`${reports}::integer`,
    reused_reports: sql`nullif(${reports}::integer, 0)`,
  }
}

async function findRerun(db: Db, id: string, rerunOf: string): Promise<Execution | undefined> {
  const { rows } = await sql<{ execution: Execution }>`
    select ${executionJson} as execution from execution x
     where x.id = ${id} and x.rerun_of = ${rerunOf}`.execute(db)
  return rows[0]?.execution
}

/**
 * A child is copied from its old execution (`o`) and belongs to the new root (`x`). One that is `open` goes
 * on from here.
 */
const copiedChild: NewExecutionRow = {
  id: sql`c.id`,
  root_id: sql`x.id`,
  parent_id: sql`c.parent`,
  project_id: sql`x.project_id`,
  environment_id: sql`x.environment_id`,
  environment_name: sql`x.environment_name`,
  artifact_id: sql`o.artifact_id`,
  source_id: sql`x.source_id`,
  version_name: sql`x.version_name`,
  pipeline_name: sql`o.pipeline_name`,
  pipeline_type: sql`o.pipeline_type`,
  runner_id: sql`x.runner_id`,
  status: sql`case when c.open then 'RUNNING' else o.status end`,
  trigger: sql`x.trigger`,
  started_by: sql`x.started_by`,
  message: sql`case when not c.open then o.message end`,
  queued_at: sql`case when c.open then now() else o.queued_at end`,
  started_at: sql`case when c.open then now() else o.started_at end`,
  finished_at: sql`case when not c.open then o.finished_at end`,
  scalar_variables: sql`o.scalar_variables`,
  grid_variables: sql`o.grid_variables`,
  secret_values: sql`o.secret_values`,
  variable_snapshot: sql`x.variable_snapshot`,
  rerun_of: sql`o.id`,
  reused_reports: sql`x.reused_reports`,
}

/**
 * Copies the children. One that is open is RUNNING, like the children of an execution whose runner was lost.
 */
async function copyChildren(tx: Db, root: string, children: JournalCopy['children']): Promise<void> {
  if (children.length === 0) return
  const { rows } = await sql`
    ${insertExecution(
      copiedChild,
      sql`
      from json_to_recordset(${jsonText(children)}) as c ("from" uuid, id uuid, parent uuid, open boolean)
      join execution o on o.id = c."from" join execution x on x.id = ${root}`,
    )}
    returning id`.execute(tx)
  if (rows.length < children.length) throw new Incomplete()
}

/**
 * Copies the steps. An open step starts now and has not ended; an iterator keeps its evaluated values.
 */
async function copySteps(tx: Db, steps: JournalCopy['steps']): Promise<void> {
  if (steps.length === 0) return
  const { rows } = await sql<{ count: number }>`
    with copied as (
      insert into step (execution_id, seq, key, name, type, attempt, iteration, started_at, child_execution_id,
             child_pipeline_name, result, message, row_count, finished_at, outcome, finished_n, iterations, expanded_n,
             executed)
      select c.execution, c.seq, s.key, s.name, s.type, s.attempt, s.iteration,
             case when c.open then now() else s.started_at end, c.child, s.child_pipeline_name,
             case when c.open then 'RUNNING' else s.result end, case when not c.open then s.message end,
             case when not c.open then s.row_count end, case when not c.open then s.finished_at end,
             case when not c.open then s.outcome end, case when not c.open then s.finished_n end,
             s.iterations, s.expanded_n, case when not c.open or s.expanded_n is not null then s.executed end
        from json_to_recordset(${jsonText(steps)}) as c (
             "fromExecution" uuid, "fromSeq" integer, execution uuid, seq integer, child uuid, open boolean)
        join step s on s.execution_id = c."fromExecution" and s.seq = c."fromSeq"
      returning 1)
    select count(*)::integer as count from copied`.execute(tx)
  if (rows[0]!.count < steps.length) throw new Incomplete()
}
