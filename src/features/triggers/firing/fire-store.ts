import { sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/database.ts'
import { inBatches } from '../../../db/in-batches.ts'
import { instant } from '../../../db/instant.ts'
import { dueWhen } from '../../../db/lookout.ts'
import { deleteUnbegun } from '../../executions/service.ts'
import { GRACE_MS } from '../../schedules/targets/access.ts'
import type { Decided, PendingFire } from './outcomes.ts'

export const firesArePending = dueWhen(
  sql`exists (select from trigger_end) or exists (select from trigger_fire where outcome = 'PENDING')`,
)

export const firesAreWaiting = dueWhen(sql`exists (select from trigger_fire where outcome = 'WAITING')`)

export interface Expanded {
  /** How many ends it took. */
  readonly taken: number
  /**
   * Whether ends that no server saw in time are left, for it or for another server that has not committed
   * yet.
   */
  readonly missedAreLeft: boolean
}

/** Ends of runners that were away come between others. */
const LOOKED_AHEAD = 100

/**
 * Makes recorded ends of executions into what their triggers have to decide about: one row for each trigger
 * that waits for such an end. The end goes in the same transaction, and (trigger, execution) is unique.
 */
export async function expandEnds(tx: Db, limit: number): Promise<Expanded> {
  const { rows } = await sql<Expanded>`
    with ended as (
      delete from trigger_end where seq = any(array(
        select seq from trigger_end order by seq limit ${limit} for update skip locked))
      returning seq, execution_id),
    caused as (
      insert into trigger_fire (trigger_id, cause, facts, depth, occurred_at)
      select w.trigger_id, 'execution ' || x.id, ${endFacts},
             1 + coalesce((select depth from trigger_fire f where f.execution_id = x.id), 0),
             coalesce(x.finished_at, now())
        from ended e
        join execution x on x.id = e.execution_id
        join trigger_watch w on w.environment_id = x.environment_id and w.pipeline_name = x.pipeline_name
                            and w.enabled and x.status = any(w.states)
       order by e.seq, w.trigger_id
      on conflict do nothing)
    select (select count(*) from ended) as taken,
           exists (
             select from (select execution_id from trigger_end where seq not in (select seq from ended)
                           order by seq limit ${LOOKED_AHEAD}) e
               join execution x on x.id = e.execution_id
              where x.finished_at < ${longAgo}) as "missedAreLeft"`.execute(tx)
  return rows[0]!
}

/** What a trigger tells of the end of the execution `x`. */
export const endFacts = sql`jsonb_strip_nulls(jsonb_build_object(
               'pipelineExecutionId', x.id, 'projectId', x.project_id, 'environmentName', x.environment_name,
               'pipelineName', x.pipeline_name, 'versionName', x.version_name, 'status', x.status, 'user', x.started_by,
               'executionTag', x.tag, 'message', left(x.message, 2000), 'startedAt', ${instant('x.started_at')},
               'finishedAt', ${instant('x.finished_at')}))`

/**
 * Locks what is to be decided, the oldest first; what another pass holds is left. While missed ends are left,
 * so is what was missed of pipelines by triggers with RUN_ONCE: they start the latest of all that was missed,
 * which is not known yet.
 */
export async function lockPending(
  tx: Db,
  limit: number,
  { missedAreLeft }: Pick<Expanded, 'missedAreLeft'>,
): Promise<PendingFire[]> {
  const mayBeDecided = missedAreLeft
    ? sql`and (f.backfilled or not (f.missed or f.occurred_at < ${longAgo}) or not exists (
            select from trigger_watch w join data_trigger t on t.id = w.trigger_id
             where w.trigger_id = f.trigger_id and t.missed_run_policy = 'RUN_ONCE'))`
    : sql``
  const { rows } = await sql<PendingFire>`
    select f.seq, f.trigger_id as "triggerId", f.facts, f.depth, f.missed, f.backfilled, f.occurred_at as "occurredAt",
           (f.missed or f.occurred_at < ${longAgo}) and exists (
             select from trigger_fire n
              where n.trigger_id = f.trigger_id and n.outcome = 'PENDING' and n.seq > f.seq and not n.backfilled
                and (n.missed or n.occurred_at < ${longAgo})) as "hasLaterMissed"
      from trigger_fire f where f.outcome = 'PENDING' ${mayBeDecided}
     order by f.seq limit ${limit} for update skip locked`.execute(tx)
  return rows
}

const longAgo = sql`now() - make_interval(secs => ${GRACE_MS / 1_000})`

export async function readNow(tx: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(tx)
  return rows[0]!.now
}

/** Writes what became of rows that this transaction has locked. */
export async function writeDecided(tx: Db, decided: readonly Decided[]): Promise<void> {
  if (decided.length === 0) return
  const columns = columnsOf(decided)
  await sql`
    update trigger_fire f
       set outcome = d.outcome, reason = d.reason, execution_id = d.execution,
           decided_at = case when d.outcome <> 'WAITING' then now() end
      from unnest(${columns.bigints(({ seq }) => seq)}::bigint[], ${columns.texts(({ outcome }) => outcome)}::text[],
                  ${columns.texts(({ reason }) => reason)}::text[],
                  ${columns.uuids(({ execution }) => execution?.id)}::uuid[]) as d (seq, outcome, reason, execution)
     where f.seq = d.seq`.execute(tx)
}

/**
 * Takes back what backfills of these triggers have queued and no runner has begun: it waits for its turn
 * again.
 */
export async function waitAgain(tx: Db, triggerIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select x.id from execution x join trigger_fire f on f.execution_id = x.id
     where x.trigger_id = any(${triggerIds}::uuid[]) and x.status = 'QUEUED' and f.backfilled`.execute(tx)
  const executions = await deleteUnbegun(
    tx,
    rows.map(({ id }) => id),
  )
  await sql`
    update trigger_fire set outcome = 'WAITING', reason = null, execution_id = null, decided_at = null
     where execution_id = any(${executions}::uuid[])`.execute(tx)
}

/** Forgets what happened for triggers that are gone. */
export async function deleteFires(tx: Db, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  await sql`delete from trigger_fire where seq = any(${seqs}::bigint[])`.execute(tx)
}

/**
 * Lets the oldest that waits of each trigger be decided, where no execution of the trigger is live. Answers
 * how many those are. One probe for each trigger with a backfill.
 */
export async function releaseWaiting(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    with recursive waiting as (
      (select trigger_id, seq from trigger_fire where outcome = 'WAITING' order by trigger_id, seq limit 1)
      union all
      select n.* from waiting w cross join lateral (
        select f.trigger_id, f.seq from trigger_fire f
         where f.outcome = 'WAITING' and f.trigger_id > w.trigger_id order by f.trigger_id, f.seq limit 1) n)
    update trigger_fire f set outcome = 'PENDING' from waiting w
     where f.seq = w.seq and f.outcome = 'WAITING'
       and not exists (select from trigger_fire p where p.trigger_id = w.trigger_id and p.outcome = 'PENDING')
       and not exists (select from execution x where x.trigger_id = w.trigger_id
                          and x.status in ('QUEUED', 'RUNNING', 'CANCELLING'))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Deletes what happened more than `days` ago and is decided. Rows are looked at in the order in which they
 * were written, and none behind the first that is younger; one of the future, by a wrong clock, stops
 * nothing.
 */
export async function deleteOldFires(db: Db, days: number): Promise<void> {
  const old = sql`now() - make_interval(days => ${days})`
  const { rows } = await sql<{ end: number | null }>`
    select coalesce((select seq from trigger_fire where occurred_at between ${old} and now() order by seq limit 1),
                    (select max(seq) + 1 from trigger_fire)) as end`.execute(db)
  await inBatches((limit) =>
    sql`
      delete from trigger_fire where seq = any(array(
        select seq from trigger_fire
         where seq < ${rows[0]!.end}::bigint and occurred_at < ${old} and outcome not in ('PENDING', 'WAITING')
         order by seq limit ${limit}))`.execute(db),
  )
}

/** What happened and is not decided yet; for metrics. */
export async function countPending(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from trigger_end)
         + (select count(*) from trigger_fire where outcome = 'PENDING') as count`.execute(db)
  return rows[0]!.count
}
