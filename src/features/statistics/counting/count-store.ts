import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { inBatches } from '../../../db/in-batches.ts'
import { literals } from '../../../db/literals.ts'
import { dueWhen } from '../../../db/lookout.ts'
import { slotlessTypes } from '../../../pipeline/slotless.ts'
import { TESTS_PIPELINE } from '../../../pipeline/tests/tests-flow.ts'
import { addedToConsumption, addedToStatistics, microsecondsOf } from './added-sql.ts'
import { weeksReopened } from './week-store.ts'

/** Of advisory locks: one server at a time counts. */
const COUNTING_LOCK = 727_274_025

/** Something ended since. */
export const countingIsDue = dueWhen(
  sql`exists (select from ended_executions) or exists (select from consumption_end)`,
)

/** Whether this transaction is the one that counts; the lock ends with it, or with its server. */
export async function beginCounting(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${COUNTING_LOCK}) as locked`.execute(tx)
  return rows[0]!.locked
}

/**
 * A step `s` of the execution `o` that kept a slot busy: neither an iterator nor a call, whose components
 * have steps of their own; nor a part that another program did within a step; nor what a rerun took over from
 * an earlier execution.
 */
const busy = sql`
  s.finished_at > s.started_at and s.child_execution_id is null and s.expanded_n is null
  and s.type not in ${literals(slotlessTypes)}
  and not (s.key like '%]' and s.key !~ '\\[\\d+\\]$' and s.key !~ '\\\\\\]$')
  and (s.finished_n is null or s.finished_n > coalesce(o.reused_reports, 0))`

/** Runners may report longer names than pipelines can be published with: keys hold no more. */
const kept = (column: string) => sql`left(s.${sql.ref(column)}, 255) as ${sql.ref(column)}`

/** The last lines of a log may arrive after the end. */
const LOG_IS_COMPLETE = sql`interval '2 seconds'`

/** Ends that are counted together. `isAlone`: as servers before migration 0080 noted each. */
export interface NotedEnds {
  readonly seq: number
  readonly isAlone: boolean
}

/**
 * The ends that were noted first: of about `limit` executions, for the ends of one statement are counted
 * together, and of as many again that servers before migration 0080 noted.
 */
export async function readNoted(db: Db, limit: number): Promise<NotedEnds[]> {
  const { rows } = await sql<NotedEnds>`
    select seq::float8 as seq, false as "isAlone" from (
      select seq, sum(cardinality(execution_ids)) over (order by seq) - cardinality(execution_ids) as earlier
        from (select * from ended_executions order by seq limit ${limit}) e) e
     where earlier < ${limit}
    union all
    (select seq::float8, true from consumption_end order by seq limit ${limit})`.execute(db)
  return rows
}

/**
 * Counts executions that ended and forgets that they were to be counted. The time that their components ran
 * is added to the consumption of the days, in UTC, in which they did; how they went to the statistics of the
 * day in which they ended, but for tests and for what is not published. Where telemetry is wanted they are
 * queued for its export. Answers how many there were that nobody else has counted meanwhile.
 */
export async function countEnded(tx: Db, ends: readonly NotedEnds[]): Promise<number> {
  const [alone, together] = [true, false].map((isAlone) =>
    ends.filter((one) => one.isAlone === isAlone).map(({ seq }) => seq),
  )
  // Each execution is read by its key with a handful of steps: to make a bitmap for each would take a sixth
  // longer.
  await sql`select set_config('enable_bitmapscan', 'off', true)`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    with noted as (
      delete from ended_executions where seq = any(${together}::bigint[]) returning execution_ids),
    noted_before as (
      delete from consumption_end where seq = any(${alone}::bigint[]) returning execution_id),
    ended as materialized (
      select unnest(execution_ids) as execution_id from noted union all select execution_id from noted_before),
    root as materialized (
      select x.*, (x.finished_at at time zone 'UTC')::date as ended_on,
             x.source_id is null and x.pipeline_name <> ${TESTS_PIPELINE} as is_regular,
             ${microsecondsOf('x.queued_at', 'x.started_at')} as waited, ${microsecondsOf('x.started_at', 'x.finished_at')} as ran
        from ended e cross join lateral (
        select id, project_id, environment_id, environment_name, pipeline_name, pipeline_type, runner_id, reused_reports, trigger,
               started_by, source_id, status, queued_at, started_at, finished_at
          from execution where id = e.execution_id limit 1) x),
    own as materialized (
      select id as execution, pipeline_name, pipeline_type, reused_reports, id as root from root
      union all
      select c.id, c.pipeline_name, c.pipeline_type, c.reused_reports, r.id
        from root r cross join lateral (
          select id, pipeline_name, pipeline_type, reused_reports from execution
           where root_id = r.id and parent_id is not null offset 0) c),
    busy as materialized (
      select r.id as root, r.project_id, r.environment_id, r.environment_name, r.runner_id, r.trigger, r.started_by, r.is_regular, r.ended_on,
             o.pipeline_name, o.pipeline_type, ${kept('name')}, ${kept('type')}, s.result, s.row_count, (s.outcome ->> 'byteCount')::bigint as byte_count, s.started_at, s.finished_at,
             (s.started_at at time zone 'UTC')::date as first, (s.finished_at at time zone 'UTC')::date as last
        from own o join root r on r.id = o.root
        cross join lateral (select * from step where execution_id = o.execution offset 0) s
       where ${busy}),
    part as (
      select first as day, ${microsecondsOf('started_at', 'finished_at')} as took, b.* from busy b where first = last
      union all
      select d::date, ${microsecondsOf(
        "greatest(started_at, d at time zone 'UTC')",
        "least(finished_at, (d + interval '1 day') at time zone 'UTC')",
      )}, b.*
        from busy b cross join lateral generate_series(first::timestamp, last::timestamp, interval '1 day') as d
       where first < last),
    exported as (
      insert into telemetry_queue (signal, execution_id, due_at)
      select signal, execution_id, now() + ${LOG_IS_COMPLETE} from ended, telemetry_signal where wanted_until > now()),
    ${addedToConsumption}, ${addedToStatistics}, ${weeksReopened}
    select count(*)::int as count from ended`.execute(tx)
  return rows[0]!.count
}

/**
 * Has ends that cannot be counted counted one by one, behind those that wait. Answers the execution that was
 * alone already: it is forgotten.
 */
export async function setAside(db: Db, { seq, isAlone }: NotedEnds): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with noted as (delete from ended_executions where seq = ${seq} and not ${isAlone}::boolean returning execution_ids),
    noted_before as (delete from consumption_end where seq = ${seq} and ${isAlone}::boolean returning execution_id),
    again as (
      insert into ended_executions (execution_ids)
      select array[id] from noted cross join unnest(execution_ids) as id where cardinality(execution_ids) > 1)
    select execution_ids[1] as id from noted where cardinality(execution_ids) = 1
    union all select execution_id from noted_before`.execute(db)
  return rows[0]?.id
}

/** Deletes the statistics of days, and of whole weeks, that ended more than `keptDays` ago. */
export async function deleteOldStatistics(db: Db, keptDays: number): Promise<void> {
  const first = sql`(now() at time zone 'UTC')::date - ${keptDays}::int`
  for (const table of ['execution_statistics', 'environment_statistics', 'component_statistics'])
    await deleteWhere(db, table, sql`day < ${first}`)
  for (const table of ['statistics_week', 'execution_week_statistics', 'component_week_statistics'])
    await deleteWhere(db, table, sql`week < ${first} - 6`)
}

const deleteWhere = (db: Db, table: string, condition: RawBuilder<unknown>): Promise<void> =>
  inBatches((limit) =>
    sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${condition} limit ${limit}))`.execute(db),
  )
