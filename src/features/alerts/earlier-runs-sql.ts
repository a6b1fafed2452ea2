import { sql } from 'kysely'
import { LOWEST_ID } from '../../lib/ids.ts'

/** How many executions of a pipeline are looked at, and how many successful ones of the environment count. */
const RECENT = 1_000
const COMPARED = 30

/**
 * When the last successful runs before an execution `x` started and finished: of its pipeline, in its
 * environment. A walk along `execution_of_pipeline`, which ends as soon as enough are found: only where most
 * run elsewhere does it read all it may. Rows are compared as a range, because only that index has their
 * order.
 */
export const earlierRuns = sql`
  (select started_at, finished_at
     from (select status, environment_name, started_at, finished_at from execution
            where parent_id is null
              and (project_id, pipeline_name, id) < (x.project_id, x.pipeline_name, x.id)
              and (project_id, pipeline_name, id) >= (x.project_id, x.pipeline_name, ${sql.lit(LOWEST_ID)}::uuid)
            order by project_id desc, pipeline_name desc, id desc limit ${sql.lit(RECENT)}) recent
    where status = 'SUCCESS' and environment_name = x.environment_name limit ${sql.lit(COMPARED)})`
