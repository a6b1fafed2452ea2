import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { HIGHEST_ID } from '../../../lib/ids.ts'
import type { AlertScope } from '../access.ts'
import { newestInScope } from '../access-sql.ts'
import type { IncidentFacts } from '../messages/message.ts'
import { type AlertEvent, endEvents } from '../schema.ts'
import type { AlertIncidentStatus } from './schema.ts'

/** An incident with the name of its rule. */
export interface IncidentRow {
  readonly id: string
  readonly projectId: string | null
  readonly ruleId: string
  readonly ruleName: string
  readonly event: AlertEvent
  readonly facts: IncidentFacts
  readonly occurrences: number
  readonly openedAt: Date
  readonly lastAt: Date
  readonly closedAt: Date | null
}

const columns = sql`
  i.id, i.project_id as "projectId", i.rule_id as "ruleId", r.name as "ruleName", i.event, i.facts, i.occurrences,
  i.opened_at as "openedAt", i.last_at as "lastAt", i.closed_at as "closedAt"`

/** Incidents in scope, newest first, after the one with the id `after`. */
export async function listIncidents(
  db: Db,
  scope: AlertScope,
  status: AlertIncidentStatus | undefined,
  after: string | undefined,
  limit: number,
): Promise<IncidentRow[]> {
  const state =
    status === undefined ? sql`true` : status === 'OPEN' ? sql`closed_at is null` : sql`closed_at is not null`
  const { rows } = await sql<IncidentRow>`
    select ${columns}
      from (${newestInScope(scope, 'alert_incident', sql`${state} and id < ${after ?? HIGHEST_ID}`, limit)}) i
      join alert_rule r on r.id = i.rule_id
     order by i.id desc`.execute(db)
  return rows
}

export async function readIncident(db: Db, id: string): Promise<IncidentRow | undefined> {
  const { rows } = await sql<IncidentRow>`
    select ${columns} from alert_incident i join alert_rule r on r.id = i.rule_id where i.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/**
 * Closes incidents about ends in environments that are gone: no success closes them any more, and what has
 * their name now is another one.
 */
export async function closeOutlived(db: Db): Promise<void> {
  await sql`
    update alert_incident i set closed_at = now()
     where closed_at is null and event = any(${[...endEvents]}::text[])
       and not exists (
         select from environment e
          where e.project_id = (i.facts ->> 'projectId')::uuid and e.name = i.facts ->> 'environmentName'
            and e.created_at <= i.opened_at)`.execute(db)
}

/** Deletes incidents that were over for this many days, with their deliveries; answers how many. */
export async function deleteOldIncidents(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from alert_incident where id in (
      select id from alert_incident where closed_at < now() - make_interval(days => ${days}) limit ${limit})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
