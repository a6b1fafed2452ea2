import { sql } from 'kysely'
import type { Db } from './database.ts'
import { missingMigrations } from './migrate.ts'

/**
 * What keeps the database from serving this program, or undefined. Asks for rows as if to change them, and for none: a
 * standby, and a database that was closed for writes, refuse that.
 */
export async function databaseFault(db: Db): Promise<string | undefined> {
  await sql`select from schema_migration where false for update`.execute(db)
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db)
  const missing = await missingMigrations(rows.map(({ name }) => name))
  return missing.length === 0
    ? undefined
    : `migrations are missing: ${missing.join(', ')}; run headrace migrate`
}
