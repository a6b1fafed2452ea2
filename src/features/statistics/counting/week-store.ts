import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

const weekOf = (day: string) => sql.raw(`${day} - extract(isodow from ${day})::integer + 1`)

/** Of executions that are counted late: those of a server that was away when the week ended. */
const SETTLED_DAYS = 1
const today = sql`(now() at time zone 'UTC')::date`

/**
 * A week that ended, has statistics of days and is not added up, the latest first; undefined without any.
 * Weeks are named by their Mondays.
 */
export async function findUnsummedWeek(db: Db, keptDays: number): Promise<string | undefined> {
  const { rows } = await sql<{ week: string }>`
    select week::text as week
      from (select (${today} - extract(isodow from ${today})::integer + 1 - 7 * n) as week
              from generate_series(1, ${Math.ceil(keptDays / 7)}) as n) w
     where week + 7 + ${SETTLED_DAYS}::int <= ${today} and not exists (select from statistics_week s where s.week = w.week)
       and exists (select from environment_statistics where day >= week and day < week + 7)
     order by week desc limit 1`.execute(db)
  return rows[0]?.week
}

/** Adds the days of a week up, in place of what it had. Only while nobody counts. */
export async function sumWeek(tx: Db, week: string): Promise<void> {
  for (const table of ['execution_week_statistics', 'component_week_statistics'])
    await sql`delete from ${sql.table(table)} where week = ${week}`.execute(tx)
  const isOfWeek = sql`day >= ${week}::date and day < ${week}::date + 7`
  const key = sql.raw('project_id, environment_id, environment_name, pipeline_name')
  await sql`
    with bucket as (
      select ${key}, bucket, sum(n)::integer as n
        from (select ${key}, unnest(buckets) as bucket, unnest(bucket_counts) as n from execution_statistics where ${isOfWeek}) b
       group by ${key}, bucket),
    took as (
      select ${key}, array_agg(bucket order by bucket) as buckets, array_agg(n order by bucket) as bucket_counts
        from bucket group by ${key})
    insert into execution_week_statistics
           (week, ${key}, succeeded, failed, cancelled, waited_microseconds, longest_wait_microseconds, row_count, byte_count,
            buckets, bucket_counts)
    select ${week}::date, s.*, coalesce(buckets, '{}'), coalesce(bucket_counts, '{}')
      from (select ${key}, sum(succeeded), sum(failed), sum(cancelled), sum(waited_microseconds),
                   max(longest_wait_microseconds), sum(row_count), sum(byte_count)
              from execution_statistics where ${isOfWeek} group by ${key}) s
      left join took using (${key})`.execute(tx)
  await sql`
    insert into component_week_statistics
           (week, ${key}, component_name, component_type, runs, failures, microseconds, longest_microseconds, row_count,
            byte_count)
    select ${week}::date, ${key}, component_name, component_type, sum(runs), sum(failures), sum(microseconds),
           max(longest_microseconds), sum(row_count), sum(byte_count)
      from component_statistics where ${isOfWeek} group by ${key}, component_name, component_type`.execute(tx)
  await sql`insert into statistics_week (week) values (${week})`.execute(tx)
}

/** The weeks of the days in which each `root` ended are no longer added up: reports read their days. */
export const weeksReopened = sql`
  reopened as (delete from statistics_week where week in (select ${weekOf('ended_on')} from root where is_regular))`

/** The weeks that are added up and lie within a range of days, the last not included. */
export async function readSummedWeeks(db: Db, from: string, before: string): Promise<string[]> {
  const { rows } = await sql<{ week: string }>`
    select week::text as week from statistics_week
     where week >= ${from}::date and week + 7 <= ${before}::date`.execute(db)
  return rows.map(({ week }) => week)
}
