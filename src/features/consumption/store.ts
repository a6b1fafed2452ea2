import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { actingAs } from '../permissions/access-sql.ts'
import { rolesWith } from '../projects/access.ts'

/** What a report is about: one project, or everything that the caller administers. */
export interface ConsumptionScope {
  readonly caller: Caller
  readonly projectId: string | undefined
}

/** Days in UTC, as dates; the last is not included. */
export interface Days {
  readonly from: string
  readonly before: string
}

export interface ConsumptionRow {
  readonly day: string
  readonly projectId: string
  readonly environmentName: string
  readonly pipelineName: string
  readonly pipelineType: 'orchestration' | 'transformation'
  readonly runnerId: string
  readonly microseconds: number
}

function isInScope({ caller, projectId }: ConsumptionScope): RawBuilder<boolean> {
  if (projectId !== undefined) return sql`project_id = ${projectId}::uuid`
  if (caller.accountRole === 'SUPER_ADMIN') return sql`true`
  return sql`project_id in (
    select r.project_id from project_role r
     where r.principal_id = any(${actingAs(caller.principalId)}) and r.role = any(${rolesWith('project:write')}))`
}

const isInDays = ({ from, before }: Days) => sql`day >= ${from}::date and day < ${before}::date`

/** What was consumed, by day. Reads the rows of these days, however many executions there are. */
export async function readConsumption(
  db: Db,
  scope: ConsumptionScope,
  days: Days,
): Promise<ConsumptionRow[]> {
  const { rows } = await sql<ConsumptionRow>`
    select day::text as day, project_id as "projectId", environment_name as "environmentName",
           pipeline_name as "pipelineName", pipeline_type as "pipelineType", runner_id as "runnerId",
           microseconds::float8 as microseconds
      from consumption where ${isInDays(days)} and ${isInScope(scope)}
     order by day, project_id, environment_name, pipeline_name, pipeline_type, runner_id`.execute(db)
  return rows
}

export interface UserRow {
  readonly userName: string
  readonly microseconds: number
}

/** What those consumed who start executions themselves. */
export async function readConsumptionByUser(db: Db, scope: ConsumptionScope, days: Days): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select user_name as "userName", sum(microseconds)::float8 as microseconds
      from consumption_by_user where ${isInDays(days)} and ${isInScope(scope)}
     group by 1 order by 1`.execute(db)
  return rows
}
