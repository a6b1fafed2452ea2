import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ExecutionId } from '../../lib/ids.ts'
import type { EnvironmentGrant, Grant } from '../projects/access.ts'
import type { ExecutionState } from './states.ts'
import { QUEUED_CHANNEL } from './store.ts'

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

/** The execution that is to be made of an old one. */
export interface Rerun {
  readonly old: OldExecution
  readonly id: ExecutionId
}

/**
 * Queues the new execution, and tells every process that its runner has work. Answers whether it is there: not when its
 * tag has a live execution in the environment.
 */
export async function insertRerun(
  db: Db,
  grant: EnvironmentGrant<'executions:run'>,
  { old, id }: Rerun,
): Promise<boolean> {
  const { rows } = await sql`
    with added as (
      insert into execution (id, root_id, project_id, environment_id, environment_name, artifact_id, version_name,
             pipeline_name, pipeline_type, runner_id, status, trigger, started_by, tag, scalar_variables,
             grid_variables, rerun_of)
      select ${id}, ${id}, project_id, environment_id, environment_name, artifact_id, version_name, pipeline_name,
             pipeline_type, runner_id, 'QUEUED', 'API', ${grant.caller.name}, tag, scalar_variables, grid_variables, id
        from execution where id = ${old.id} and project_id = ${grant.projectId}
      on conflict do nothing
      returning id, runner_id)
    select id::text, pg_notify(${QUEUED_CHANNEL}, runner_id::text) from added
    union all
    select id::text, null from execution where id = ${id} and rerun_of = ${old.id}`.execute(db)
  return rows.length > 0
}
