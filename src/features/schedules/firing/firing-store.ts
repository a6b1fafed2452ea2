import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/database.ts'
import { inBatches } from '../../../db/in-batches.ts'
import { dueBy, dueWhen } from '../../../db/lookout.ts'
import { timeZoneDataVersion } from '../../../lib/version.ts'
import type { StoredTiming, Target } from '../rules.ts'
import { jitterOf, type MissedRunPolicy } from './missed-runs.ts'
import { readTargets, scheduleColumns } from './target-store.ts'

/** The physical row of a schedule's clock: it stays valid while this transaction has it locked. */
interface Locked {
  readonly place: string
}

export interface DueSchedule extends Target, StoredTiming, Locked {
  readonly nextDueAt: Date
  /** When the next due time was worked out. */
  readonly plannedAt: Date
  readonly jitterSeconds: number
  readonly missedRunPolicy: MissedRunPolicy
  /** The clock that every server goes by: the database's. */
  readonly now: Date
}

/** What is in the clock of a schedule, and not in its definition. */
type Clock = 'place' | 'nextDueAt' | 'plannedAt' | 'now'

/**
 * An array whose length the planner does not see, so that it looks up each place. For a thousand of them it
 * would otherwise read the whole table.
 */
const unforeseen = (array: RawBuilder<unknown>) => sql`(select ${array})`

/** The time of a pass: the database's, unless a test says another. */
const timeOf = (at: Date | undefined) => sql`coalesce(${at ?? null}::timestamptz, now())`

/**
 * Lists what is due, the longest due first, in batches for `lockDueSchedules`: `size` clocks each, up to
 * `count` of them. It locks nothing. Each batch would otherwise read past all clocks that those before it
 * hold or have moved.
 */
export async function listDueBatches(
  db: Db,
  size: number,
  count: number,
  at: Date | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ places: string }>`
    select array_agg(place)::text as places
      from (select ctid as place, (row_number() over (order by next_run_at) - 1) / ${size}::integer as batch
              from schedule_clock
             where enabled and next_run_at is not null and next_run_at <= ${timeOf(at)}
             order by next_run_at limit ${size * count}) due
     group by batch order by batch`.execute(db)
  return rows.map(({ places }) => places)
}

/**
 * Locks a batch of due schedules for this transaction and answers them, the longest due first; what another
 * pass holds or has moved is left. Their definitions are read by a statement that begins once they are
 * locked: none changes any more.
 */
export async function lockDueSchedules(tx: Db, batch: string, at: Date | undefined): Promise<DueSchedule[]> {
  const { rows: due } = await sql<Pick<DueSchedule, 'id' | Clock>>`
    with held as materialized (
      select schedule_id, c.ctid as place, next_due_at, planned_at, enabled, next_run_at
        from unnest(${unforeseen(sql`${batch}::tid[]`)}) as listed (place) join schedule_clock c on c.ctid = listed.place
         for update of c skip locked)
    select schedule_id as id, place, next_due_at as "nextDueAt", planned_at as "plannedAt", ${timeOf(at)} as now
      from held where enabled and next_run_at <= ${timeOf(at)} order by next_run_at`.execute(tx)
  const definitions = await readTargets<Omit<DueSchedule, Clock>>(
    tx,
    'schedule',
    due.map(({ id }) => id),
    sql`${scheduleColumns}, s.jitter_seconds as "jitterSeconds", s.missed_run_policy as "missedRunPolicy"`,
  )
  const byId = new Map(definitions.map((definition) => [definition.id, definition]))
  // A copy: V8 keeps an object of so many fields, to which others are added, as a slow hash table.
  return due.map((clock) => ({ ...byId.get(clock.id)!, ...clock }))
}

export interface UnplannedSchedule extends StoredTiming, Locked {
  readonly id: string
  readonly nextDueAt: Date | null
  readonly plannedAt: Date
  readonly jitterSeconds: number
  readonly now: Date
}

/**
 * Milliseconds until a schedule is due, 0 when one is; undefined when none ever will be. One look into an
 * index.
 */
export async function untilNextRun(db: Db, at: Date | undefined): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(next_run_at) - ${timeOf(at)}) * 1000)::float8 as ms
      from schedule_clock where enabled and next_run_at is not null`.execute(db)
  const ms = rows[0]!.ms
  return ms === null ? undefined : Math.max(0, ms)
}

/** Something is due within this time. */
export const runsAreDue = (withinMs: number) =>
  dueWhen(sql`exists (select from schedule_clock where enabled and next_run_at is not null
                         and next_run_at <= now() + make_interval(secs => ${sql.lit(withinMs / 1_000)}))`)

/** A clock that goes back by less corrects itself before anything could be missed. */
const CLOCK_TOLERANCE = sql`interval '1 second'`

export interface Planning {
  /** An enabled schedule has no next time. */
  readonly some: boolean
  /** What the clock says, in ms since 1970. */
  readonly nowMs: number
}

/** One look into an index that is empty. */
const planning = (at: Date | undefined) => sql<Planning>`
  json_build_object('some', exists (select from schedule_clock where enabled and next_run_at is null),
                    'nowMs', extract(epoch from ${timeOf(at)}) * 1000)`

export async function lookForUnplanned(db: Db, at: Date | undefined): Promise<Planning> {
  const { rows } = await sql<{ found: Planning }>`select ${planning(at)} as found`.execute(db)
  return rows[0]!.found
}

/** `isDue` decides from what is found at each look. */
export const planningIsDue = (isDue: (found: Planning) => boolean) => dueBy(planning(undefined), isDue)

/** Locks the clocks that `which` names (`c`), which also keeps the definitions from changing. */
const unplanned = (at: Date | undefined, which: RawBuilder<unknown>) => sql<UnplannedSchedule>`
  select s.id, c.ctid as place, c.next_due_at as "nextDueAt", c.planned_at as "plannedAt", s.jitter_seconds as "jitterSeconds",
         s.cron_expression as "cronExpression", s.interval_length as "intervalLength", s.interval_unit as "intervalUnit", s.time_zone as "timeZone",
         s.effective_from as "effectiveFrom", ${timeOf(at)} as now
    from schedule_clock c join schedule s on s.id = c.schedule_id
   where c.enabled and ${which} for update skip locked`

/** Locks up to `limit` enabled schedules that have no next time. */
export async function lockUnplanned(
  tx: Db,
  limit: number,
  at: Date | undefined,
): Promise<UnplannedSchedule[]> {
  const { rows } = await unplanned(at, sql`c.next_run_at is null limit ${limit}`).execute(tx)
  return rows
}

/**
 * Locks up to `limit` enabled schedules whose next time was computed at a time in the future, because the
 * clock was set back. Reads every schedule: only for that case.
 */
export async function lockPlannedLater(
  tx: Db,
  limit: number,
  at: Date | undefined,
): Promise<UnplannedSchedule[]> {
  const later = sql`c.planned_at > ${timeOf(at)} + ${CLOCK_TOLERANCE} limit ${limit}`
  const { rows } = await unplanned(at, later).execute(tx)
  return rows
}

/**
 * Locks up to `limit` enabled schedules that were planned with other time-zone data than `zoneData`, or with
 * older ones only. Reads every schedule.
 */
export async function lockPlannedWith(
  tx: Db,
  which: 'other' | 'older',
  zoneData: string,
  limit: number,
  at: Date | undefined,
): Promise<UnplannedSchedule[]> {
  const compared = which === 'other' ? sql`<>` : sql`<`
  const planned = sql`c.next_due_at is not null and coalesce(c.zone_data, '') ${compared} ${zoneData} limit ${limit}`
  const { rows } = await unplanned(at, planned).execute(tx)
  return rows
}

export interface NewTick {
  readonly scheduleId: string
  readonly dueAt: Date
  readonly outcome: 'FIRED' | 'SKIPPED' | 'FAILED' | 'MISSED'
  readonly reason: string | undefined
  readonly executionId: string | undefined
  readonly runAt: Date
  readonly decidedAt: Date
  readonly missedCount: number
  readonly backfillId: string | undefined
}

/**
 * Records what becomes of due times and answers which of them were not decided before. Only these may start
 * anything. A due time that was missed may run later after all; with `again` one that was skipped or failed
 * too.
 */
export async function insertTicks(
  tx: Db,
  ticks: readonly NewTick[],
  again = false,
): Promise<(tick: DueTime) => boolean> {
  if (ticks.length === 0) return () => false
  const replaceable = again ? sql`<> 'FIRED'` : sql`= 'MISSED'`
  const columns = columnsOf(ticks)
  const { rows } = await sql<{ count: number; some: { scheduleId: string; dueMs: number }[] | null }>`
    with decided as (
      insert into schedule_tick as t (schedule_id, due_at, outcome, reason, execution_id, run_at, decided_at,
                                      missed_count, backfill_id)
      select * from unnest(
             ${columns.uuids((tick) => tick.scheduleId)}::uuid[], ${columns.instants((tick) => tick.dueAt)}::timestamptz[],
             ${columns.texts((tick) => tick.outcome)}::text[], ${columns.texts((tick) => tick.reason)}::text[],
             ${columns.uuids((tick) => tick.executionId)}::uuid[], ${columns.instants((tick) => tick.runAt)}::timestamptz[],
             ${columns.instants((tick) => tick.decidedAt)}::timestamptz[],
             ${columns.integers((tick) => tick.missedCount)}::integer[], ${columns.uuids((tick) => tick.backfillId)}::uuid[])
      on conflict (schedule_id, due_at) do update
         set outcome = excluded.outcome, reason = excluded.reason, execution_id = excluded.execution_id,
             run_at = excluded.run_at, decided_at = excluded.decided_at, missed_count = excluded.missed_count,
             backfill_id = excluded.backfill_id
       where t.outcome ${replaceable} and excluded.outcome <> 'MISSED'
      returning schedule_id, due_at)
    select count(*), case when count(*) < ${ticks.length}::integer then json_agg(json_build_object(
             'scheduleId', schedule_id, 'dueMs', round(extract(epoch from due_at) * 1000))) end as some
      from decided`.execute(tx)
  const { count, some } = rows[0]!
  // Almost always all of them: then their names need no way back.
  if (count === ticks.length) return () => true
  const decided = new Set(some?.map(({ scheduleId, dueMs }) => `${scheduleId} ${dueMs}`))
  return ({ scheduleId, dueAt }) => decided.has(`${scheduleId} ${dueAt.getTime()}`)
}

type DueTime = Pick<NewTick, 'scheduleId' | 'dueAt'>

export interface Move extends Locked {
  readonly id: string
  /** Undefined: no time is left, and the schedule is disabled for `reason`. */
  readonly nextDueAt: Date | undefined
  readonly nextRunAt: Date | undefined
  readonly ran: boolean
  readonly reason: string | undefined
}

/** Why a schedule whose expression is over is disabled. */
export const OVER = 'The schedule has no later due time'

/** Moves a schedule to its next due time, or disables it for `reason` when no time is left. */
export function moveTo(
  { id, place, jitterSeconds }: { id: string; place: string; jitterSeconds: number },
  next: number | undefined,
  reason: string,
): Move {
  if (next === undefined) return { id, place, nextDueAt: undefined, nextRunAt: undefined, ran: false, reason }
  const nextRunAt = new Date(next + jitterOf(id, jitterSeconds))
  return { id, place, nextDueAt: new Date(next), nextRunAt, ran: false, reason: undefined }
}

/** Writes the next times of schedules that this transaction has locked. */
export async function moveSchedules(
  tx: Db,
  moves: readonly Move[],
  now: Date,
  zoneData = timeZoneDataVersion,
): Promise<void> {
  if (moves.length === 0) return
  const columns = columnsOf(moves)
  await sql`
    update schedule_clock c
       set next_due_at = m.next_due, next_run_at = m.next_run, planned_at = ${now}, zone_data = ${zoneData},
           last_run_at = case when m.ran then ${now} else c.last_run_at end,
           enabled = m.next_due is not null, disabled_reason = m.reason
      from unnest(${unforeseen(sql`${moves.map(({ place }) => place)}::tid[]`)},
                  ${unforeseen(sql`${columns.uuids(({ id }) => id)}::uuid[]`)},
                  ${unforeseen(sql`${columns.instants(({ nextDueAt }) => nextDueAt)}::timestamptz[]`)},
                  ${unforeseen(sql`${columns.instants(({ nextRunAt }) => nextRunAt)}::timestamptz[]`)},
                  ${unforeseen(sql`${columns.booleans(({ ran }) => ran)}::boolean[]`)},
                  ${unforeseen(sql`${columns.texts(({ reason }) => reason)}::text[]`)})
             as m (place, id, next_due, next_run, ran, reason)
     where c.ctid = m.place and c.schedule_id = m.id`.execute(tx)
}

/**
 * Notes that the plans of schedules, which this transaction has locked, are right by these time-zone data
 * too.
 */
export async function keepPlans(tx: Db, kept: readonly Locked[], zoneData: string): Promise<void> {
  const places = kept.map(({ place }) => place)
  await sql`update schedule_clock set zone_data = ${zoneData} where ctid = any(${places}::tid[])`.execute(tx)
}

/** Deletes ticks that were decided more than `days` ago. In order, so that an index finds them. */
export const deleteOldTicks = (db: Db, days: number): Promise<void> =>
  inBatches((limit) =>
    sql`
      delete from schedule_tick where ctid = any(array(
        select ctid from schedule_tick where decided_at < now() - make_interval(days => ${days})
         order by decided_at limit ${limit}))`.execute(db),
  )
