import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { EnvironmentGrant } from '../../projects/access.ts'

/**
 * What creating an execution depends on: what it is to run, and whether its runner may serve the environment.
 */
export interface StartFacts {
  /**
   * The version asked for, or the newest that is enabled; undefined when none exists. `path`: the pipeline's
   * file in it.
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
  wanted: {
    versionName: string | undefined
    /** What is run instead of a version: see `keepUnpublished`. */
    sourceId?: string | undefined
    pipelineName: string
    runnerId: string
  },
): Promise<StartFacts> {
  const { rows } = await sql<{
    artifactId: string | null
    versionName: string
    path: string | null
    enabled: boolean
    runnerExists: boolean
    mayServe: boolean
  }>`
    select a.id as "artifactId", a.version_name as "versionName", a.enabled,
           (select f.path from ${wanted.sourceId === undefined ? filesOfVersion : filesOfSource} and f.pipeline_name = ${wanted.pipelineName}
             order by f.path limit 1) as path,
           r.id is not null as "runnerExists",
           exists (select from runner_may_serve(r.id, ${grant.projectId}, ${grant.environmentName})) as "mayServe"
      from (select) as one
      left join (${wanted.sourceId === undefined ? versionOf(grant, wanted.versionName) : sourceOf(grant, wanted.sourceId)}) a on true
      left join runner r on r.id = ${wanted.runnerId}`.execute(db)
  const { artifactId, versionName, path, enabled, runnerExists, mayServe } = rows[0]!
  return {
    version: artifactId === null ? undefined : { artifactId, name: versionName, path, enabled },
    runner: runnerExists ? { mayServe } : undefined,
  }
}

const versionOf = ({ environmentId }: EnvironmentGrant, versionName: string | undefined) => {
  const version = versionName === undefined ? sql`enabled` : sql`version_name = ${versionName}`
  return sql`
    select id, version_name, enabled, bundle_id from artifact where environment_id = ${environmentId} and ${version}
     order by published_at desc, id desc limit 1`
}

const sourceOf = ({ projectId }: EnvironmentGrant, id: string) => sql`
    select id, version_name, true as enabled from unpublished_source where id = ${id} and project_id = ${projectId}`

/** Most runs are of versions, whose files need no look at unpublished ones. */
const filesOfVersion = sql`artifact_file f where f.bundle_id = a.bundle_id`
const filesOfSource = sql`version_files(a.id) f where true`
