import { sql } from 'kysely'
import { type Applied, excluding, READ_APPLIED } from './compatibility.ts'
import type { Db } from './database.ts'
import { ownMigrations } from './migration-files.ts'

/**
 * What keeps the database from serving this program, or undefined. Asks for rows as if to change them, and
 * for none: a standby, and a database that was closed for writes, refuse that.
 */
export async function databaseFault(db: Db): Promise<string | undefined> {
  await sql`select from schema_migration where false for update`.execute(db)
  const { rows } = await sql.raw<Applied>(READ_APPLIED).execute(db)
  const known = (await ownMigrations()).map(({ name }) => name)
  const missing = known.filter((name) => !rows.some((row) => row.name === name))
  if (missing.length > 0) return `migrations are missing: ${missing.join(', ')}; run headrace migrate`
  const excludes = excluding(known, rows)
  return excludes.length === 0
    ? undefined
    : `a newer Headrace has migrated the database, and this version cannot run over ${excludes.join(', ')}`
}
