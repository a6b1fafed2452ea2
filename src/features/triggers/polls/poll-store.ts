import { sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/database.ts'
import { jsonText } from '../../../db/json.ts'
import { dueWhen } from '../../../db/lookout.ts'
import type { EnvironmentId, ProjectId, RunnerId } from '../../../lib/ids.ts'
import { TRIGGER_DUE_CHANNEL } from '../channels.ts'
import type { TriggerCondition } from '../schema.ts'
import type { Cause, Seen } from './rules.ts'

/** Somewhere to look at, and whom to ask. */
export interface PollPlace {
  readonly projectId: ProjectId
  readonly environmentId: EnvironmentId
  readonly environmentName: string
  readonly runnerId: RunnerId
  /** Whether the runner may serve the environment. */
  readonly mayServe: boolean
  readonly connection: { readonly databases?: unknown; readonly dialectFunctions?: unknown }
  readonly defaultConnections: unknown
  readonly connectionOverrides: unknown
}

export interface DuePoll extends PollPlace {
  readonly triggerId: string
  readonly version: number
  readonly condition: TriggerCondition
}

/** Longer than a runner is given to answer. */
const CLAIM_SECONDS = 60

/** Of the environment `e`. */
const placeColumns = (runner = sql`e.default_runner_id`) => sql`
           e.project_id as "projectId", e.id as "environmentId", e.name as "environmentName",
           ${runner} as "runnerId",
           exists (select from runner_may_serve(${runner}, e.project_id, e.name)) as "mayServe",
           e.connection || jsonb_build_object('databases', coalesce(e.databases, '{}'),
                                              'dialectFunctions', e.dialect_functions) as connection,
           e.default_connections as "defaultConnections", e.connection_overrides as "connectionOverrides"`

export const pollsAreDue = dueWhen(sql`exists (select from trigger_poll where next_at <= now())`)

/**
 * Claims up to `limit` triggers that are to look now, with those that this server has in flight (`looking`,
 * the project of each) no more than `perProject` of one; if the server dies, others take them a minute later.
 */
export async function claimDue(
  db: Db,
  limit: number,
  perProject: number,
  looking: readonly string[],
): Promise<DuePoll[]> {
  const { rows } = await sql<DuePoll>`
    with busy as (
      select project_id, count(*) as looks from unnest(${[...looking]}::uuid[]) as l (project_id) group by 1),
    in_turn as (
      select o.trigger_id, coalesce(b.looks, 0) + row_number() over (partition by t.project_id order by o.next_at) as position
        from trigger_poll o join data_trigger t on t.id = o.trigger_id left join busy b on b.project_id = t.project_id
       where o.next_at <= now()),
    claimed as (
      update trigger_poll set next_at = now() + make_interval(secs => ${CLAIM_SECONDS})
       where trigger_id = any(array(
         select o.trigger_id from trigger_poll o join in_turn i using (trigger_id)
          where o.next_at <= now() and i.position <= ${perProject}::integer
          order by o.next_at limit ${limit} for update of o skip locked))
      returning trigger_id)
    select t.id as "triggerId", t.version, t.condition,
           ${placeColumns(sql`coalesce(t.runner_id, e.default_runner_id)`)}
      from claimed c join data_trigger t on t.id = c.trigger_id join environment e on e.id = t.environment_id`.execute(
    db,
  )
  return rows
}

/** Where a condition that is not saved would look. */
export async function readPlace(db: Db, environmentId: string): Promise<PollPlace> {
  const { rows } = await sql<PollPlace>`
    select ${placeColumns()} from environment e where e.id = ${environmentId}`.execute(db)
  return rows[0]!
}

export interface LockedPoll {
  readonly seen: Seen | null
  /** Since the last look that succeeded; null before the first. */
  readonly silentSeconds: number | null
}

/**
 * Keeps what a trigger saw until the transaction ends; undefined when the trigger was changed or disabled
 * meanwhile.
 */
export async function lockPoll(
  tx: Db,
  { triggerId, version }: Pick<DuePoll, 'triggerId' | 'version'>,
): Promise<LockedPoll | undefined> {
  const { rows } = await sql<LockedPoll>`
    select o.seen, extract(epoch from now() - o.looked_at)::float8 as "silentSeconds"
      from trigger_poll o join data_trigger t on t.id = o.trigger_id
     where o.trigger_id = ${triggerId} and t.version = ${version} and t.enabled
       for update of o`.execute(tx)
  return rows[0]
}

/** Keeps what a look found: what starts the trigger, what was seen, and when to look again. */
export async function keepLook(
  tx: Db,
  triggerId: string,
  {
    seen,
    causes,
    missed,
    nextSeconds,
  }: { seen: Seen; causes: readonly Cause[]; missed: boolean; nextSeconds: number },
): Promise<void> {
  if (causes.length > 0) {
    const columns = columnsOf(causes)
    await sql`
      with kept as (
        insert into trigger_fire (trigger_id, cause, facts, depth, missed)
        select ${triggerId}, cause, facts, 1, ${missed}
          from unnest(${columns.texts(({ cause }) => cause)}::text[], ${columns.jsons(({ facts }) => facts)}::jsonb[])
            as f (cause, facts)
        on conflict do nothing
        returning 1)
      select pg_notify(${TRIGGER_DUE_CHANNEL}, '') from kept limit 1`.execute(tx)
  }
  await sql`
    update trigger_poll
       set seen = ${jsonText(seen)}::jsonb, looked_at = now(), last_error = null,
           next_at = now() + make_interval(secs => ${nextSeconds})
     where trigger_id = ${triggerId}`.execute(tx)
}

/** Keeps why the look failed, and when to try again. */
export async function keepFailure(
  db: Db,
  { triggerId, version }: Pick<DuePoll, 'triggerId' | 'version'>,
  message: string,
  nextSeconds: number,
): Promise<void> {
  await sql`
    update trigger_poll o
       set last_error = ${message.replaceAll('\0', '')}, next_at = now() + make_interval(secs => ${nextSeconds})
      from data_trigger t
     where o.trigger_id = ${triggerId} and t.id = o.trigger_id and t.version = ${version} and t.enabled`.execute(
    db,
  )
}
