import { sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/database.ts'
import { inBatches } from '../../../db/in-batches.ts'
import { jsonText } from '../../../db/json.ts'
import { literals } from '../../../db/literals.ts'
import { dueWhen } from '../../../db/lookout.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Page, PageRequest } from '../../../http/page.ts'
import { TESTS_PIPELINE } from '../../../pipeline/tests/tests-flow.ts'
import { endedStates } from '../../executions/states.ts'
import { visibleEnvironments } from '../../permissions/access-sql.ts'
import type { LineageEvent, RunEvent } from '../schema.ts'
import type { RunFacts } from './rules.ts'

/** Of advisory locks: one server at a time makes events. */
const EVENTS_LOCK = 727_274_032

/** There are runs whose end was not told of. */
export const eventsAreDue = dueWhen(sql`exists (select from lineage_run)`)

export async function beginEvents(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${EVENTS_LOCK}) as locked`.execute(tx)
  return rows[0]!.locked
}

export interface DueRun extends RunFacts {
  /** Whether its beginning was told. */
  readonly began: boolean
  /** Whether it has ended, and all that its steps reported is recorded. */
  readonly complete: boolean
  readonly environmentId: string
}

/**
 * Forgets runs that are gone, and tests. Here and below executions and steps are read one by one by their
 * keys: joined, they were read whole by plans that were made before statistics knew how many there are.
 */
export async function forgetRuns(tx: Db): Promise<void> {
  await sql`
    delete from lineage_run r
     where (select true from execution x where x.id = r.execution_id and x.pipeline_name <> ${TESTS_PIPELINE} limit 1) is null`.execute(
    tx,
  )
}

/** Runs whose beginning was not told, and those that are complete. */
export async function readDueRuns(tx: Db, accountId: string, limit: number): Promise<DueRun[]> {
  const { rows } = await sql<Omit<DueRun, 'accountId'>>`
    with due as (
      select r.began, c.complete, x.*
        from lineage_run r cross join lateral (select * from execution where id = r.execution_id limit 1) x
       cross join lateral (
         select x.status in ${literals(endedStates)}
                and not exists (select from asset_report p where p.execution_id = x.id) as complete) c
       where x.started_at is not null and (not r.began or c.complete)
       order by x.id limit ${limit})
    select d.began, d.complete, d.id as "executionId", d.project_id as "projectId", d.environment_id as "environmentId",
           d.environment_name as "environmentName", d.version_name as "versionName", d.pipeline_name as "pipelineName",
           d.status, d.message, d.started_at as "startedAt", d.finished_at as "finishedAt",
           (select json_build_object('executionId', p.id, 'pipelineName', p.pipeline_name)
              from execution p where p.id = d.parent_id) as parent,
           (select coalesce(json_agg(json_build_object('rowCount', s.row_count, 'lineage', l.lineage::json,
                     'statements', coalesce(s.executed::json -> 'statements', '[]'::json)) order by l.step_seq), '[]')
              from (select * from step_lineage where execution_id = d.id order by step_seq limit 1000) l
              left join lateral (select row_count, executed from step
                                  where execution_id = l.execution_id and seq = l.step_seq limit 1) s on true) as steps
      from due d order by d.id`.execute(tx)
  return rows.map((row) => ({
    ...row,
    accountId,
    steps: row.steps.map((step) => ({
      ...step,
      statements: (step.statements as unknown as { readonly text: string }[]).map(({ text }) => text),
    })),
  }))
}

export interface NewEvent {
  readonly run: DueRun
  readonly kind: 'START' | 'END'
  readonly event: RunEvent
}

/**
 * Adds events, each once, and notes what was told of. They count as generated now, not when the thing they
 * describe happened: clients that read one window after another would miss an event that is added to a window
 * they have read.
 */
export async function saveEvents(
  tx: Db,
  events: readonly NewEvent[],
  ended: readonly string[],
): Promise<void> {
  const rows = columnsOf(events)
  await sql`
    with added as (
      insert into lineage_event (seq, id, generated_at, project_id, environment_id, execution_id, event)
      select nextval('lineage_event_seq'), lineage_event_id(execution, kind), clock_timestamp(), project, environment, execution, event
        from unnest(${rows.uuids((e) => e.run.executionId)}::uuid[], ${rows.texts((e) => e.kind)}::text[],
                    ${rows.uuids((e) => e.run.projectId)}::uuid[], ${rows.uuids((e) => e.run.environmentId)}::uuid[],
                    ${rows.texts((e) => jsonText(e.event))}::text[])
             as g (execution, kind, project, environment, event)
      on conflict (id) do nothing returning execution_id),
    told as (
      delete from lineage_run where execution_id = any(${ended}::uuid[]))
    update lineage_run set began = true where execution_id in (select execution_id from added)
       and execution_id <> all(${ended}::uuid[])`.execute(tx)
}

export interface Window {
  readonly from: string
  readonly before: string
}

/**
 * Events of the environments that the caller sees, in the order in which they were generated. Those of
 * projects of which a caller sees no environment are not read.
 */
export async function listEvents(
  db: Db,
  caller: Caller,
  { from, before }: Window,
  page: PageRequest,
): Promise<Page<LineageEvent>> {
  const inWindow = sql`v.generated_at >= ${from}::timestamptz and v.generated_at < ${before}::timestamptz`
  const events =
    caller.accountRole === 'SUPER_ADMIN'
      ? sql`lineage_event v where ${inWindow} and`
      : // In this order, so that PostgreSQL reads one project after another by its index.
        sql`(select distinct e.project_id from environment e join seen on seen.id = e.id) p
             cross join lateral (select * from lineage_event v where v.project_id = p.project_id and ${inWindow}
                                  order by v.generated_at, v.seq) v where`
  const { rows } = await sql<{ total: number; results: LineageEvent[] }>`
    with seen as materialized (${visibleEnvironments(caller)})
    select (select count(*)::int from ${events} v.environment_id in (select id from seen)) as total,
           (select coalesce(json_agg(json_build_object('id', v.id, 'event', v.event::json) order by v.generated_at, v.seq), '[]')
              from (select v.* from ${events} v.environment_id in (select id from seen)
                     order by v.generated_at, v.seq limit ${page.size} offset ${page.offset}) v) as results`.execute(
    db,
  )
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** Deletes events before `keptDays` that were sent, or need not be. */
export const deleteOldEvents = (db: Db, keptDays: number, isSent: boolean): Promise<void> =>
  inBatches((limit) =>
    sql`
      delete from lineage_event where ctid = any(array(
        select ctid from lineage_event
         where generated_at < now() - make_interval(days => ${keptDays})
           and (${!isSent}::boolean or seq <= (select sent_seq from lineage_sending))
         limit ${limit}))`.execute(db),
  )
