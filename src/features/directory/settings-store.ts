import type { Db } from '../../db/database.ts'

export interface DirectorySettings {
  readonly enabled: boolean
  readonly requireMeta: boolean
}

export async function readSettings(db: Db): Promise<DirectorySettings> {
  const row = await db
    .selectFrom('directory_settings')
    .select(['enabled', 'require_meta'])
    .executeTakeFirstOrThrow()
  return { enabled: row.enabled, requireMeta: row.require_meta }
}

/** Changes what is given and answers all of them. */
export async function writeSettings(db: Db, patch: Partial<DirectorySettings>): Promise<DirectorySettings> {
  const row = await db
    .updateTable('directory_settings')
    .set((eb) => ({
      only_row: eb.lit(true),
      ...(patch.enabled !== undefined && { enabled: patch.enabled }),
      ...(patch.requireMeta !== undefined && { require_meta: patch.requireMeta }),
    }))
    .returning(['enabled', 'require_meta'])
    .executeTakeFirstOrThrow()
  return { enabled: row.enabled, requireMeta: row.require_meta }
}
