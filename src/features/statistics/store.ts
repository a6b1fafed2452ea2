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

type Column = 'day' | 'project_id' | 'environment_name' | 'pipeline_name'

const columnsOf: Readonly<Record<Grouping, readonly Column[]>> = {
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
 * of these days, however many executions there were: where pipelines do not matter, those of whole environments. Durations
 * are read of the groups that are answered.
 */
export async function readExecutionStatistics(
  db: Db,
  filter: StatisticsFilter,
  by: Grouping,
  limit: number,
): Promise<FiguresRow[]> {
  const columns = columnsOf[by]
  const own = (column: Column): RawBuilder<unknown> =>
    columns.includes(column) ? sql.ref(column) : sql`null`
  const listed = sql.join(columns.map((column) => sql.ref(column)))
  const order =
    by === 'DAY'
      ? sql`day`
      : sql.join([sql`sum(succeeded + failed + cancelled) desc`, ...columns.map(sql.ref)])
  const isGrouped = columns.map((column) => sql`s.${sql.ref(column)} = o.${sql.ref(column)}`)
  const ofPipelines = by === 'PIPELINE' || filter.pipelineName !== undefined
  const table = sql.table(ofPipelines ? 'execution_statistics' : 'environment_statistics')
  const { rows } = await sql<FiguresRow>`
    with outcome as materialized (
      select row_number() over (order by ${order}) as n, ${own('day')} as day, ${own('project_id')} as project_id,
             ${own('environment_name')} as environment_name, ${own('pipeline_name')} as pipeline_name,
             sum(succeeded)::float8 as succeeded, sum(failed)::float8 as failed, sum(cancelled)::float8 as cancelled,
             sum(waited_microseconds)::float8 / 1000 as "waitedMs",
             max(longest_wait_microseconds)::float8 / 1000 as "longestWaitMs", sum(row_count)::float8 as rows
        from ${table} where ${isMeant(filter)}
       group by ${columns.length === 0 ? sql`()` : listed} having count(*) > 0
       order by 1 limit ${limit}),
    bucket as (
      select o.n, b.bucket, sum(b.executions) as executions
        from (select * from ${table} where ${isMeant(filter)}) s
        join outcome o on ${columns.length === 0 ? sql`true` : sql.join(isGrouped, sql` and `)}
       cross join lateral unnest(s.buckets, s.bucket_counts) as b (bucket, executions)
       group by 1, 2),
    placed as (
      select n, exp((bucket + 0.5) * ln(${sql.lit(BUCKET_FACTOR)}::float8)) / 1000 as ms,
             sum(executions) over (partition by n order by bucket) as reached,
             sum(executions) over (partition by n) as executions
        from bucket),
    band as (
      select n, min(ms) filter (where reached >= executions * 0.5) as "medianMs",
             min(ms) filter (where reached >= executions * 0.95) as "p95Ms"
        from placed group by 1)
    select o.day::text as day, o.project_id as "projectId", o.environment_name as "environmentName",
           o.pipeline_name as "pipelineName", o.succeeded, o.failed, o.cancelled, o."waitedMs", o."longestWaitMs", o.rows,
           b."medianMs", b."p95Ms"
      from outcome o left join band b using (n)
     order by o.n`.execute(db)
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
