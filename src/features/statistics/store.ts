import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Scope } from '../executions/access.ts'
import { BUCKET_FACTOR } from './counting/added-sql.ts'
import type { ComponentStatistics } from './schema.ts'

/** What statistics are about. */
export interface StatisticsFilter {
  /** The projects and their environments that count; undefined: all. */
  readonly scopes: readonly Scope[] | undefined
  /** Days in UTC, as dates; the last is not included. */
  readonly from: string
  readonly before: string
  readonly projectId?: string
  readonly environmentName?: string
  readonly pipelineName?: string
}

/** What executions are grouped by. */
export type Grouping = 'TOTAL' | 'DAY' | 'PROJECT' | 'ENVIRONMENT' | 'PIPELINE'

const columnsOf: Readonly<Record<Grouping, readonly string[]>> = {
  TOTAL: [],
  DAY: ['day'],
  PROJECT: ['project_id'],
  ENVIRONMENT: ['project_id', 'environment_name'],
  PIPELINE: ['project_id', 'pipeline_name'],
}

/** The figures of a group; times in milliseconds. */
export interface FiguresRow {
  readonly day: string | null
  readonly projectId: string | null
  readonly environmentName: string | null
  readonly pipelineName: string | null
  readonly succeeded: number
  readonly failed: number
  readonly cancelled: number
  readonly waitedMs: number
  readonly longestWaitMs: number
  readonly rows: number
  readonly medianMs: number | null
  readonly p95Ms: number | null
}

/**
 * How executions went, by groups of which those with the most executions come first, or by day in order. Reads the figures
 * of these days, however many executions there were.
 */
export async function readExecutionStatistics(
  db: Db,
  filter: StatisticsFilter,
  by: Grouping,
  limit: number,
): Promise<FiguresRow[]> {
  const columns = columnsOf[by]
  const own = (column: string): RawBuilder<unknown> =>
    columns.includes(column) ? sql.ref(column) : sql`null`
  const group = sql`jsonb_build_array(${sql.join(columns.map((column) => sql.ref(column)))})`
  const { rows } = await sql<FiguresRow>`
    with outcome as materialized (
      select ${group} as grouped, min(${own('day')}::text) as day, min(${own('project_id')}::text) as "projectId",
             min(${own('environment_name')}::text) as "environmentName", min(${own('pipeline_name')}::text) as "pipelineName",
             sum(succeeded)::float8 as succeeded, sum(failed)::float8 as failed, sum(cancelled)::float8 as cancelled,
             sum(waited_microseconds)::float8 / 1000 as "waitedMs",
             max(longest_wait_microseconds)::float8 / 1000 as "longestWaitMs", sum(row_count)::float8 as rows
        from execution_statistics where ${isMeant(filter)}
       group by 1
       order by ${by === 'DAY' ? sql`1` : sql`sum(succeeded + failed + cancelled) desc, 1`} limit ${limit}),
    bucket as (
      select ${group} as grouped, bucket, sum(executions) as executions
        from execution_durations where ${isMeant(filter)}
       group by 1, 2),
    placed as (
      select grouped, exp((bucket + 0.5) * ln(${sql.lit(BUCKET_FACTOR)}::float8)) / 1000 as ms,
             sum(executions) over (partition by grouped order by bucket) as reached,
             sum(executions) over (partition by grouped) as executions
        from bucket where grouped in (select grouped from outcome)),
    band as (
      select grouped, min(ms) filter (where reached >= executions * 0.5) as "medianMs",
             min(ms) filter (where reached >= executions * 0.95) as "p95Ms"
        from placed group by 1)
    select o.day, o."projectId", o."environmentName", o."pipelineName", o.succeeded, o.failed, o.cancelled, o."waitedMs",
           o."longestWaitMs", o.rows, b."medianMs", b."p95Ms"
      from outcome o left join band b using (grouped)
     order by ${by === 'DAY' ? sql`o.day` : sql`o.succeeded + o.failed + o.cancelled desc, grouped`}`.execute(
    db,
  )
  return rows
}

/** The components that ran longest in all, the longest first. */
export async function readComponentStatistics(
  db: Db,
  filter: StatisticsFilter,
  limit: number,
): Promise<ComponentStatistics[]> {
  const { rows } = await sql<ComponentStatistics>`
    select project_id as "projectId", pipeline_name as "pipelineName", component_name as "componentName",
           component_type as "componentType", sum(runs)::float8 as runs, sum(failures)::float8 as failures,
           sum(microseconds)::float8 / 1000 as "totalMs", sum(microseconds)::float8 / sum(runs) / 1000 as "averageMs",
           max(longest_microseconds)::float8 / 1000 as "longestMs", sum(row_count)::float8 as rows
      from component_statistics where ${isMeant(filter)}
     group by 1, 2, 3, 4
     order by sum(microseconds) desc, 1, 2, 3, 4 limit ${limit}`.execute(db)
  return rows
}

/** Whether a row of the statistics is one that the filter asks for. */
function isMeant({ scopes, from, before, projectId, environmentName, pipelineName }: StatisticsFilter) {
  const conditions = [
    sql`day >= ${from}::date and day < ${before}::date`,
    isInScope(scopes),
    ...(projectId === undefined ? [] : [sql`project_id = ${projectId}::uuid`]),
    ...(environmentName === undefined ? [] : [sql`environment_name = ${environmentName}`]),
    ...(pipelineName === undefined ? [] : [sql`pipeline_name = ${pipelineName}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** Statistics outlive projects, but are not shown without them. */
function isInScope(scopes: StatisticsFilter['scopes']): RawBuilder<unknown> {
  if (scopes === undefined) return sql`project_id in (select id from project)`
  const whole = scopes.flatMap(({ id, environments }) => (environments === null ? [id] : []))
  const seen = scopes.flatMap(({ environments }) => environments ?? []).map(({ id }) => id)
  return sql`(project_id = any(${whole}::uuid[]) or environment_id = any(${seen}::uuid[]))`
}
