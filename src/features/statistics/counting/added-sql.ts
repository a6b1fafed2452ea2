import { type RawBuilder, sql } from 'kysely'

/** From one instant to another; the arguments are SQL. */
export const microsecondsOf = (from: string, to: string): RawBuilder<unknown> =>
  sql`(extract(epoch from ${sql.raw(to)} - ${sql.raw(from)}) * 1000000)::bigint`

/** Adds each `part` of a step, of one day, to what is consumed. */
export const addedToConsumption = sql`
  counted as (
    insert into consumption as t
           (day, project_id, environment_name, pipeline_name, pipeline_type, runner_id, microseconds)
    select day, project_id, environment_name, pipeline_name, pipeline_type, runner_id, sum(took)
      from part where took > 0 group by 1, 2, 3, 4, 5, 6
    on conflict (day, project_id, environment_name, pipeline_name, pipeline_type, runner_id)
       do update set microseconds = t.microseconds + excluded.microseconds),
  of_users as (
    insert into consumption_by_user as t (day, project_id, user_name, microseconds)
    select day, project_id, started_by, sum(took)
      from part where took > 0 and trigger not in ('SCHEDULE', 'TRIGGER') group by 1, 2, 3
    on conflict (day, project_id, user_name) do update set microseconds = t.microseconds + excluded.microseconds)`

/** Microseconds in a bucket are up to this factor times those in the one before. */
export const BUCKET_FACTOR = 1.1

/** The columns of an added row's buckets with those of the row `t` that there is. */
const addedBuckets = sql`
  (select coalesce(array_agg(bucket order by bucket), '{}') from (
     select unnest(t.buckets) as bucket union select unnest(excluded.buckets)) b),
  (select coalesce(array_agg(n order by bucket), '{}') from (
     select bucket, sum(n)::integer as n from (
       select * from unnest(t.buckets, t.bucket_counts) as b (bucket, n)
       union all select * from unnest(excluded.buckets, excluded.bucket_counts)) b group by 1) b)`

const bucketOf = (microseconds: RawBuilder<unknown>) =>
  sql`floor(ln(greatest(${microseconds}, 1)) / ln(${sql.lit(BUCKET_FACTOR)}::float8))::integer`

/** Null as long as no component knew them. */
const addedBytes = sql`coalesce(t.byte_count + excluded.byte_count, t.byte_count, excluded.byte_count)`

const environment = ['project_id', 'environment_id', 'environment_name']

/** Adds each regular `root` execution to a table with a row for each day and `key`. */
const addedFigures = (table: string, key: readonly string[]) => {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const grouped = sql`ended_on, ${columns}`
  return sql`
    insert into ${sql.table(table)} as t
           (day, ${columns}, succeeded, failed, cancelled, waited_microseconds, longest_wait_microseconds, row_count, byte_count,
            buckets, bucket_counts)
    select o.*, coalesce(buckets, '{}'), coalesce(bucket_counts, '{}')
      from (select ${grouped}, count(*) filter (where status = 'SUCCESS'), count(*) filter (where status = 'FAILED'),
                   count(*) filter (where status = 'CANCELLED'), sum(waited), max(waited), coalesce(sum(rows), 0), sum(bytes)
              from root left join (select root as id, sum(row_count) as rows, sum(byte_count) as bytes from busy group by 1) reported
             using (id)
             where is_regular group by ${grouped}) o
      left join (select ${grouped}, array_agg(bucket order by bucket) as buckets,
                        array_agg(n order by bucket) as bucket_counts
                   from (select ${grouped}, ${bucketOf(sql`ran`)}::smallint as bucket, count(*)::integer as n
                           from root where is_regular and status = 'SUCCESS' group by ${grouped}, bucket) took
                  group by ${grouped}) b
             using (${grouped})
    on conflict (day, ${columns}) do update
       set succeeded = t.succeeded + excluded.succeeded, failed = t.failed + excluded.failed,
           cancelled = t.cancelled + excluded.cancelled,
           waited_microseconds = t.waited_microseconds + excluded.waited_microseconds,
           longest_wait_microseconds = greatest(t.longest_wait_microseconds, excluded.longest_wait_microseconds),
           row_count = t.row_count + excluded.row_count, byte_count = ${addedBytes},
           (buckets, bucket_counts) = (select ${addedBuckets})`
}

/**
 * Adds each regular `root` execution, and the steps that were `busy` in it, to the statistics of the day in
 * which it ended.
 */
export const addedToStatistics = sql`
  of_pipelines as (${addedFigures('execution_statistics', [...environment, 'pipeline_name'])}),
  of_environments as (${addedFigures('environment_statistics', environment)}),
  components as (
    insert into component_statistics as t
           (day, project_id, environment_id, environment_name, pipeline_name, component_name, component_type, runs, failures,
            microseconds, longest_microseconds, row_count, byte_count)
    select ended_on, project_id, environment_id, environment_name, pipeline_name, name, type, count(*),
           count(*) filter (where result = 'FAILED'), sum(${microsecondsOf('started_at', 'finished_at')}),
           max(${microsecondsOf('started_at', 'finished_at')}), coalesce(sum(row_count), 0), sum(byte_count)
      from busy where is_regular group by 1, 2, 3, 4, 5, 6, 7
    on conflict (day, project_id, environment_id, environment_name, pipeline_name, component_name, component_type) do update
       set runs = t.runs + excluded.runs, failures = t.failures + excluded.failures,
           microseconds = t.microseconds + excluded.microseconds,
           longest_microseconds = greatest(t.longest_microseconds, excluded.longest_microseconds),
           row_count = t.row_count + excluded.row_count, byte_count = ${addedBytes})`
