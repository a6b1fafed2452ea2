import type { Db } from '../../db/database.ts'

/** What this installation is, or undefined before its first start. */
export async function readInstallation(db: Db): Promise<{ id: string; masterKeyCheck: Buffer } | undefined> {
  const row = await db.selectFrom('installation').select(['id', 'master_key_check']).executeTakeFirst()
  return row && { id: row.id, masterKeyCheck: row.master_key_check }
}

/** Of two first starts at once the first wins; both read what is there afterwards. */
export async function insertInstallation(db: Db, id: string, masterKeyCheck: Buffer): Promise<void> {
  await db
    .insertInto('installation')
    .values({ id, master_key_check: masterKeyCheck })
    .onConflict((conflict) => conflict.column('only_row').doNothing())
    .execute()
}
