import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { onUniqueViolation } from '../../../db/errors.ts'
import type { PageRequest } from '../../../http/page.ts'
import { conflict } from '../../../lib/problem.ts'
import type { AlertGrant, AlertScope } from '../access.ts'
import { isInScope } from '../access-sql.ts'
import type { AlertEvent } from '../schema.ts'
import type { NewAlertRule } from './schema.ts'

/** A rule as it is kept. */
export interface RuleRow {
  readonly id: string
  readonly projectId: string | null
  readonly name: string
  readonly events: AlertEvent[]
  readonly environmentName: string | null
  readonly pipelineName: string | null
  readonly executionTag: string | null
  readonly afterMinutes: number | null
  readonly creditsPerMonth: number | null
  readonly notifyRecovered: boolean
  readonly enabled: boolean
  readonly channelIds: string[]
  readonly version: number | string
  readonly updatedAt: Date
  readonly updatedBy: string
}

const columns = sql`
  id, project_id as "projectId", name, events, environment_name as "environmentName", pipeline_name as "pipelineName",
  tag as "executionTag", after_minutes as "afterMinutes",
  credits_per_month as "creditsPerMonth", notify_recovered as "notifyRecovered", enabled, version, updated_at as "updatedAt",
  updated_by as "updatedBy",
  array(select c.channel_id from alert_rule_channel c where c.rule_id = alert_rule.id order by 1) as "channelIds"`

/** The rules in scope by name; with `name`, those that have it. */
export async function listRules(
  db: Db,
  scope: AlertScope,
  page: PageRequest,
  name?: string,
): Promise<{ rows: RuleRow[]; total: number }> {
  const named = name === undefined ? sql`true` : sql`lower(name) = lower(${name})`
  const shown = sql`${isInScope(scope, 'project_id')} and ${named}`
  const [{ rows }, counted] = await Promise.all([
    sql<RuleRow>`select ${columns} from alert_rule where ${shown}
                  order by lower(name), id limit ${page.size} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from alert_rule where ${shown}`.execute(db),
  ])
  return { rows, total: counted.rows[0]!.total }
}

/** `lock` keeps others from changing it until the transaction ends. */
export async function readRule(
  db: Db,
  id: string,
  how: 'read' | 'lock' = 'read',
): Promise<RuleRow | undefined> {
  const lock = how === 'lock' ? sql`for update` : sql``
  const { rows } = await sql<RuleRow>`select ${columns} from alert_rule where id = ${id} ${lock}`.execute(db)
  return rows[0]
}

/** Those of these channels that belong to the owner; null is the installation. */
export async function ownChannels(
  tx: Db,
  { owner }: AlertGrant,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from alert_channel
     where id = any(${ids}::uuid[]) and project_id is not distinct from ${owner}::uuid for key share`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

type RuleValues = Omit<NewAlertRule, 'projectId'>

const valuesOf = (wanted: RuleValues) => ({
  name: wanted.name,
  events: wanted.events,
  environment_name: wanted.environmentName ?? null,
  pipeline_name: wanted.pipelineName ?? null,
  tag: wanted.executionTag ?? null,
  after_minutes: wanted.afterMinutes ?? null,
  credits_per_month: wanted.creditsPerMonth ?? null,
  notify_recovered: wanted.notifyRecovered ?? true,
  enabled: wanted.enabled ?? true,
})

export async function insertRule(
  tx: Db,
  { owner, caller }: AlertGrant,
  id: string,
  wanted: RuleValues,
): Promise<void> {
  await tx
    .insertInto('alert_rule')
    .values({ id, project_id: owner, updated_by: caller.name, ...valuesOf(wanted) })
    .execute()
    .catch(onUniqueViolation('alert_rule_name', () => nameTaken(wanted.name)))
  await replaceChannels(tx, id, wanted.channelIds)
}

/** Replaces a locked rule. */
export async function updateRule(
  tx: Db,
  { caller }: AlertGrant,
  id: string,
  wanted: RuleValues,
): Promise<void> {
  await tx
    .updateTable('alert_rule')
    .set((eb) => ({
      ...valuesOf(wanted),
      version: eb('version', '+', 1),
      updated_at: sql`now()`,
      updated_by: caller.name,
    }))
    .where('id', '=', id)
    .execute()
    .catch(onUniqueViolation('alert_rule_name', () => nameTaken(wanted.name)))
  await tx.deleteFrom('alert_rule_channel').where('rule_id', '=', id).execute()
  await replaceChannels(tx, id, wanted.channelIds)
}

async function replaceChannels(tx: Db, id: string, channelIds: readonly string[]): Promise<void> {
  await sql`
    insert into alert_rule_channel (rule_id, channel_id)
    select ${id}::uuid, c from unnest(${channelIds}::uuid[]) as c`.execute(tx)
}

export async function deleteRule(tx: Db, _: AlertGrant, id: string): Promise<void> {
  await tx.deleteFrom('alert_rule').where('id', '=', id).execute()
}

/** Closes what a rule has open without telling anyone: nothing would ever end what it no longer watches. */
export async function closeIncidentsOf(tx: Db, _: AlertGrant, id: string): Promise<void> {
  await sql`update alert_incident set closed_at = now() where rule_id = ${id} and closed_at is null`.execute(
    tx,
  )
}

const nameTaken = (name: string) => conflict(`There is already an alert rule ${name}; choose another name`)
