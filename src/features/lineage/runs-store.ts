import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { visibleEnvironments } from '../permissions/access-sql.ts'
import type { Grant } from '../projects/access.ts'
import type { StepLineage } from './recording/rules.ts'

export interface RunStepRow {
  readonly executionId: string
  readonly pipelineName: string
  readonly componentName: string
  readonly rowCount: number | null
  readonly lineage: StepLineage
}

const MAX_STEPS = 1_000

/**
 * What the steps of an execution and of the pipelines that it called did; undefined when the caller sees no
 * such execution.
 */
export async function readRunLineage(
  db: Db,
  { projectId, caller }: Grant<'executions:read'>,
  executionId: string,
): Promise<RunStepRow[] | undefined> {
  const { rows: found } = await sql`
    select from execution
     where id = ${executionId}::uuid and project_id = ${projectId}
       and environment_id in (${visibleEnvironments(caller)})`.execute(db)
  if (found.length === 0) return undefined
  const { rows } = await sql<Omit<RunStepRow, 'lineage'> & { lineage: string }>`
    select x.id as "executionId", x.pipeline_name as "pipelineName", s.name as "componentName",
           s.row_count::float8 as "rowCount", l.lineage
      from (select id, pipeline_name from execution
             where id = ${executionId}::uuid or (root_id = ${executionId}::uuid and parent_id is not null)) x
      join step_lineage l on l.execution_id = x.id
      join step s on s.execution_id = l.execution_id and s.seq = l.step_seq
     order by s.started_at, x.id, l.step_seq limit ${MAX_STEPS}`.execute(db)
  return rows.map((row) => ({ ...row, lineage: JSON.parse(row.lineage) as StepLineage }))
}
