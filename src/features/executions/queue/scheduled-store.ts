import { sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/database.ts'
import { QUEUED_CHANNEL, queuedPayload } from '../queries/find-store.ts'

/**
 * An execution that a schedule starts, or one that only records why nothing was started. Nobody's token is behind it:
 * whoever made the schedule was allowed to run in its environment, and the schedule acts in its own name.
 */
export interface ScheduledExecution {
  readonly id: string
  readonly scheduleId: string
  readonly projectId: string
  readonly environmentId: string
  readonly environmentName: string
  /** `NO_ARTIFACT` when what was to run could not be found; then it is not QUEUED. */
  readonly artifactId: string
  readonly versionName: string
  readonly pipelineName: string
  readonly pipelineType: string
  readonly runnerId: string
  readonly status: 'QUEUED' | 'SKIPPED' | 'FAILED'
  readonly trigger: 'SCHEDULE' | 'SCHEDULE_RUN_NOW'
  readonly startedBy: string
  readonly message: string | undefined
  readonly priority: number
  readonly scalarVariables: Readonly<Record<string, string>>
  readonly gridVariables: unknown
}

/** Stands for the version of an execution that failed before one was found. */
export const NO_ARTIFACT = '00000000-0000-0000-0000-000000000000'
/** Of executions that make up for the past: they wait for live work. */
export const BACKFILL_PRIORITY = 1

/** Adds executions of schedules in one statement and tells every process which runners have work. */
export async function insertScheduledExecutions(
  tx: Db,
  executions: readonly ScheduledExecution[],
): Promise<void> {
  if (executions.length === 0) return
  const columns = columnsOf(executions)
  await sql`
    with added as (
      insert into execution (id, root_id, schedule_id, project_id, environment_id, environment_name, artifact_id,
             version_name, pipeline_name, pipeline_type, runner_id, status, trigger, started_by, message, priority,
             scalar_variables, grid_variables, finished_at)
      select id, id, schedule, project, environment, "environmentName", artifact, "versionName", "pipelineName",
             "pipelineType", runner, status, trigger, "startedBy", message, priority, scalars, grids,
             case when status <> 'QUEUED' then now() end
        from unnest(
          ${columns.uuids((x) => x.id)}::uuid[], ${columns.uuids((x) => x.scheduleId)}::uuid[],
          ${columns.uuids((x) => x.projectId)}::uuid[], ${columns.uuids((x) => x.environmentId)}::uuid[],
          ${columns.texts((x) => x.environmentName)}::text[], ${columns.uuids((x) => x.artifactId)}::uuid[],
          ${columns.texts((x) => x.versionName)}::text[], ${columns.texts((x) => x.pipelineName)}::text[],
          ${columns.texts((x) => x.pipelineType)}::text[], ${columns.uuids((x) => x.runnerId)}::uuid[],
          ${columns.texts((x) => x.status)}::text[], ${columns.texts((x) => x.trigger)}::text[],
          ${columns.texts((x) => x.startedBy)}::text[], ${columns.texts((x) => x.message)}::text[],
          ${columns.integers((x) => x.priority)}::integer[], ${columns.jsons((x) => x.scalarVariables)}::jsonb[],
          ${columns.jsons((x) => x.gridVariables)}::jsonb[])
          as x (id, schedule, project, environment, "environmentName", artifact, "versionName", "pipelineName",
                "pipelineType", runner, status, trigger, "startedBy", message, priority, scalars, grids)
      returning id, runner_id, status)
    select pg_notify(${QUEUED_CHANNEL}, ${queuedPayload}) from added where status = 'QUEUED' group by runner_id`.execute(
    tx,
  )
}
