import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import type { Caller } from '../../../http/caller.ts'
import { seesEnvironmentAnywhere } from '../../permissions/access-sql.ts'
import type { UpcomingRun } from './schema.ts'

/**
 * The next run of each enabled schedule that the caller may see, along the index that the scheduler walks.
 */
export async function listUpcoming(db: Db, caller: Caller, limit: number): Promise<UpcomingRun[]> {
  const { rows } = await sql<UpcomingRun>`
    select s.id as "scheduleId", s.name as "scheduleName", s.project_id as "projectId",
           s.pipeline_name as "pipelineName", e.name as "environmentName",
           ${instant('c.next_run_at')} as "nextRunAt"
      from schedule_clock c
      join schedule s on s.id = c.schedule_id
      join environment e on e.id = s.environment_id
     where c.enabled and c.next_run_at is not null and ${seesEnvironmentAnywhere(caller)}
     order by c.next_run_at, s.id limit ${limit}`.execute(db)
  return rows
}
