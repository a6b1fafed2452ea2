import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { HIGHEST_ID } from '../../../lib/ids.ts'
import type { AlertScope } from '../access.ts'
import { newestInScope } from '../access-sql.ts'
import type { IncidentMessage } from '../messages/message.ts'
import type { DeliveryState } from '../states.ts'

/** A message to a channel, with the name of the channel. */
export interface DeliveryRow {
  readonly id: string
  readonly projectId: string | null
  readonly incidentId: string
  readonly channelId: string
  readonly channelName: string
  readonly digestId: string | null
  readonly kind: 'OPENED' | 'RECOVERED'
  readonly message: IncidentMessage
  readonly status: DeliveryState
  readonly attempts: number
  readonly lastError: string | null
  readonly createdAt: Date
  readonly deliveredAt: Date | null
}

const columns = sql`
  d.id, d.project_id as "projectId", d.incident_id as "incidentId", d.channel_id as "channelId", c.name as "channelName",
  d.digest_id as "digestId", d.kind, d.message, d.status, d.attempts, d.last_error as "lastError", d.created_at as "createdAt",
  d.delivered_at as "deliveredAt"`

/** Deliveries in scope, newest first, after the one with the id `after`. */
export async function listDeliveries(
  db: Db,
  scope: AlertScope,
  channelId: string | undefined,
  after: string | undefined,
  limit: number,
): Promise<DeliveryRow[]> {
  const toChannel = channelId === undefined ? sql`true` : sql`channel_id = ${channelId}`
  const { rows } = await sql<DeliveryRow>`
    select ${columns}
      from (${newestInScope(scope, 'alert_delivery', sql`${toChannel} and id < ${after ?? HIGHEST_ID}`, limit)}) d
      join alert_channel c on c.id = d.channel_id
     order by d.id desc`.execute(db)
  return rows
}

/**
 * `lock` keeps others from changing it until the transaction ends, and its channel, which is locked first.
 */
export async function readDelivery(
  db: Db,
  id: string,
  how: 'read' | 'lock' = 'read',
): Promise<DeliveryRow | undefined> {
  const lock = how === 'lock' ? sql`for no key update of c for update of d` : sql``
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from alert_delivery d join alert_channel c on c.id = d.channel_id
     where d.id = ${id} ${lock}`.execute(db)
  return rows[0]
}

/** Makes a delivery pending again, by itself and with the same id, and its channel's lane due at once. */
export async function requeueDelivery(tx: Db, { id, channelId }: DeliveryRow): Promise<void> {
  await sql`
    update alert_delivery set status = 'PENDING', attempts = 0, digest_id = id, requested_at = now(), last_error = null, delivered_at = null
     where id = ${id}`.execute(tx)
  await sql`update alert_channel set try_at = now(), failures = 0 where id = ${channelId}`.execute(tx)
}
