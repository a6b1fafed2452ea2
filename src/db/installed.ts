import { connect } from './connect.ts'

/** Whether an installation was ever started over this database, whatever the version of its schema. */
export async function isInstalled(connectionString: string): Promise<boolean> {
  const client = await connect(connectionString, 'headrace start')
  try {
    const { rows } = await client.query<{ migrated: boolean }>(
      "select to_regclass('installation') is not null as migrated",
    )
    if (!rows[0]!.migrated) return false
    return (await client.query('select from installation')).rowCount !== 0
  } finally {
    await client.end()
  }
}
