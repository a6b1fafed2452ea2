import { sql } from 'kysely'
import type { Db } from './database.ts'
import { missingMigrations } from './migrate.ts'

/** What keeps the database from serving this program, or undefined. */
export async function databaseFault(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db)
  const missing = await missingMigrations(rows.map(({ name }) => name))
  return missing.length === 0
    ? undefined
    : `migrations are missing: ${missing.join(', ')}; run headrace migrate`
}
