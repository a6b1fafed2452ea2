import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { daysOf, daysOfWeek } from '../../lib/day-range.ts'
import type { Scope } from '../executions/access.ts'
import { BUCKET_FACTOR } from './counting/added-sql.ts'
import { readSummedWeeks } from './counting/week-store.ts'
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
  readonly bytes: number | null
  readonly medianMs: number | null
  readonly p95Ms: number | null
}

/**
 * How executions went, by groups of which those with the most executions come first, or by day in order.
 * Reads the figures of these days, however many executions there were: where pipelines do not matter, those
 * of whole environments. Durations are read of the groups that are answered.
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
  const figures = await figuresFor(db, filter, by)
  const { rows } = await sql<FiguresRow>`
    with outcome as materialized (
      select row_number() over (order by ${order}) as n, ${own('day')} as day, ${own('project_id')} as project_id,
             ${own('environment_name')} as environment_name, ${own('pipeline_name')} as pipeline_name,
             sum(succeeded)::float8 as succeeded, sum(failed)::float8 as failed, sum(cancelled)::float8 as cancelled,
             sum(waited_microseconds)::float8 / 1000 as "waitedMs",
             max(longest_wait_microseconds)::float8 / 1000 as "longestWaitMs", sum(row_count)::float8 as rows,
             sum(byte_count)::float8 as bytes
        from ${figures} s where ${isMeant(filter)}
       group by ${columns.length === 0 ? sql`()` : listed} having count(*) > 0
       order by 1 limit ${limit}),
    took as (
      select o.n, unnest(s.buckets) as bucket, unnest(s.bucket_counts) as executions
        from (select * from ${figures} s where ${isMeant(filter)}) s
        join outcome o on ${columns.length === 0 ? sql`true` : sql.join(isGrouped, sql` and `)}),
    bucket as materialized (
      select n, bucket, sum(executions)::float8 as executions from took group by 1, 2),
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
           o.pipeline_name as "pipelineName", o.succeeded, o.failed, o.cancelled, o."waitedMs", o."longestWaitMs", o.rows, o.bytes,
           b."medianMs", b."p95Ms"
      from outcome o left join band b using (n)
     order by o.n`.execute(db)
  return rows
}

export type ComponentRow = Omit<ComponentStatistics, 'bytes'> & { readonly bytes: number | null }

/** The components that ran longest in all, the longest first. */
export async function readComponentStatistics(
  db: Db,
  filter: StatisticsFilter,
  limit: number,
): Promise<ComponentRow[]> {
  const figures = await rowsOfWeeks(db, filter, {
    ofDays: 'component_statistics',
    ofWeeks: 'component_week_statistics',
    columns: columnsOfComponents,
  })
  const { rows } = await sql<ComponentRow>`
    select project_id as "projectId", pipeline_name as "pipelineName", component_name as "componentName",
           component_type as "componentType", sum(runs)::float8 as runs, sum(failures)::float8 as failures,
           sum(microseconds)::float8 / 1000 as "totalMs", sum(microseconds)::float8 / sum(runs) / 1000 as "averageMs",
           max(longest_microseconds)::float8 / 1000 as "longestMs", sum(row_count)::float8 as rows,
           sum(byte_count)::float8 as bytes
      from ${figures} s where ${isMeant(filter)}
     group by 1, 2, 3, 4
     order by sum(microseconds) desc, 1, 2, 3, 4 limit ${limit}`.execute(db)
  return rows
}

const columnsOfFigures = sql.raw(
  'project_id, environment_id, environment_name, pipeline_name, succeeded, failed, cancelled, waited_microseconds, ' +
    'longest_wait_microseconds, row_count, byte_count, buckets, bucket_counts',
)
const columnsOfComponents = sql.raw(
  'project_id, environment_id, environment_name, pipeline_name, component_name, component_type, runs, failures, ' +
    'microseconds, longest_microseconds, row_count, byte_count',
)

/**
 * What the figures of a grouping are read from: where pipelines do not matter, those of whole environments.
 */
async function figuresFor(db: Db, filter: StatisticsFilter, by: Grouping): Promise<RawBuilder<unknown>> {
  if (by !== 'PIPELINE' && filter.pipelineName === undefined)
    return rowsOfDays('environment_statistics', filter)
  if (by === 'DAY') return rowsOfDays('execution_statistics', filter)
  return rowsOfWeeks(db, filter, {
    ofDays: 'execution_statistics',
    ofWeeks: 'execution_week_statistics',
    columns: columnsOfFigures,
  })
}

const rowsOfDays = (table: string, { from, before }: StatisticsFilter): RawBuilder<unknown> =>
  sql`(select * from ${sql.table(table)} where day >= ${from}::date and day < ${before}::date)`

interface Tables {
  readonly ofDays: string
  readonly ofWeeks: string
  readonly columns: RawBuilder<unknown>
}

/** The rows of the weeks in the range that are added up, and of its other days. */
async function rowsOfWeeks(
  db: Db,
  filter: StatisticsFilter,
  { ofDays, ofWeeks, columns }: Tables,
): Promise<RawBuilder<unknown>> {
  const { from, before } = filter
  const weeks = await readSummedWeeks(db, from, before)
  if (weeks.length === 0) return rowsOfDays(ofDays, filter)
  const summed = new Set(weeks.flatMap(daysOfWeek))
  const days = daysOf(from, before).filter((day) => !summed.has(day))
  return sql`(select ${columns} from ${sql.table(ofDays)} where day = any(${days}::date[]) union all
              select ${columns} from ${sql.table(ofWeeks)} where week = any(${weeks}::date[]))`
}

/** Whether a row of the days of the filter is one that it asks for. */
function isMeant({ scopes, projectId, environmentName, pipelineName }: StatisticsFilter) {
  const conditions = [
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
