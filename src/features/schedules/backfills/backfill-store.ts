import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import { dueWhen } from '../../../db/lookout.ts'
import type { Page, PageRequest } from '../../../http/page.ts'
import type { Backfill, Tick } from '../schema.ts'

/** What became of the due times of a schedule, the latest first. */
export async function listTicks(db: Db, scheduleId: string, page: PageRequest): Promise<Page<Tick>> {
  const { rows } = await sql<{ total: number; results: Tick[] }>`
    select (select count(*) from schedule_tick where schedule_id = ${scheduleId}) as total,
           (select coalesce(json_agg(jsonb_strip_nulls(jsonb_build_object(
                     'dueAt', ${instant('due_at')}, 'outcome', outcome, 'reason', reason,
                     'pipelineExecutionId', execution_id, 'plannedAt', ${instant('run_at')},
                     'decidedAt', ${instant('decided_at')},
                     'latenessMs', round(extract(epoch from decided_at - run_at) * 1000)::bigint,
                     'missedCount', missed_count, 'backfillId', backfill_id)) order by due_at desc), '[]')
              from (select * from schedule_tick where schedule_id = ${scheduleId}
                     order by due_at desc limit ${page.size} offset ${page.offset}) t) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** Which due times of a range were started before. */
export async function readFired(
  db: Db,
  scheduleId: string,
  from: Date,
  to: Date,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ dueAt: Date }>`
    select due_at as "dueAt" from schedule_tick
     where schedule_id = ${scheduleId} and due_at >= ${from} and due_at < ${to} and outcome = 'FIRED'`.execute(
    db,
  )
  return new Set(rows.map(({ dueAt }) => dueAt.getTime()))
}

export interface NewBackfillRow {
  readonly id: string
  readonly scheduleId: string
  readonly from: Date
  readonly to: Date
  readonly total: number
  readonly createdBy: string
}

/** Begins a backfill and answers it as reading it does. */
export async function insertBackfill(tx: Db, row: NewBackfillRow): Promise<Backfill> {
  const { backfill } = await tx
    .insertInto('schedule_backfill')
    .values({
      id: row.id,
      schedule_id: row.scheduleId,
      range_from: row.from,
      range_to: row.to,
      total: row.total,
      done_until: new Date(row.from.getTime() - 1),
      status: 'RUNNING',
      created_by: row.createdBy,
    })
    .returning(backfillJson.as('backfill'))
    .executeTakeFirstOrThrow()
  return backfill
}

/** The backfill of this schedule that is going on, if any. Ask after locking the schedule. */
export async function findOpenBackfill(tx: Db, scheduleId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('schedule_backfill')
    .select('id')
    .where('schedule_id', '=', scheduleId)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst()
  return row?.id
}

const backfillJson = sql<Backfill>`jsonb_strip_nulls(jsonb_build_object(
  'backfillId', id, 'from', ${instant('range_from')}, 'to', ${instant('range_to')},
  'total', total, 'queued', queued, 'status', status, 'createdAt', ${instant('created_at')},
  'createdBy', created_by, 'finishedAt', ${instant('finished_at')}))`

export async function findBackfill(db: Db, scheduleId: string, id: string): Promise<Backfill | undefined> {
  const { rows } = await sql<{ backfill: Backfill }>`
    select ${backfillJson} as backfill from schedule_backfill
     where id = ${id} and schedule_id = ${scheduleId}`.execute(db)
  return rows[0]?.backfill
}

/** Backfills of a schedule, the newest first. */
export async function listBackfills(db: Db, scheduleId: string, page: PageRequest): Promise<Page<Backfill>> {
  const { rows } = await sql<{ total: number; results: Backfill[] }>`
    select (select count(*) from schedule_backfill where schedule_id = ${scheduleId}) as total,
           (select coalesce(json_agg(${backfillJson} order by id desc), '[]')
              from (select * from schedule_backfill where schedule_id = ${scheduleId}
                     order by id desc limit ${page.size} offset ${page.offset}) b) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** Stops a backfill; what it queued stays. False when there is no such backfill of the schedule. */
export async function cancelBackfill(db: Db, scheduleId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update schedule_backfill
       set status = case when status = 'RUNNING' then 'CANCELLED' else status end,
           finished_at = coalesce(finished_at, now())
     where id = ${id} and schedule_id = ${scheduleId}`.execute(db)
  return numAffectedRows === 1n
}

export interface OpenBackfill {
  readonly id: string
  readonly scheduleId: string
  readonly from: Date
  readonly to: Date
  readonly doneUntil: Date
}

export const backfillIsOpen = dueWhen(sql`exists (select from schedule_backfill where status = 'RUNNING')`)

/** The open backfill that was looked at the longest ago; with `before`, of those not looked at since. */
export async function nextOpenBackfill(
  db: Db,
  before: Date | undefined,
): Promise<{ id: string; scheduleId: string; now: Date } | undefined> {
  const { rows } = await sql<{ id: string; scheduleId: string; now: Date }>`
    select id, schedule_id as "scheduleId", now() as now from schedule_backfill
     where status = 'RUNNING' and looked_at < coalesce(${before ?? null}::timestamptz, now())
     order by looked_at limit 1`.execute(db)
  return rows[0]
}

/** Locks a backfill, after its schedule; undefined when another server has looked at it, or it is over. */
export async function lockOpenBackfill(tx: Db, id: string, before: Date): Promise<OpenBackfill | undefined> {
  const { rows } = await sql<OpenBackfill>`
    update schedule_backfill set looked_at = clock_timestamp()
     where id = ${id} and status = 'RUNNING' and looked_at < ${before}
    returning id, schedule_id as "scheduleId", range_from as "from", range_to as "to", done_until as "doneUntil"`.execute(
    tx,
  )
  return rows[0]
}

export async function advanceBackfill(
  tx: Db,
  id: string,
  queued: number,
  doneUntil: Date,
  done: boolean,
): Promise<void> {
  await sql`
    update schedule_backfill
       set queued = queued + ${queued}, done_until = ${doneUntil},
           status = case when ${done} then 'DONE' else status end,
           finished_at = case when ${done} then now() end
     where id = ${id}`.execute(tx)
}
