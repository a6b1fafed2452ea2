import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import type { ArtifactId, ProjectId } from '../../../lib/ids.ts'
import { waitsForMove } from '../../environment-moves/access.ts'
import { inVisibleEnvironment } from '../../permissions/access-sql.ts'
import type { Grant } from '../../projects/access.ts'
import type { Execution } from '../schema.ts'

/** An execution as the API shows it, of the row `x`. */
export const executionJson = sql`jsonb_strip_nulls(coalesce((
  select jsonb_build_object('ref', s.ref, 'draft', s.draft, 'commitHash', s.commit_hash,
                            'fromComponentName', s.from_component, 'onlyComponentName', s.only_component)
    from unpublished_source s where s.id = x.source_id), '{}') || jsonb_build_object(
  'pipelineExecutionId', x.id, 'projectId', x.project_id, 'environmentName', x.environment_name,
  'pipelineName', x.pipeline_name, 'pipelineType', upper(x.pipeline_type), 'versionName', x.version_name,
  'status', x.status, 'trigger', x.trigger, 'user', x.started_by, 'message', coalesce(x.message, case when x.status = 'QUEUED' then ${waitsForMove('x.environment_id')} end),
  'executionTag', x.tag,
  'scheduleId', x.schedule_id, 'triggerId', x.trigger_id, 'agentId', x.runner_id, 'parentPipelineExecutionId', x.parent_id,
  'rerunOf', x.rerun_of,
  'queuedAt', ${instant('x.queued_at')}, 'startedAt', ${instant('x.started_at')}, 'finishedAt', ${instant('x.finished_at')}))`

/** The project an execution belongs to. Callers must enter it before they learn anything else. */
export async function findProjectOf(db: Db, id: string): Promise<ProjectId | undefined> {
  const row = await db.selectFrom('execution').select('project_id').where('id', '=', id).executeTakeFirst()
  return row?.project_id as ProjectId | undefined
}

/** The root of the tree that this execution is in: the root's log has the lines of all. */
export async function findRootOf(db: Db, id: string): Promise<string> {
  const row = await db
    .selectFrom('execution')
    .select('root_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.root_id
}

/** An execution of a project; undefined when it does not exist or the caller may not see its environment. */
export async function findExecution(db: Db, grant: Grant, id: string): Promise<Execution | undefined> {
  const { rows } = await sql<{ execution: Execution }>`
    select ${executionJson} as execution from execution x
     where x.id = ${id} and x.project_id = ${grant.projectId}
       and ${inVisibleEnvironment('x.environment_id', grant)}`.execute(db)
  return rows[0]?.execution
}

/** The files of an execution, and what they are called; undefined as above. */
export async function findSource(
  db: Db,
  grant: Grant,
  id: string,
): Promise<{ readonly artifactId: ArtifactId; readonly versionName: string } | undefined> {
  const { rows } = await sql<{ artifactId: ArtifactId; versionName: string }>`
    select x.artifact_id as "artifactId", x.version_name as "versionName" from execution x
     where x.id = ${id} and x.project_id = ${grant.projectId}
       and ${inVisibleEnvironment('x.environment_id', grant)}`.execute(db)
  return rows[0]
}
