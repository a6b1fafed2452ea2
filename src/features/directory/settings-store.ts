import type { Db } from '../../db/database.ts'

export interface DirectorySettings {
  readonly enabled: boolean
  readonly requireMeta: boolean
  readonly acceptPasswords: boolean
}

const columns = ['enabled', 'require_meta', 'accept_passwords'] as const
interface SettingsRow {
  readonly enabled: boolean
  readonly require_meta: boolean
  readonly accept_passwords: boolean
}

const settingsOf = (row: SettingsRow): DirectorySettings => ({
  enabled: row.enabled,
  requireMeta: row.require_meta,
  acceptPasswords: row.accept_passwords,
})

export async function readSettings(db: Db): Promise<DirectorySettings> {
  const row = await db.selectFrom('directory_settings').select(columns).executeTakeFirstOrThrow()
  return settingsOf(row)
}

/** Changes what is given and answers all of them. */
export async function writeSettings(db: Db, patch: Partial<DirectorySettings>): Promise<DirectorySettings> {
  const row = await db
    .updateTable('directory_settings')
    .set((eb) => ({
      only_row: eb.lit(true),
      ...(patch.enabled !== undefined && { enabled: patch.enabled }),
      ...(patch.requireMeta !== undefined && { require_meta: patch.requireMeta }),
      ...(patch.acceptPasswords !== undefined && { accept_passwords: patch.acceptPasswords }),
    }))
    .returning(columns)
    .executeTakeFirstOrThrow()
  return settingsOf(row)
}
