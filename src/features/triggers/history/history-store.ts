import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { instant } from '../../../db/instant.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Page, PageRequest } from '../../../http/page.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import { seesEnvironmentAnywhere } from '../../permissions/access-sql.ts'
import { TRIGGER_DUE_CHANNEL } from '../channels.ts'
import { endFacts } from '../firing/fire-store.ts'
import { KEEP_FIRES_DAYS } from '../rules.ts'
import type { Outcome, TriggerFire } from '../schema.ts'

/** Of facts in lists: the body of a large event is left out. */
const MAX_FACTS_BYTES = 8_000

/**
 * Whether the caller may see the execution whose end the row tells of; other rows tell of none. Of one that
 * is gone, and of one whose environment is, administrators of the project only.
 */
const seesFacts = (caller: Caller) => sql`(not facts ? 'pipelineExecutionId' or exists (
  select from (
    select (facts ->> 'projectId')::uuid as project_id, e.id, e.default_user_access_level
      from (select (facts ->> 'pipelineExecutionId')::uuid as id) f
      left join execution x on x.id = f.id left join environment e on e.id = x.environment_id) e
   where ${seesEnvironmentAnywhere(caller)}))`

/**
 * What happened for a trigger, and what became of it, the latest first. Facts are those that the caller may
 * see.
 */
export async function listFires(
  db: Db,
  caller: Caller,
  triggerId: string,
  page: PageRequest,
  outcome: Outcome | undefined,
): Promise<Page<TriggerFire>> {
  const where = sql`trigger_id = ${triggerId} ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}`
  const { rows } = await sql<{ total: number; results: TriggerFire[] }>`
    select (select count(*) from trigger_fire where ${where}) as total,
           (select coalesce(json_agg(jsonb_strip_nulls(jsonb_build_object(
                     'cause', cause, 'occurredAt', ${instant('occurred_at')}, 'decidedAt', ${instant('decided_at')},
                     'outcome', outcome, 'reason', reason, 'pipelineExecutionId', execution_id, 'chainLength', depth,
                     'backfilled', case when backfilled then true end)) || jsonb_build_object('facts',
                     case when not ${seesFacts(caller)} then '{}'
                          when octet_length(facts::text) > ${MAX_FACTS_BYTES} then facts - 'payload' else facts end)
                     order by seq desc), '[]')
              from (select * from trigger_fire where ${where}
                     order by seq desc limit ${page.size} offset ${page.offset}) t) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/**
 * Something that did not start the trigger, and may now. `seq` is of a row of the history; else it is an
 * execution.
 */
export interface Candidate {
  readonly seq: number | null
  readonly executionId: string | null
  readonly cause: string
}

export interface Range {
  readonly from: Date
  readonly to: Date
}

/** How many in a range were started before. */
export async function countFired(tx: Db, triggerId: string, { from, to }: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from trigger_fire
     where trigger_id = ${triggerId} and occurred_at >= ${from} and occurred_at < ${to} and outcome = 'FIRED'`.execute(
    tx,
  )
  return rows[0]!.count
}

/** What in a range was skipped, missed or failed, the oldest first. */
export async function readLeft(
  tx: Db,
  triggerId: string,
  { from, to }: Range,
  limit: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select seq, null as "executionId", cause from trigger_fire
     where trigger_id = ${triggerId} and occurred_at >= ${from} and occurred_at < ${to}
       and outcome in ('SKIPPED', 'MISSED', 'FAILED')
     order by seq limit ${limit}`.execute(tx)
  return rows
}

/** Executions run for hours, and are found by when they were queued. */
const LONGEST_RUN_MS = 7 * 86_400_000

/**
 * Ends in a range that the trigger would have started for, and did not see: it came later, or was disabled.
 * Those that are older than the history may have started it, and are left out.
 */
export async function readUnseenEnds(
  tx: Db,
  triggerId: string,
  { from, to }: Range,
  limit: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select null as seq, x.id as "executionId", 'execution ' || x.id as cause
      from trigger_watch w
      join environment e on e.id = w.environment_id
      join execution x on x.project_id = e.project_id and x.pipeline_name = w.pipeline_name and x.parent_id is null
       and x.id >= ${firstIdAt(new Date(from.getTime() - LONGEST_RUN_MS))}::uuid and x.id < ${firstIdAt(to)}::uuid
     where w.trigger_id = ${triggerId} and x.environment_id = w.environment_id and x.source_id is null
       and x.status = any(w.states) and x.finished_at >= ${from} and x.finished_at < ${to}
       and x.finished_at >= now() - make_interval(days => ${KEEP_FIRES_DAYS})
       and not exists (select from trigger_fire f
                        where f.trigger_id = w.trigger_id and f.cause = 'execution ' || x.id)
     order by x.id limit ${limit}`.execute(tx)
  return rows
}

/**
 * Lets candidates be decided again, behind all live work; `outcome` says whether at once or one after
 * another.
 */
export async function startCandidates(
  tx: Db,
  triggerId: string,
  candidates: readonly Candidate[],
  outcome: 'PENDING' | 'WAITING',
): Promise<void> {
  const seqs = candidates.flatMap(({ seq }) => seq ?? [])
  const executions = candidates.flatMap(({ executionId }) => executionId ?? [])
  await sql`
    update trigger_fire set outcome = ${outcome}, reason = null, execution_id = null, decided_at = null, backfilled = true
     where trigger_id = ${triggerId} and seq = any(${seqs}::bigint[])`.execute(tx)
  await sql`
    insert into trigger_fire (trigger_id, cause, facts, depth, outcome, backfilled, occurred_at)
    select ${triggerId}, 'execution ' || x.id, ${endFacts}, 1, ${outcome}, true, x.finished_at
      from execution x where x.id = any(${executions}::uuid[])
     order by x.id
    on conflict do nothing`.execute(tx)
  await sql`select pg_notify(${TRIGGER_DUE_CHANNEL}, '')`.execute(tx)
}

/** Takes back what of a backfill has not begun; answers how many those are. */
export async function stopWaiting(tx: Db, triggerId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update trigger_fire set outcome = 'SKIPPED', reason = 'The backfill was stopped', decided_at = now()
     where trigger_id = ${triggerId} and outcome = 'WAITING'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
