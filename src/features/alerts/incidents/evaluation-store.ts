import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { jsonText } from '../../../db/json.ts'
import { dueWhen } from '../../../db/lookout.ts'
import { newId } from '../../../lib/ids.ts'
import { earlierRuns } from '../earlier-runs-sql.ts'
import type { IncidentMessage } from '../messages/message.ts'
import { endEvents } from '../schema.ts'
import { type End, type Incident, subjectOf, type WatchingRule } from './rules.ts'

/** Of advisory locks: one server at a time evaluates. */
const EVALUATION_LOCK = 727_274_023
/** Of one execution so many are told of. */
const MAX_GATE_FAILURES = 20
/** The parameters of one statement are limited. */
const ROWS_AT_ONCE = 1_000
/** Of so many `newId` keeps the order. */
const IDS_OF_A_MS = 4_096

/** Something ended since. */
export const evaluationIsDue = dueWhen(sql`exists (select from alert_end)`)

/** Whether this transaction is the one that evaluates; the lock ends with it, or with its server. */
export async function beginEvaluation(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${EVALUATION_LOCK}) as locked`.execute(tx)
  return rows[0]!.locked
}

export interface RecordedEnds {
  /** Of executions that still exist, in the order in which they were recorded. */
  readonly ends: readonly End[]
  /** All that were read. */
  readonly seqs: readonly number[]
}

/** The ends that were recorded first, at most `limit`. */
export async function readEnds(tx: Db, limit: number): Promise<RecordedEnds> {
  const { rows } = await sql<{ seq: number } & (End | { executionId: null })>`
    select e.seq, x.id as "executionId", x.project_id as "projectId", p.name as "projectName",
           x.environment_name as "environmentName", x.pipeline_name as "pipelineName", x.tag, x.status,
           x.started_by as "startedBy", x.started_at as "startedAt", coalesce(x.finished_at, now()) as "finishedAt",
           x.message, g.failures as "gateFailures", r.runs as "earlierRuns", r.shortest as "shortestSeconds"
      from (select seq, execution_id from alert_end order by seq limit ${limit}) e
      left join lateral (select * from execution where id = e.execution_id limit 1) x on true
      left join project p on p.id = x.project_id
      left join lateral (
        select string_agg(detail, chr(10) order by execution_id, seq) as failures
          from (select * from gate_failure where root_id = e.execution_id
                 order by execution_id, seq limit ${MAX_GATE_FAILURES}) f) g on true
      cross join lateral (
        select count(*)::integer as runs, min(extract(epoch from finished_at - started_at))::float8 as shortest
          from ${earlierRuns} compared
         where x.status = 'SUCCESS'
           and (select exists (select from alert_rule where enabled and 'RAN_SHORT' = any(events)))) r
     order by e.seq`.execute(tx)
  const ends = rows.filter((row): row is { seq: number } & End => row.executionId !== null)
  return { ends: ends.filter(({ projectName }) => projectName !== null), seqs: rows.map(({ seq }) => seq) }
}

export async function deleteEnds(tx: Db, seqs: readonly number[]): Promise<void> {
  await sql`delete from alert_end where seq = any(${seqs}::bigint[])`.execute(tx)
}

/** A rule with the channels that it tells now. */
export interface TellingRule extends WatchingRule {
  /** After how long it reports what lasts; null: after what is usual. */
  readonly afterMinutes: number | null
  /** What it lets be consumed in a month; null: no budget. */
  readonly creditsPerMonth: number | null
  readonly channelIds: readonly string[]
}

/**
 * The enabled rules of these projects and of the installation; none is deleted until the transaction ends.
 */
export const readRules = (tx: Db, projectIds: readonly string[]): Promise<TellingRule[]> =>
  readEnabledRules(tx, sql`project_id is null or project_id = any(${projectIds}::uuid[])`)

/** The enabled rules that meet a condition, as `readRules`. */
export async function readEnabledRules(tx: Db, condition: RawBuilder<unknown>): Promise<TellingRule[]> {
  const { rows } = await sql<TellingRule>`
    select id, project_id as "projectId", name, events, environment_name as "environmentName",
           pipeline_name as "pipelineName", tag, notify_recovered as "notifyRecovered", after_minutes as "afterMinutes",
           credits_per_month as "creditsPerMonth",
           array(select c.id from alert_rule_channel r join alert_channel c on c.id = r.channel_id
                  where r.rule_id = alert_rule.id and c.enabled order by 1) as "channelIds"
      from alert_rule
     where enabled and (${condition})
     order by id for key share`.execute(tx)
  return rows
}

/**
 * What these rules have open about the subjects of these ends. Nobody else changes it until the transaction
 * ends.
 */
export const readOpenIncidents = (
  tx: Db,
  rules: readonly WatchingRule[],
  ends: readonly End[],
): Promise<Incident[]> =>
  readOpen(
    tx,
    rules,
    sql`event = any(${[...endEvents]}::text[]) and subject = any(${[...new Set(ends.map(subjectOf))]}::text[])`,
  )

/** What these rules have open that meets a condition, as `readOpenIncidents`. */
export async function readOpen(
  tx: Db,
  rules: readonly WatchingRule[],
  condition: RawBuilder<unknown>,
): Promise<Incident[]> {
  const { rows } = await sql<Incident>`
    select id, rule_id as "ruleId", project_id as "projectId", event, subject, facts, occurrences,
           opened_at as "openedAt", last_at as "lastAt", closed_at as "closedAt", false as "isNew"
      from alert_incident
     where closed_at is null and rule_id = any(${rules.map(({ id }) => id)}::uuid[])
       and (${condition})
     order by id for update`.execute(tx)
  return rows
}

/** Those that were closed go first: the same subject may have been opened again. */
export async function writeIncidents(tx: Db, incidents: readonly Incident[]): Promise<void> {
  const known = incidents.filter(({ isNew }) => !isNew)
  await sql`
    update alert_incident i set occurrences = k.occurrences, last_at = k.last_at, closed_at = k.closed_at
      from unnest(${known.map(({ id }) => id)}::uuid[], ${known.map(({ occurrences }) => occurrences)}::integer[],
                  ${known.map(({ lastAt }) => lastAt)}::timestamptz[], ${known.map(({ closedAt }) => closedAt)}::timestamptz[])
           as k (id, occurrences, last_at, closed_at)
     where i.id = k.id`.execute(tx)
  for (const part of partsOf(incidents.filter(({ isNew }) => isNew))) {
    await tx
      .insertInto('alert_incident')
      .values(
        part.map((one) => ({
          id: one.id,
          project_id: one.projectId,
          rule_id: one.ruleId,
          event: one.event,
          subject: one.subject,
          facts: jsonText(one.facts),
          occurrences: one.occurrences,
          opened_at: one.openedAt,
          last_at: one.lastAt,
          closed_at: one.closedAt,
        })),
      )
      .execute()
  }
}

/**
 * Queues each message for each channel of its rule, and wakes the lanes of these channels. Ids give the order
 * in which messages are told. They are of the database's clock: of two servers that evaluate in turn, one may
 * be late.
 */
export async function queueDeliveries(
  tx: Db,
  rules: readonly TellingRule[],
  messages: readonly IncidentMessage[],
): Promise<void> {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const deliveries = messages.flatMap((message) => {
    const { projectId, channelIds } = byId.get(message.ruleId)!
    return channelIds.map((channelId) => ({ message, projectId, channelId }))
  })
  if (deliveries.length === 0) return
  const now = await readClock(tx)
  const numbered = deliveries.map((delivery, n) => ({
    ...delivery,
    id: newId(now + Math.floor(n / IDS_OF_A_MS), n % IDS_OF_A_MS),
  }))
  for (const part of partsOf(numbered)) {
    await tx
      .insertInto('alert_delivery')
      .values(
        part.map(({ id, message, projectId, channelId }) => ({
          id,
          project_id: projectId,
          incident_id: message.incidentId,
          channel_id: channelId,
          kind: message.kind,
          message: jsonText(message),
        })),
      )
      .execute()
  }
  await wakeLanes(tx, [...new Set(deliveries.map(({ channelId }) => channelId))])
}

async function readClock(tx: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  return rows[0]!.now.getTime()
}

/**
 * Lets servers look for what these channels have pending. A lane that is being served, or that waits after a
 * failure, is left as it is. The row's lock is what counts: a lane that is being emptied at this moment sees
 * what is pending, or is woken after it.
 */
export async function wakeLanes(tx: Db, channelIds: readonly string[]): Promise<void> {
  if (channelIds.length === 0) return
  await sql`
    update alert_channel set try_at = coalesce(try_at, now())
     where id in (select id from alert_channel where id = any(${channelIds}::uuid[]) order by id for no key update)`.execute(
    tx,
  )
}

function partsOf<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / ROWS_AT_ONCE)
  return Array.from({ length: count }, (_, i) => all.slice(i * ROWS_AT_ONCE, (i + 1) * ROWS_AT_ONCE))
}
