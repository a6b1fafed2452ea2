import { sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/database.ts'
import { inPortions } from '../../../lib/portions.ts'
import { executionJson } from '../queries/find-store.ts'
import type { Execution } from '../schema.ts'
import { insertExecution } from './insert-store.ts'
import { notifyQueued } from './notify-store.ts'

/**
 * An execution that a schedule or a trigger starts, or one that only records why nothing was started. No
 * caller is behind it: who created the schedule was allowed to run pipelines in its environment, and the
 * schedule acts in its own name.
 */
export interface ScheduledExecution {
  readonly id: string
  readonly scheduleId?: string
  readonly triggerId?: string
  readonly projectId: string
  readonly environmentId: string
  readonly environmentName: string
  /** `NO_ARTIFACT` when no version was found; then the execution is not QUEUED. */
  readonly artifactId: string
  readonly versionName: string
  readonly pipelineName: string
  readonly pipelineType: string
  readonly runnerId: string
  readonly status: 'QUEUED' | 'SKIPPED' | 'FAILED'
  readonly trigger: 'SCHEDULE' | 'SCHEDULE_RUN_NOW' | 'TRIGGER' | 'TRIGGER_RUN_NOW'
  readonly startedBy: string
  readonly message: string | undefined
  readonly priority: number
  readonly scalarVariables: Readonly<Record<string, string | number>>
  readonly gridVariables: unknown
}

/** The version of an execution that failed before one was found. */
export const NO_ARTIFACT = '00000000-0000-0000-0000-000000000000'
/** Of executions of a backfill: they run when no live work waits. */
export const BACKFILL_PRIORITY = 1

/** Adds executions of schedules or triggers and tells every process which runners have new work. */
export async function insertScheduledExecutions(
  tx: Db,
  executions: readonly ScheduledExecution[],
): Promise<void> {
  for (const some of inPortions(executions, perStatement()))
    await sql`
      with added as (
        ${insertion(some)}
        returning id, runner_id, status)
      ${notifyQueued('added')}`.execute(tx)
}

/**
 * Hundreds may have the grid of one schedule, which may have megabytes: a statement of them all fills the
 * memory.
 */
function perStatement() {
  const known = new Map<unknown, number>()
  return {
    items: 1_000,
    size: 4 * 1024 * 1024,
    sizeOf({ gridVariables }: ScheduledExecution): number {
      const characters = known.get(gridVariables) ?? JSON.stringify(gridVariables ?? null).length
      known.set(gridVariables, characters)
      return characters
    },
  }
}

/**
 * Deletes the given executions that are still queued and that no runner has begun, and answers their ids; the
 * caller queues them again later. Deleting them is no end: nothing counts them, and no trigger starts because
 * of them.
 */
export async function deleteUnbegun(tx: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with picked as (
      select id from execution
       where id = any(${ids}::uuid[]) and status = 'QUEUED' and started_at is null
       order by id for update)
    delete from execution where id = any(array(select id from picked)) returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Adds one like that, and answers it as reading it does. */
export async function insertScheduledExecution(tx: Db, execution: ScheduledExecution): Promise<Execution> {
  const { rows } = await sql<{ execution: Execution }>`
    with added as (
      ${insertion([execution])}
      returning *),
    notified as (${notifyQueued('added')})
    select ${executionJson} as execution, (select count(*) from notified) as notified from added x`.execute(
    tx,
  )
  return rows[0]!.execution
}

function insertion(executions: readonly ScheduledExecution[]) {
  const row = {
    id: sql`id`,
    root_id: sql`id`,
    schedule_id: sql`schedule`,
    trigger_id: sql`data_trigger`,
    project_id: sql`project`,
    environment_id: sql`environment`,
    environment_name: sql`"environmentName"`,
    artifact_id: sql`artifact`,
    version_name: sql`"versionName"`,
    pipeline_name: sql`"pipelineName"`,
    pipeline_type: sql`"pipelineType"`,
    runner_id: sql`runner`,
    status: sql`status`,
    trigger: sql`trigger`,
    started_by: sql`"startedBy"`,
    message: sql`message`,
    priority: sql`priority`,
    scalar_variables: sql`scalars`,
    grid_variables: sql`grids`,
    finished_at: sql`case when status <> 'QUEUED' then now() end`,
  }
  return insertExecution(row, rowsOf(executions))
}

function rowsOf(executions: readonly ScheduledExecution[]) {
  const columns = columnsOf(executions)
  return sql`
        from unnest(
          ${columns.uuids((x) => x.id)}::uuid[], ${columns.uuids((x) => x.scheduleId)}::uuid[],
          ${columns.uuids((x) => x.projectId)}::uuid[], ${columns.uuids((x) => x.environmentId)}::uuid[],
          ${columns.texts((x) => x.environmentName)}::text[], ${columns.uuids((x) => x.artifactId)}::uuid[],
          ${columns.texts((x) => x.versionName)}::text[], ${columns.texts((x) => x.pipelineName)}::text[],
          ${columns.texts((x) => x.pipelineType)}::text[], ${columns.uuids((x) => x.runnerId)}::uuid[],
          ${columns.texts((x) => x.status)}::text[], ${columns.texts((x) => x.trigger)}::text[],
          ${columns.texts((x) => x.startedBy)}::text[], ${columns.texts((x) => x.message)}::text[],
          ${columns.integers((x) => x.priority)}::integer[], ${columns.jsons((x) => x.scalarVariables)}::jsonb[],
          ${columns.jsons((x) => x.gridVariables)}::jsonb[], ${columns.uuids((x) => x.triggerId)}::uuid[])
          as x (id, schedule, project, environment, "environmentName", artifact, "versionName", "pipelineName",
                "pipelineType", runner, status, trigger, "startedBy", message, priority, scalars, grids, data_trigger)`
}
