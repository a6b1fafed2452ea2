import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import type { Caller } from '../../../http/caller.ts'
import { visibleEnvironments } from '../../permissions/access-sql.ts'
import type { UpcomingRun } from './schema.ts'

/** Up to this many are read and sorted. Beyond that, a walk along all due times soon finds enough. */
const FEW_SCHEDULES = 2_000

/**
 * The next run of each enabled schedule that the caller may see, along the index that the scheduler walks; of
 * a caller who sees few schedules by these, so that those of others cost nothing.
 */
export async function listUpcoming(db: Db, caller: Caller, limit: number): Promise<UpcomingRun[]> {
  if (caller.accountRole === 'SUPER_ADMIN') return nextRuns(db, sql`schedule`, limit)
  const { environments, areFew } = await readSeen(db, caller)
  const seen = sql`select * from schedule where environment_id = any(${environments}::uuid[])`
  // The offset keeps PostgreSQL from making this query a part of the walk.
  return nextRuns(db, areFew ? sql`(${seen} offset 0)` : sql`(${seen})`, limit)
}

interface Seen {
  readonly environments: readonly string[]
  readonly areFew: boolean
}

/** The environments that the caller sees, and whether they have few schedules. */
async function readSeen(db: Db, caller: Caller): Promise<Seen> {
  const { rows } = await sql<Seen>`
    with seen as materialized (${visibleEnvironments(caller)})
    select array(select id from seen) as environments,
           (select count(*) from (
              select from seen cross join lateral (select from schedule where environment_id = seen.id
                                                    limit ${FEW_SCHEDULES + 1}) s
               limit ${FEW_SCHEDULES + 1}) counted) <= ${FEW_SCHEDULES} as "areFew"`.execute(db)
  return rows[0]!
}

async function nextRuns(db: Db, schedules: RawBuilder<unknown>, limit: number): Promise<UpcomingRun[]> {
  const { rows } = await sql<UpcomingRun>`
    select s.id as "scheduleId", s.name as "scheduleName", s.project_id as "projectId",
           s.pipeline_name as "pipelineName", e.name as "environmentName",
           ${instant('c.next_run_at')} as "nextRunAt"
      from schedule_clock c
      join ${schedules} s on s.id = c.schedule_id
      join environment e on e.id = s.environment_id
     where c.enabled and c.next_run_at is not null
     order by c.next_run_at, s.id limit ${limit}`.execute(db)
  return rows
}
