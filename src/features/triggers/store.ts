import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onForeignKeyViolation } from '../../db/errors.ts'
import { instant } from '../../db/instant.ts'
import { jsonText } from '../../db/json.ts'
import { orderedBy } from '../../db/order.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { orderOf } from '../../http/sort.ts'
import type { EnvironmentId } from '../../lib/ids.ts'
import { badRequest, conflict } from '../../lib/problem.ts'
import { newestWriteSeq } from '../lineage/access.ts'
import { inVisibleEnvironment, seesEnvironmentAnywhere } from '../permissions/access-sql.ts'
import type { Grant } from '../projects/access.ts'
import type { Definition, Source } from './definition.ts'
import { isPolled } from './rules.ts'
import type { DataTrigger, TriggerCondition, TriggerQuery } from './schema.ts'

/** A pipeline is named as it is now: its environment may have been renamed, or be gone. */
const conditionJson = sql`t.condition || case when w.trigger_id is null then '{}'
  else jsonb_build_object('projectId', we.project_id, 'environmentName', we.name) end`

const faultText = sql`case
  when t.condition_type = 'PIPELINE_END' and w.trigger_id is null
    then 'The environment of the pipeline that it waits for was deleted; change the condition'
  else o.last_error end`

/** What the trigger waits for, without a place that the caller may not see. */
const visibleCondition = ({ caller }: Grant) => sql`case
  when w.trigger_id is null or exists (
    select from environment e where e.id = w.environment_id and ${seesEnvironmentAnywhere(caller)}) then ${conditionJson}
  else t.condition - '{projectId,environmentName,pipelineName}'::text[] end`

const triggerJson = (grant: Grant) => sql`jsonb_strip_nulls(jsonb_build_object(
  'triggerId', t.id, 'name', t.name, 'pipelineName', t.pipeline_name, 'versionName', t.version_name,
  'environmentName', e.name, 'runnerId', coalesce(t.runner_id, e.default_runner_id), 'enabled', t.enabled,
  'condition', ${visibleCondition(grant)}, 'allowConcurrentExecutions', t.allow_concurrent,
  'missedRunPolicy', t.missed_run_policy, 'createdAt', ${instant('t.created_at')}, 'createdBy', t.created_by,
  'lastFiredAt', (select ${instant('x.queued_at')} from execution x
                   where x.trigger_id = t.id order by x.trigger_id, x.id desc limit 1),
  'lookedAt', ${instant('o.looked_at')}, 'fault', ${faultText},
  'scalarVariables', t.scalar_variables, 'variablePaths', t.variable_paths))
  || jsonb_build_object('gridVariables', t.grid_variables)`

const joins = sql`
  join environment e on e.id = t.environment_id
  left join trigger_watch w on w.trigger_id = t.id
  left join environment we on we.id = w.environment_id
  left join trigger_poll o on o.trigger_id = t.id`

/** Triggers of the project in environments that the caller may see. */
const visible = (grant: Grant) =>
  sql`t.project_id = ${grant.projectId} and ${inVisibleEnvironment('t.environment_id', grant)}`

const orders = {
  name: [],
  pipelineName: [sql`t.pipeline_name`],
  environmentName: [sql`(select lower(e.name) from environment e where e.id = t.environment_id)`],
} as const

/** Triggers by name unless another order is asked for: a project has a limited number of them. */
export async function listTriggers(
  db: Db,
  grant: Grant<'schedules:read'>,
  filter: TriggerQuery,
  page: PageRequest,
): Promise<Page<DataTrigger>> {
  const { name, pipelineName, environmentName, conditionType, enabled, sort } = filter
  const asked = orderOf(sort, 'name')
  const order = orderedBy(asked, [...orders[asked.by], sql`lower(t.name)`, sql`t.id`])
  const where = sql.join(
    [
      visible(grant),
      ...(name === undefined ? [] : [sql`lower(t.name) = lower(${name})`]),
      ...(pipelineName === undefined ? [] : [sql`t.pipeline_name = ${pipelineName}`]),
      ...(environmentName === undefined
        ? []
        : [
            sql`t.environment_id = (select id from environment
                                     where project_id = ${grant.projectId} and name = ${environmentName})`,
          ]),
      ...(conditionType === undefined ? [] : [sql`t.condition_type = ${conditionType}`]),
      ...(enabled === undefined ? [] : [sql`t.enabled = ${enabled}`]),
    ],
    sql` and `,
  )
  const { rows } = await sql<{ total: number; results: DataTrigger[] }>`
    select (select count(*) from data_trigger t where ${where}) as total,
           (select coalesce(json_agg(${triggerJson(grant)} order by ${order}), '[]')
              from (select * from data_trigger t where ${where}
                     order by ${order} limit ${page.size} offset ${page.offset}) t
              ${joins}) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

export interface FoundTrigger {
  readonly trigger: DataTrigger
  /** Of its definition: it does not change when the trigger fires. */
  readonly revision: string
}

export async function findTrigger(db: Db, grant: Grant, id: string): Promise<FoundTrigger | undefined> {
  const { rows } = await sql<FoundTrigger>`
    select ${triggerJson(grant)} as trigger, t.version::text as revision
      from data_trigger t ${joins}
     where t.id = ${id} and ${visible(grant)}`.execute(db)
  return rows[0]
}

export interface LockedTrigger {
  readonly runnerId: string | null
  readonly isSigned: boolean
  readonly environmentId: string
  readonly condition: unknown
  /** The condition with the names that are valid now, whoever may see them. */
  readonly namedCondition: TriggerCondition
  /** What it waits for; null for other conditions, and when the environment is gone. */
  readonly source: Source | null
}

/** Keeps a trigger as it is until the transaction ends. */
export async function lockTrigger(
  tx: Db,
  grant: Grant<'schedules:write'>,
  id: string,
): Promise<LockedTrigger | undefined> {
  // The row alone, and what belongs to it after that: a statement that waited for the lock would join rows of
  // before.
  await sql`select from data_trigger where id = ${id} and project_id = ${grant.projectId} for update`.execute(
    tx,
  )
  const { rows } = await sql<LockedTrigger>`
    select t.runner_id as "runnerId", t.signing_secret_encrypted is not null as "isSigned",
           t.environment_id as "environmentId", t.condition, ${conditionJson} as "namedCondition",
           case when w.trigger_id is not null
                then jsonb_build_object('environmentId', w.environment_id, 'pipelineName', w.pipeline_name) end as source
      from data_trigger t ${joins}
     where t.id = ${id} and t.project_id = ${grant.projectId}`.execute(tx)
  return rows[0]
}

const columnsOf = (definition: Definition) => ({
  environment_id: definition.environmentId,
  name: definition.name,
  pipeline_name: definition.pipelineName,
  pipeline_type: definition.pipelineType,
  version_name: definition.versionName ?? null,
  runner_id: definition.runnerId ?? null,
  scalar_variables: jsonText(definition.scalarVariables),
  grid_variables: jsonText(definition.gridVariables),
  variable_paths: jsonText(definition.variablePaths),
  condition_type: definition.condition.type,
  condition: jsonText(definition.condition),
  enabled: definition.enabled,
  allow_concurrent: definition.allowConcurrentExecutions,
  missed_run_policy: definition.missedRunPolicy,
})

/** Adds a trigger unless the project has `limit` already; two at once cannot both be the last. */
export async function insertTrigger(
  tx: Db,
  grant: Grant<'schedules:write'>,
  id: string,
  definition: Definition,
  secret: Buffer | null,
  limit: number,
): Promise<void> {
  await sql`select from project where id = ${grant.projectId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from data_trigger where project_id = ${grant.projectId}`.execute(tx)
  if (rows[0]!.count >= limit)
    throw conflict(`The project has the maximum of ${limit} triggers; delete one first`)
  await tx
    .insertInto('data_trigger')
    .values({
      ...columnsOf(definition),
      id,
      project_id: grant.projectId,
      signing_secret_encrypted: secret,
      created_by: grant.caller.name,
    })
    .execute()
    .catch(onForeignKeyViolation('data_trigger_environment', environmentGone))
  await watch(tx, id, definition, true)
}

/** Writes a trigger that this transaction has locked. A secret that is undefined stays as it is. */
export async function updateTrigger(
  tx: Db,
  id: string,
  definition: Definition,
  secret: Buffer | null | undefined,
  isChanged: boolean,
): Promise<void> {
  await tx
    .updateTable('data_trigger')
    .set((eb) => ({
      ...columnsOf(definition),
      ...(secret !== undefined && { signing_secret_encrypted: secret }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
    .catch(onForeignKeyViolation('data_trigger_environment', environmentGone))
  await watch(tx, id, definition, isChanged)
}

/**
 * What the condition waits for, where the database finds it. A condition that is new forgets what the old one
 * saw, and one that is enabled again forgets files: those that came meanwhile were there, and start nothing.
 */
async function watch(tx: Db, id: string, definition: Definition, isChanged: boolean): Promise<void> {
  const { condition, source, enabled } = definition
  if (isChanged) {
    await sql`delete from trigger_watch where trigger_id = ${id}`.execute(tx)
    await sql`delete from trigger_poll where trigger_id = ${id}`.execute(tx)
    await sql`delete from trigger_seen where trigger_id = ${id}`.execute(tx)
    await sql`delete from trigger_asset where trigger_id = ${id}`.execute(tx)
  }
  if (source !== undefined)
    await sql`
      insert into trigger_watch (trigger_id, environment_id, pipeline_name, states, enabled)
      values (${id}, ${source.environmentId}, ${source.pipelineName}, ${[...(condition.states ?? [])]}::text[], ${enabled})
      on conflict (trigger_id) do update set enabled = excluded.enabled`.execute(tx)
  if (isPolled(condition))
    await sql`
      insert into trigger_poll (trigger_id, next_at)
      values (${id}, case when ${enabled} then now() end)
      on conflict (trigger_id) do update
         set next_at = case when ${enabled} then coalesce(trigger_poll.next_at, now()) end,
             seen = case when ${condition.type !== 'FILE'}::boolean or trigger_poll.next_at is not null
                         then trigger_poll.seen end`.execute(tx)
  await watchAssets(tx, id, definition)
}

/**
 * The assets that a condition waits for: their writes from now on. What was seen of them stays while they are
 * the same.
 */
async function watchAssets(tx: Db, id: string, { condition, enabled }: Definition): Promise<void> {
  const { assets, match } = condition
  if (assets === undefined) return
  if (match === 'ALL')
    await sql`insert into trigger_seen (trigger_id) values (${id}) on conflict do nothing`.execute(tx)
  const since = await newestWriteSeq(tx)
  await sql`
    insert into trigger_asset as a (trigger_id, asset_id, since_seq, enabled)
    select ${id}, asset, ${since}, ${enabled} from unnest(${assets.map(({ assetId }) => assetId)}::uuid[]) as w (asset)
    on conflict (trigger_id, asset_id) do update
       set enabled = excluded.enabled, since_seq = case when a.enabled then a.since_seq else excluded.since_seq end`.execute(
    tx,
  )
}

/**
 * A request deletes so many; what is left of a longer history is shown to nobody, and goes when it is old.
 */
const MAX_FIRES_DELETED = 50_000

/** Deletes a trigger with its history. Its executions remain, and running ones continue. */
export async function deleteTrigger(tx: Db, grant: Grant<'schedules:write'>, id: string): Promise<void> {
  await sql`
    with gone as (delete from data_trigger where id = ${id} and project_id = ${grant.projectId} returning id)
    delete from trigger_fire where seq = any(array(
      select seq from trigger_fire where trigger_id in (select id from gone) limit ${MAX_FIRES_DELETED}))`.execute(
    tx,
  )
}

const environmentGone = () => badRequest(['body/environmentName: the environment was deleted just now'])

/**
 * Enabled triggers of an environment that run the newest version and name none of these pipelines, by name,
 * at most `limit`.
 */
export const triggersWithout = (
  db: Db,
  environmentId: EnvironmentId,
  pipelines: readonly string[],
  limit: number,
): Promise<{ readonly name: string; readonly pipelineName: string }[]> =>
  db
    .selectFrom('data_trigger as t')
    .select(['t.name', 't.pipeline_name as pipelineName'])
    .where('t.environment_id', '=', environmentId)
    .where('t.enabled', '=', true)
    .where('t.version_name', 'is', null)
    .where(sql<boolean>`t.pipeline_name <> all(${pipelines})`)
    .orderBy(sql`lower(t.name)`)
    .orderBy('t.id')
    .limit(limit)
    .execute()
