import type pg from 'pg'
import { STATEMENT_TIMEOUT_MS, withConnection } from './connect.ts'

/** What is known of an installation without its keys, whatever the version of its schema. */
export interface Installed {
  readonly installationId: string
  /** Opens with the master key of this installation and no other. */
  readonly masterKeyCheck: Buffer
}

/** The installation that was started over this database; undefined when none ever was. */
export async function readInstalled(connectionString: string): Promise<Installed | undefined> {
  // As servers state it on each of their connections: a pooler that refuses it does so before anything is
  // made.
  const limits = { statement_timeout: STATEMENT_TIMEOUT_MS }
  return withConnection(connectionString, 'headrace start', findInstalled, limits)
}

/** The same, on a connection that is open. */
export async function findInstalled(client: pg.Client): Promise<Installed | undefined> {
  const { rows } = await client.query<{ migrated: boolean }>(
    "select to_regclass('installation') is not null as migrated",
  )
  if (!rows[0]!.migrated) return undefined
  const found = await client.query<Installed>(
    'select id as "installationId", master_key_check as "masterKeyCheck" from installation',
  )
  return found.rows[0]
}
