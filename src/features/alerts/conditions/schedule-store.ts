import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Condition } from './rules.ts'
import { conditionsOf, type DueTime, type WatchedSchedule } from './schedule-rules.ts'

/** Sooner than this nothing is late. */
const YOUNGEST_SECONDS = 60
/** A due time that went wrong longer ago is reported by its open incident only. */
const REMEMBERED = sql`interval '1 day'`
/** Of a schedule's due times these are looked at to find one that was not skipped because of another run. */
const LAST_TICKS = 100

const settled = sql`now() - make_interval(secs => ${YOUNGEST_SECONDS})`
/** Runs of backfills wait as they should, and one that was requeued began before. */
const waitsForItsStart = sql`status = 'QUEUED' and trigger = 'SCHEDULE' and priority = 0 and started_at is null`

/**
 * Schedules that may have something to report: each part is one look into an index, which is small when all
 * is well.
 */
const candidates = sql`
  select schedule_id from schedule_clock where enabled and next_run_at < ${settled}
  union
  select schedule_id from execution
   where ${waitsForItsStart} and schedule_id is not null and queued_at < ${settled}
  union
  select schedule_id from schedule_tick
   where (outcome = 'MISSED' or decided_at - run_at > interval '1 minute') and decided_at > now() - ${REMEMBERED}
  union
  select subject::uuid from alert_incident
   where closed_at is null and event in ('SCHEDULE_LATE', 'SCHEDULE_MISSED')`

type Row = Omit<WatchedSchedule, 'waiting' | 'last'> & {
  readonly waitingId: string | null
  readonly queuedAt: Date
  readonly waitingPausedUntil: Date | null
} & { readonly [K in keyof DueTime]: K extends 'outcome' ? DueTime[K] | null : DueTime[K] }

/**
 * What schedules have to report. A schedule that somebody disabled has nothing; one that ran out of due times
 * was disabled by itself, and its last run counts.
 */
export async function readSchedules(tx: Db): Promise<Condition[]> {
  const { rows } = await sql<Row>`
    select s.id, s.name, s.project_id as "projectId", p.name as "projectName", e.name as "environmentName",
           s.pipeline_name as "pipelineName", now() as now, k.planned_at as "plannedAt",
           case when k.enabled and k.next_run_at < now() then k.next_run_at end as "overdueSince",
           w.id as "waitingId", w.queued_at as "queuedAt", w.paused_until as "waitingPausedUntil",
           t.outcome, t.run_at as "runAt", t.decided_at as "decidedAt", t.missed_count as "missedCount",
           t.execution_id as "executionId", x.started_at as "startedAt", x.paused_until as "pausedUntil"
      from (${candidates}) c
      join schedule s on s.id = c.schedule_id
      join schedule_clock k on k.schedule_id = s.id and (k.enabled or k.disabled_reason is not null)
      join project p on p.id = s.project_id
      join environment e on e.id = s.environment_id
      left join lateral (
        select q.id, q.queued_at, r.paused_until
          from (select * from execution where schedule_id = s.id and ${waitsForItsStart}) q
          left join runner r on r.id = q.runner_id
         order by q.id limit 1) w on true
      left join lateral (
        select * from (select * from schedule_tick where schedule_id = s.id and backfill_id is null
                        order by due_at desc limit ${LAST_TICKS}) latest
         where outcome <> 'SKIPPED' order by due_at desc limit 1) t on true
      left join lateral (
        select y.started_at, r.paused_until from execution y left join runner r on r.id = y.runner_id
         where y.id = t.execution_id) x on true
     order by s.id`.execute(tx)
  return rows.flatMap((row) => conditionsOf(scheduleOf(row)))
}

function scheduleOf(row: Row): WatchedSchedule {
  const { waitingId, queuedAt, waitingPausedUntil, outcome, ...rest } = row
  return {
    ...rest,
    waiting:
      waitingId === null ? null : { executionId: waitingId, queuedAt, pausedUntil: waitingPausedUntil },
    last: outcome === null ? null : { ...rest, outcome },
  }
}
