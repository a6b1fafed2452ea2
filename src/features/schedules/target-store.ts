import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { LiveRun, StoredTiming, Target } from './rules.ts'

/** Columns of `Target` and `StoredTiming`, for a statement that names `s` the schedule and joins `targetTables`. */
export const targetColumns = sql`
  s.id, s.project_id as "projectId", s.environment_id as "environmentId", e.name as "environmentName", s.name,
  s.pipeline_name as "pipelineName", s.pipeline_type as "pipelineType", s.version_name as "wantedVersion",
  a.id as "artifactId", a.version_name as "versionName",
  exists (select from artifact_file f where f.bundle_id = a.bundle_id and f.pipeline_name = s.pipeline_name) as "hasPipeline",
  coalesce(s.runner_id, e.default_runner_id) as "runnerId", r.id is not null as "runnerExists",
  r.id is not null and (not r.restricted_access
    or exists (select from runner_allowed_project p
                where p.runner_id = r.id and p.project_id = s.project_id
                  and (p.environment_names = '{}' or e.name = any(p.environment_names)))) as "runnerAllowed",
  s.allow_concurrent as "allowConcurrent", s.scalar_variables as "scalarVariables",
  s.grid_variables as "gridVariables", s.due_time_variable as "dueTimeVariable",
  s.cron_expression as "cronExpression", s.interval_length as "intervalLength", s.interval_unit as "intervalUnit",
  s.time_zone as "timeZone", s.effective_from as "effectiveFrom"`

/** What a schedule would run: its version, or the newest of the environment, and where. */
export const targetTables = sql`
  join environment e on e.id = s.environment_id
  left join runner r on r.id = coalesce(s.runner_id, e.default_runner_id)
  left join lateral (
    (select a.id, a.version_name, a.bundle_id from artifact a
      where s.version_name is null and a.environment_id = s.environment_id
      order by a.published_at desc, a.id desc limit 1)
    union all
    (select a.id, a.version_name, a.bundle_id from artifact a
      where a.environment_id = s.environment_id and a.version_name = s.version_name)) a on true`

/** Locks one schedule for this transaction and reads what it would run; undefined when it is gone. */
export async function lockTarget(
  tx: Db,
  scheduleId: string,
): Promise<(Target & StoredTiming & { now: Date }) | undefined> {
  const { rows } = await sql<Target & StoredTiming & { now: Date }>`
    select ${targetColumns}, now() as now
      from (select * from schedule where id = ${scheduleId} for update) s ${targetTables}`.execute(tx)
  return rows[0]
}

/** The oldest execution of each schedule that has not ended. Ask after locking the schedules. */
export async function readLiveRuns(
  tx: Db,
  scheduleIds: readonly string[],
): Promise<ReadonlyMap<string, LiveRun>> {
  if (scheduleIds.length === 0) return new Map()
  const { rows } = await sql<LiveRun & { scheduleId: string }>`
    select w.id as "scheduleId", x.id, x.status from unnest(${scheduleIds}::uuid[]) as w (id)
     cross join lateral (
       select id, status from execution
        where schedule_id = w.id and status in ('QUEUED', 'RUNNING', 'CANCELLING') order by id limit 1) x`.execute(
    tx,
  )
  return new Map(rows.map(({ scheduleId, id, status }) => [scheduleId, { id, status }]))
}
