import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { literals } from '../../../db/literals.ts'
import { BACKFILL_PRIORITY } from '../../executions/service.ts'
import { liveStates } from '../../executions/states.ts'
import type { LiveRun, RunTarget, StoredTiming, Target } from '../rules.ts'

/**
 * Reads what schedules, or triggers, would run at this moment, and where, in no order; `more` columns of
 * theirs (`s`) begin with a comma. It is looked up once for all that ask the same: the thousands that are due
 * at midnight are of few pipelines. Ask after locking the clocks.
 */
export async function readTargets<T extends RunTarget>(
  tx: Db,
  from: 'schedule' | 'data_trigger',
  ids: readonly string[],
  more = sql``,
): Promise<T[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<T>`
    with numbered as materialized (
      select *, dense_rank() over (order by environment_id, pipeline_name, version_name, runner_id) as target
        from ${sql.table(from)} where id = any(${ids}::uuid[])),
    targets as materialized (
      select w.target, e.name as "environmentName", a.id as "artifactId", a.version_name as "versionName",
             a.enabled is false as "isDisabled",
             exists (select from artifact_file f
                      where f.bundle_id = a.bundle_id and f.pipeline_name = w.pipeline_name) as "hasPipeline",
             coalesce(w.runner_id, e.default_runner_id) as "runnerId", r.id is not null as "runnerExists",
             exists (select from runner_may_serve(r.id, w.project_id, e.name)) as "runnerAllowed"
        from (select distinct on (target) * from numbered) w ${whatAndWhere})
    select s.id, s.project_id as "projectId", s.environment_id as "environmentId", t."environmentName", s.name,
           s.pipeline_name as "pipelineName", s.pipeline_type as "pipelineType", s.version_name as "wantedVersion",
           t."artifactId", t."versionName", t."isDisabled", t."hasPipeline", t."runnerId", t."runnerExists", t."runnerAllowed",
           s.allow_concurrent as "allowConcurrent", s.scalar_variables as "scalarVariables",
           s.grid_variables as "gridVariables" ${more}
      from numbered s join targets t using (target)`.execute(tx)
  return rows
}

/** What of schedules (`s`) only they have. */
export const scheduleColumns = sql`,
           s.due_time_variable as "dueTimeVariable", s.cron_expression as "cronExpression",
           s.interval_length as "intervalLength", s.interval_unit as "intervalUnit", s.time_zone as "timeZone",
           s.effective_from as "effectiveFrom"`

/**
 * The version that a schedule or trigger (`w`) is bound to, or the newest of the environment, and the runner.
 */
const whatAndWhere = sql`
  join environment e on e.id = w.environment_id
  left join runner r on r.id = coalesce(w.runner_id, e.default_runner_id)
  left join lateral (
    (select a.id, a.version_name, a.bundle_id, a.enabled from artifact a
      where w.version_name is null and a.environment_id = w.environment_id and a.enabled
      order by a.published_at desc, a.id desc limit 1)
    union all
    (select a.id, a.version_name, a.bundle_id, a.enabled from artifact a
      where a.environment_id = w.environment_id and a.version_name = w.version_name)) a on true`

/** A schedule with what it would run at this moment, when it is due, and the database's time. */
export type LockedTarget = Target & StoredTiming & { readonly createdAt: Date; readonly now: Date }

/**
 * Locks one schedule for this transaction and reads what it would run; undefined when it is gone. Its
 * definition is locked before its clock, as by those who change it: what refers to it may be added then.
 */
export async function lockTarget(tx: Db, scheduleId: string): Promise<LockedTarget | undefined> {
  await sql`select from schedule where id = ${scheduleId} for key share`.execute(tx)
  await sql`select from schedule_clock where schedule_id = ${scheduleId} for update`.execute(tx)
  const [target] = await readTargets<LockedTarget>(
    tx,
    'schedule',
    [scheduleId],
    sql`${scheduleColumns}, s.created_at as "createdAt", now() as now`,
  )
  return target
}

/** The oldest execution of each schedule, or trigger, that has not ended. Ask after locking them. */
export async function readLiveRuns(
  tx: Db,
  starterIds: readonly string[],
  column: 'schedule_id' | 'trigger_id' = 'schedule_id',
): Promise<ReadonlyMap<string, LiveRun>> {
  if (starterIds.length === 0) return new Map()
  const { rows } = await sql<LiveRun & { starterId: string }>`
    select w.id as "starterId", x.id, x.status,
           x.status = 'QUEUED' and x.started_at is null and x.priority = ${BACKFILL_PRIORITY} as yields
      from unnest(${starterIds}::uuid[]) as w (id)
     cross join lateral (
       select id, status, started_at, priority from execution
        where ${sql.ref(column)} = w.id and status in ${literals(liveStates)} order by id limit 1) x`.execute(
    tx,
  )
  return new Map(rows.map(({ starterId, ...run }) => [starterId, run]))
}
