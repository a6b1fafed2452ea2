import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { onForeignKeyViolation, onUniqueViolation } from '../../../db/errors.ts'
import type { PageRequest } from '../../../http/page.ts'
import { conflict } from '../../../lib/problem.ts'
import type { AlertGrant, AlertScope } from '../access.ts'
import { isInScope } from '../access-sql.ts'
import type { ChannelSettings } from './rules.ts'
import type { AlertChannelType } from './schema.ts'

/** A channel as it is kept. */
export interface ChannelRow {
  readonly id: string
  readonly projectId: string | null
  readonly name: string
  readonly type: AlertChannelType
  readonly enabled: boolean
  readonly settings: ChannelSettings
  readonly secretsEncrypted: Buffer
  readonly version: number | string
  readonly updatedAt: Date
  readonly updatedBy: string
  readonly deliveredAt: Date | null
  readonly lastError: string | null
  /** Attempts since the last that succeeded. */
  readonly failures: number
}

const columns = sql`
  id, project_id as "projectId", name, type, enabled, settings, secrets_encrypted as "secretsEncrypted", version,
  updated_at as "updatedAt", updated_by as "updatedBy", delivered_at as "deliveredAt", last_error as "lastError", failures`

/** The channels in scope by name; with `name`, those that have it. */
export async function listChannels(
  db: Db,
  scope: AlertScope,
  page: PageRequest,
  name?: string,
): Promise<{ rows: ChannelRow[]; total: number }> {
  const named = name === undefined ? sql`true` : sql`lower(name) = lower(${name})`
  const shown = sql`${isInScope(scope, 'project_id')} and ${named}`
  const [{ rows }, counted] = await Promise.all([
    sql<ChannelRow>`select ${columns} from alert_channel where ${shown}
                     order by lower(name), id limit ${page.size} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from alert_channel where ${shown}`.execute(db),
  ])
  return { rows, total: counted.rows[0]!.total }
}

/** `lock` keeps others from changing it until the transaction ends. */
export async function readChannel(
  db: Db,
  id: string,
  how: 'read' | 'lock' = 'read',
): Promise<ChannelRow | undefined> {
  const lock = how === 'lock' ? sql`for update` : sql``
  const { rows } =
    await sql<ChannelRow>`select ${columns} from alert_channel where id = ${id} ${lock}`.execute(db)
  return rows[0]
}

export interface ChannelValues {
  readonly name: string
  readonly enabled: boolean
  readonly settings: ChannelSettings
  readonly secretsEncrypted: Buffer
}

export async function insertChannel(
  db: Db,
  { owner, caller }: AlertGrant,
  id: string,
  type: AlertChannelType,
  { name, enabled, settings, secretsEncrypted }: ChannelValues,
): Promise<void> {
  await db
    .insertInto('alert_channel')
    .values({
      id,
      project_id: owner,
      name,
      type,
      enabled,
      settings: JSON.stringify(settings),
      secrets_encrypted: secretsEncrypted,
      updated_by: caller.name,
    })
    .execute()
    .catch(onUniqueViolation('alert_channel_name', () => nameTaken(name)))
}

/** Changes a locked channel. What is pending is tried at once: the change may be what it waits for. */
export async function updateChannel(
  tx: Db,
  { caller }: AlertGrant,
  id: string,
  { name, enabled, settings, secretsEncrypted }: ChannelValues,
): Promise<void> {
  await tx
    .updateTable('alert_channel')
    .set((eb) => ({
      name,
      enabled,
      settings: JSON.stringify(settings),
      secrets_encrypted: secretsEncrypted,
      version: eb('version', '+', 1),
      updated_at: sql`now()`,
      updated_by: caller.name,
      try_at: sql`now()`,
      failures: 0,
    }))
    .where('id', '=', id)
    .execute()
    .catch(onUniqueViolation('alert_channel_name', () => nameTaken(name)))
}

/** Throws `conflict` when rules use it. */
export async function deleteChannel(tx: Db, _: AlertGrant, id: string): Promise<void> {
  await tx
    .deleteFrom('alert_channel')
    .where('id', '=', id)
    .execute()
    .catch(
      onForeignKeyViolation('alert_rule_channel_channel', () =>
        conflict('Alert rules use this channel; remove it from them first'),
      ),
    )
}

const nameTaken = (name: string) => conflict(`There is already an alert channel ${name}; choose another name`)
