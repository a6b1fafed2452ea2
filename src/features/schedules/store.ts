import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onForeignKeyViolation } from '../../db/errors.ts'
import { instant } from '../../db/instant.ts'
import { orderedBy } from '../../db/order.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { orderOf } from '../../http/sort.ts'
import type { EnvironmentId, ScheduleId } from '../../lib/ids.ts'
import { badRequest, conflict } from '../../lib/problem.ts'
import { timeZoneDataVersion } from '../../lib/version.ts'
import { inVisibleEnvironment } from '../permissions/access-sql.ts'
import type { Grant } from '../projects/access.ts'
import type { Definition } from './definition.ts'
import type { Schedule, ScheduleQuery } from './schema.ts'

const scheduleJson = sql`jsonb_strip_nulls(jsonb_build_object(
  'scheduleId', s.id, 'name', s.name, 'pipelineName', s.pipeline_name, 'versionName', s.version_name,
  'environmentName', e.name, 'runnerId', coalesce(s.runner_id, e.default_runner_id), 'scheduleEnabled', c.enabled,
  'allowConcurrentExecutions', s.allow_concurrent, 'cronExpression', s.cron_expression, 'cronTimezone', s.time_zone,
  'intervalExpression', case when s.interval_length is not null then
     jsonb_build_object('interval', s.interval_length, 'unit', s.interval_unit) end,
  'effectiveFrom', ${instant('s.effective_from')}, 'lastRunAt', ${instant('c.last_run_at')},
  'nextRunAt', ${instant('c.next_run_at')}, 'scalarVariables', s.scalar_variables,
  'missedRunPolicy', s.missed_run_policy, 'jitterSeconds', s.jitter_seconds, 'dueTimeVariable', s.due_time_variable,
  'disabledReason', c.disabled_reason)) || jsonb_build_object('gridVariables', s.grid_variables)`

/** Schedules of the project in environments that the caller may see. */
const visible = (grant: Grant) =>
  sql`s.project_id = ${grant.projectId} and ${inVisibleEnvironment('s.environment_id', grant)}`

const orders = {
  name: [],
  pipelineName: [sql`s.pipeline_name`],
  environmentName: [sql`lower(e.name)`],
  nextRunAt: [sql`c.next_run_at`],
  lastRunAt: [sql`c.last_run_at`],
} as const

/**
 * Schedules in the order that is asked for. Every filter is a range of an index that has the order of names
 * already; other orders sort the schedules of one project, which have a limit.
 */
export async function listSchedules(
  db: Db,
  grant: Grant<'schedules:read'>,
  filter: Pick<ScheduleQuery, 'name' | 'pipelineName' | 'environmentName' | 'scheduleEnabled' | 'sort'>,
  page: PageRequest,
): Promise<Page<Schedule>> {
  const { name, pipelineName, environmentName, scheduleEnabled } = filter
  const where = sql.join(
    [
      visible(grant),
      ...(name === undefined ? [] : [sql`lower(s.name) = lower(${name})`]),
      ...(pipelineName === undefined ? [] : [sql`s.pipeline_name = ${pipelineName}`]),
      ...(environmentName === undefined
        ? []
        : [
            sql`s.environment_id = (select id from environment
                                     where project_id = ${grant.projectId} and name = ${environmentName})`,
          ]),
      ...(scheduleEnabled === undefined
        ? []
        : [
            sql`exists (select from schedule_clock c where c.schedule_id = s.id and c.enabled = ${scheduleEnabled})`,
          ]),
    ],
    sql` and `,
  )
  const sorted = orderOf(filter.sort, 'name')
  const order = orderedBy(sorted, [...orders[sorted.by], sql`lower(s.name)`, sql`s.id`])
  const clocked = sql`
    join environment e on e.id = s.environment_id
    join schedule_clock c on c.schedule_id = s.id`
  const joined = sorted.by === 'name' || sorted.by === 'pipelineName' ? sql`` : clocked
  const { rows } = await sql<{ total: number; results: Schedule[] }>`
    select (select count(*) from schedule s where ${where}) as total,
           (select coalesce(json_agg(${scheduleJson} order by ${order}), '[]')
              from (select s.* from schedule s ${joined} where ${where}
                     order by ${order} limit ${page.size} offset ${page.offset}) s
              ${clocked}) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

export interface FoundSchedule {
  readonly schedule: Schedule
  /** Of its definition: it does not change when the schedule runs. */
  readonly revision: string
}

export async function findSchedule(db: Db, grant: Grant, id: string): Promise<FoundSchedule | undefined> {
  const { rows } = await sql<FoundSchedule>`
    select ${scheduleJson} as schedule, s.version::text as revision
      from schedule s
      join environment e on e.id = s.environment_id
      join schedule_clock c on c.schedule_id = s.id
     where s.id = ${id} and ${visible(grant)}`.execute(db)
  return rows[0]
}

export interface LockedSchedule {
  readonly runnerId: string | null
  readonly nextDueAt: Date | null
  readonly now: Date
}

/** Keeps a schedule as it is until the transaction ends: nothing fires it meanwhile. */
export async function lockSchedule(
  tx: Db,
  grant: Grant<'schedules:write'>,
  id: string,
): Promise<LockedSchedule | undefined> {
  const { rows } = await sql<LockedSchedule>`
    select s.runner_id as "runnerId", c.next_due_at as "nextDueAt", now() as now
      from schedule s join schedule_clock c on c.schedule_id = s.id
     where s.id = ${id} and s.project_id = ${grant.projectId} for update`.execute(tx)
  return rows[0]
}

/** The clock that schedules go by, in whole milliseconds. */
export async function readNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return rows[0]!.now
}

/** When a schedule is due next, and looked at: null while it is disabled. */
export interface NextTimes {
  readonly dueAt: Date | null
  readonly runAt: Date | null
}

const columnsOf = (definition: Definition) => ({
  environment_id: definition.environmentId,
  name: definition.name,
  pipeline_name: definition.pipelineName,
  pipeline_type: definition.pipelineType,
  version_name: definition.versionName ?? null,
  runner_id: definition.runnerId ?? null,
  scalar_variables: JSON.stringify(definition.scalarVariables),
  grid_variables: JSON.stringify(definition.gridVariables),
  due_time_variable: definition.dueTimeVariable ?? null,
  cron_expression: definition.cronExpression ?? null,
  time_zone: definition.cronTimezone,
  interval_length: definition.intervalExpression?.interval ?? null,
  interval_unit: definition.intervalExpression?.unit ?? null,
  effective_from: definition.effectiveFrom,
  allow_concurrent: definition.allowConcurrentExecutions,
  missed_run_policy: definition.missedRunPolicy,
  jitter_seconds: definition.jitterSeconds,
})

const clockOf = (definition: Definition, next: NextTimes) => ({
  enabled: definition.scheduleEnabled,
  next_due_at: next.dueAt,
  next_run_at: next.runAt,
  planned_at: sql<Date>`now()`,
})

/** A due time that is kept is the one that other time-zone data may have given. */
const zoneDataFor = ({ dueAt }: NextTimes) =>
  sql<string>`case when next_due_at is not distinct from ${dueAt}::timestamptz then zone_data
                   else ${timeZoneDataVersion} end`

/** Adds a schedule unless the project has `limit` already; two at once cannot both be the last. */
export async function insertSchedule(
  tx: Db,
  grant: Grant<'schedules:write'>,
  id: ScheduleId,
  definition: Definition,
  next: NextTimes,
  limit: number,
): Promise<void> {
  await sql`select from project where id = ${grant.projectId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from schedule where project_id = ${grant.projectId}`.execute(tx)
  if (rows[0]!.count >= limit) {
    throw conflict(`The project has the maximum of ${limit} schedules; delete one first`)
  }
  await tx
    .insertInto('schedule')
    .values({
      ...columnsOf(definition),
      id,
      project_id: grant.projectId,
      created_by: grant.caller.name,
    })
    .execute()
    .catch(onForeignKeyViolation(environmentKey, () => environmentGone('body/pipeline')))
  await tx
    .insertInto('schedule_clock')
    .values({ ...clockOf(definition, next), zone_data: timeZoneDataVersion, schedule_id: id })
    .execute()
}

/**
 * Writes a schedule that this transaction has locked. Where a person decides whether it is enabled, the
 * platform's reason for disabling it is gone.
 */
export async function updateSchedule(
  tx: Db,
  id: string,
  definition: Definition,
  next: NextTimes,
  decidesEnabled: boolean,
): Promise<void> {
  await tx
    .updateTable('schedule')
    .set((eb) => ({ ...columnsOf(definition), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
    .catch(onForeignKeyViolation(environmentKey, () => environmentGone('body')))
  await tx
    .updateTable('schedule_clock')
    .set({
      ...clockOf(definition, next),
      zone_data: zoneDataFor(next),
      ...(decidesEnabled && { disabled_reason: null }),
    })
    .where('schedule_id', '=', id)
    .execute()
}

/**
 * A request deletes so many; what is left of a longer history is shown to nobody, and goes when it is old.
 */
const MAX_TICKS_DELETED = 50_000

/** Deletes a schedule with its history. Its executions remain, and running ones continue. */
export async function deleteSchedule(tx: Db, grant: Grant<'schedules:write'>, id: string): Promise<void> {
  await sql`
    with gone as (delete from schedule where id = ${id} and project_id = ${grant.projectId} returning id)
    delete from schedule_tick where ctid = any(array(
      select ctid from schedule_tick where schedule_id in (select id from gone) limit ${MAX_TICKS_DELETED}))`.execute(
    tx,
  )
}

export async function noteRun(tx: Db, id: string, now: Date): Promise<void> {
  await tx.updateTable('schedule_clock').set({ last_run_at: now }).where('schedule_id', '=', id).execute()
}

/** Enabled schedules that are due; for metrics. */
export async function countOverdue(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from schedule_clock
     where enabled and next_run_at is not null and next_run_at <= now()`.execute(db)
  return rows[0]!.count
}

const environmentKey = 'schedule_environment_id_fkey'
const environmentGone = (where: string) =>
  badRequest([`${where}/environmentName: the environment was deleted just now`])

/**
 * Enabled schedules of an environment that run the newest version and name none of these pipelines, by name,
 * at most `limit`.
 */
export const schedulesWithout = (
  db: Db,
  environmentId: EnvironmentId,
  pipelines: readonly string[],
  limit: number,
): Promise<{ readonly name: string; readonly pipelineName: string }[]> =>
  db
    .selectFrom('schedule as s')
    .innerJoin('schedule_clock as c', 'c.schedule_id', 's.id')
    .select(['s.name', 's.pipeline_name as pipelineName'])
    .where('s.environment_id', '=', environmentId)
    .where('c.enabled', '=', true)
    .where('s.version_name', 'is', null)
    .where(sql<boolean>`s.pipeline_name <> all(${pipelines})`)
    .orderBy(sql`lower(s.name)`)
    .orderBy('s.id')
    .limit(limit)
    .execute()
