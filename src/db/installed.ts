import type pg from 'pg'
import { connect } from './connect.ts'

/** Whether an installation was ever started over this database, whatever the version of its schema. */
export async function isInstalled(connectionString: string): Promise<boolean> {
  const client = await connect(connectionString, 'headrace start')
  try {
    return await holdsInstallation(client)
  } finally {
    await client.end()
  }
}

/** The same, on a connection that is open. */
export async function holdsInstallation(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ migrated: boolean }>(
    "select to_regclass('installation') is not null as migrated",
  )
  return rows[0]!.migrated && (await client.query('select from installation')).rowCount !== 0
}
