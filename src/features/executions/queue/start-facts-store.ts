import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { EnvironmentGrant } from '../../projects/access.ts'

/**
 * What creating an execution depends on: what is published, and whether its runner may serve the environment.
 */
export interface StartFacts {
  /**
   * The version asked for, or the newest that is enabled; undefined when none exists. `path`: the pipeline's file in it.
   */
  readonly version:
    | {
        readonly artifactId: string
        readonly name: string
        readonly path: string | null
        readonly enabled: boolean
      }
    | undefined
  /** Undefined when there is no such runner. */
  readonly runner: { readonly mayServe: boolean } | undefined
}

/**
 * Reads the facts of an execution that is to be created in the environment of the grant, with one statement.
 */
export async function readStartFacts(
  db: Db,
  grant: EnvironmentGrant<'executions:run'>,
  wanted: { versionName: string | undefined; pipelineName: string; runnerId: string },
): Promise<StartFacts> {
  const version = wanted.versionName === undefined ? sql`enabled` : sql`version_name = ${wanted.versionName}`
  const { rows } = await sql<{
    artifactId: string | null
    versionName: string
    path: string | null
    enabled: boolean
    runnerExists: boolean
    mayServe: boolean
  }>`
    select a.id as "artifactId", a.version_name as "versionName", a.enabled,
           (select f.path from artifact_file f
             where f.bundle_id = a.bundle_id and f.pipeline_name = ${wanted.pipelineName}
             order by f.path limit 1) as path,
           r.id is not null as "runnerExists",
           exists (select from runner_may_serve(r.id, ${grant.projectId}, ${grant.environmentName})) as "mayServe"
      from (select) as one
      left join (select * from artifact where environment_id = ${grant.environmentId} and ${version}
                  order by published_at desc, id desc limit 1) a on true
      left join runner r on r.id = ${wanted.runnerId}`.execute(db)
  const { artifactId, versionName, path, enabled, runnerExists, mayServe } = rows[0]!
  return {
    version: artifactId === null ? undefined : { artifactId, name: versionName, path, enabled },
    runner: runnerExists ? { mayServe } : undefined,
  }
}
