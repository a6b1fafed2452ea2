import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { inWords, usualLimit } from '../durations.ts'
import { earlierRuns } from '../earlier-runs-sql.ts'
import { readEnabledRules, readOpen, type TellingRule } from '../incidents/evaluation-store.ts'
import type { Incident } from '../incidents/rules.ts'
import { endEvents } from '../schema.ts'
import type { Condition, Place } from './rules.ts'

/** Of advisory locks: one server at a time looks. */
const CONDITIONS_LOCK = 727_274_024
/** Longer than any run that ends at once, so that few runs are compared with their history. */
const YOUNGEST_SECONDS = 60
const USUAL_QUEUE_SECONDS = 600
const USUAL_ABSENCE_SECONDS = 120
/** Of a project's queue the oldest count: what waits behind so many has not waited longer. */
const OLDEST_QUEUED = 1_000
export async function beginLooking(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${CONDITIONS_LOCK}) as locked`.execute(tx)
  return rows[0]!.locked
}

const isAboutWhatLasts = sql`not events <@ ${[...endEvents]}::text[]`

export async function hasLastingRules(db: Db): Promise<boolean> {
  const { rows } = await sql`select from alert_rule where enabled and ${isAboutWhatLasts} limit 1`.execute(db)
  return rows.length > 0
}

/** The enabled rules about what lasts; none is deleted until the transaction ends. */
export const readLastingRules = (tx: Db): Promise<TellingRule[]> => readEnabledRules(tx, isAboutWhatLasts)

/** What these rules have open about what lasts. */
export const readLastingIncidents = (tx: Db, rules: readonly TellingRule[]): Promise<Incident[]> =>
  readOpen(tx, rules, sql`event <> all(${[...endEvents]}::text[])`)

export async function readNow(tx: Db): Promise<Date> {
  return (await sql<{ now: Date }>`select now()`.execute(tx)).rows[0]!.now
}

interface ExecutionRow {
  readonly id: string
  readonly projectId: string
  readonly projectName: string
  readonly environmentName: string
  readonly pipelineName: string
  readonly tag: string | null
  readonly startedBy: string
  readonly lasts: number
}

const execution = sql`
  x.id, x.project_id as "projectId", p.name as "projectName", x.environment_name as "environmentName",
  x.pipeline_name as "pipelineName", x.tag, x.started_by as "startedBy"`

const about = (row: ExecutionRow) => ({
  places: [{ projectId: row.projectId, environmentName: row.environmentName }],
  pipelineName: row.pipelineName,
  tag: row.tag,
  lastsSeconds: row.lasts,
  facts: {
    projectId: row.projectId,
    projectName: row.projectName,
    environmentName: row.environmentName,
    executionId: row.id,
  },
})

/**
 * The executions that run for a minute and longer, with how long their pipeline took before in their
 * environment.
 */
export async function readRunning(tx: Db): Promise<Condition[]> {
  const { rows } = await sql<ExecutionRow & { startedAt: Date; runs: number; longest: number | null }>`
    select ${execution}, x.started_at as "startedAt", extract(epoch from now() - x.started_at)::float8 as lasts,
           before.runs::int as runs, before.longest
      from execution x
      join project p on p.id = x.project_id
      cross join lateral (
        select count(*) as runs, max(extract(epoch from finished_at - started_at))::float8 as longest
          from ${earlierRuns} compared) before
     where x.status = 'RUNNING' and x.parent_id is null
       and x.started_at < now() - make_interval(secs => ${YOUNGEST_SECONDS})
     order by x.id`.execute(tx)
  return rows.map((row) => {
    const { facts, ...rest } = about(row)
    const usualSeconds = usualLimit(row.runs, row.longest ?? 0)
    const compared =
      usualSeconds === undefined
        ? ''
        : `; the last ${row.runs} successful runs took ${inWords(row.longest ?? 0)} at most`
    return {
      ...rest,
      event: 'RUNNING_LONG',
      subject: row.id,
      usualSeconds,
      facts: {
        ...facts,
        pipelineName: row.pipelineName,
        startedBy: row.startedBy,
        startedAt: row.startedAt.toISOString(),
      },
      detail: `It has been running for ${inWords(row.lasts)}${compared}.`,
    }
  })
}

/** What waits in queues for a minute and longer, the oldest of each project first. */
export async function readQueued(tx: Db): Promise<Condition[]> {
  const { rows } = await sql<ExecutionRow>`
    select ${execution}, extract(epoch from now() - x.waits_since)::float8 as lasts
      from project p
      cross join lateral (
        select *, coalesce(requeued_at, queued_at) as waits_since from execution
         where status = 'QUEUED' and parent_id is null and project_id = p.id
         order by id limit ${OLDEST_QUEUED}) x
     where x.waits_since < now() - make_interval(secs => ${YOUNGEST_SECONDS})
     order by x.id`.execute(tx)
  return rows.map((row) => ({
    ...about(row),
    event: 'QUEUED_LONG',
    subject: `${row.projectId}/${row.environmentName}`,
    usualSeconds: USUAL_QUEUE_SECONDS,
    detail: `${row.pipelineName} has been waiting in the queue for ${inWords(row.lasts)}.`,
  }))
}

interface RunnerRow {
  readonly id: string
  readonly name: string
  readonly lasts: number
  readonly reason: string | null
  readonly places: readonly Place[]
}

/**
 * The runners that were connected once, were not asked to stop, and have no live session. They are silent
 * since the last heartbeat: the session of a dead one may end an hour later.
 */
export async function readLostRunners(tx: Db): Promise<Condition[]> {
  const { rows } = await sql<RunnerRow>`
    select r.id, r.name, r.last_end_reason as reason,
           extract(epoch from now() - coalesce(last.seen, r.last_connected_at))::float8 as lasts,
           coalesce((select jsonb_agg(jsonb_build_object('projectId', project_id, 'environmentName', name))
                       from environment where default_runner_id = r.id), '[]') as places
      from runner r
      cross join lateral (
        select max(seen_at) as seen from runner_session where runner_id = r.id) last
     where r.last_connected_at is not null and r.stop_requested_at is null
       and not exists (select from runner_session s
                        where s.runner_id = r.id and s.ended_at is null
                          and s.seen_at > now() - make_interval(secs => s.lease_seconds))
     order by r.id`.execute(tx)
  return rows.map(({ id, name, lasts, reason, places }) => ({
    event: 'RUNNER_LOST',
    subject: id,
    places,
    pipelineName: null,
    tag: null,
    lastsSeconds: lasts,
    usualSeconds: USUAL_ABSENCE_SECONDS,
    facts: { runnerId: id, runnerName: name },
    detail:
      `No process of this runner has been connected for ${inWords(lasts)}` +
      `${reason === null ? '' : `; the last one ended: ${reason}`}.`,
  }))
}
