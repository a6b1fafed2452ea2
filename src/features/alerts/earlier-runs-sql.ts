import { sql } from 'kysely'

/** How many executions of a pipeline are looked at, and how many successful ones of them count. */
const RECENT = 60
const COMPARED = 30

/** When the last successful runs before an execution `x` started and finished: of its pipeline, in its environment. */
export const earlierRuns = sql`
  (select started_at, finished_at
     from (select status, environment_name, started_at, finished_at from execution
            where project_id = x.project_id and pipeline_name = x.pipeline_name and id < x.id and parent_id is null
            order by id desc limit ${sql.lit(RECENT)}) recent
    where status = 'SUCCESS' and environment_name = x.environment_name limit ${sql.lit(COMPARED)})`
