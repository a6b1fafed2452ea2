import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export interface InstallationRow {
  readonly id: string
  readonly masterKeyCheck: Buffer
  readonly dataKeyEncrypted: Buffer | null
  /** Whether processes of an earlier version have had the time to end that cannot read bound ciphertexts. */
  readonly mayBind: boolean
}

const columns = [
  'id',
  'master_key_check as masterKeyCheck',
  'data_key_encrypted as dataKeyEncrypted',
  sql<boolean>`bind_ciphertexts_after <= now()`.as('mayBind'),
] as const

/** What this installation is, or undefined before its first start. */
export async function readInstallation(db: Db): Promise<InstallationRow | undefined> {
  return db.selectFrom('installation').select(columns).executeTakeFirst()
}

/** The same, for one change of its keys at a time. */
export async function lockInstallation(tx: Db): Promise<InstallationRow | undefined> {
  return tx.selectFrom('installation').select(columns).forUpdate().executeTakeFirst()
}

export async function updateKeys(
  tx: Db,
  { masterKeyCheck, dataKeyEncrypted }: { masterKeyCheck: Buffer; dataKeyEncrypted: Buffer },
): Promise<void> {
  const keys = { master_key_check: masterKeyCheck, data_key_encrypted: dataKeyEncrypted }
  await tx.updateTable('installation').set(keys).execute()
}

/** Of two first starts at once the first wins; both read what is there afterwards. */
export async function insertInstallation(db: Db, id: string, masterKeyCheck: Buffer): Promise<void> {
  await db
    .insertInto('installation')
    .values({ id, master_key_check: masterKeyCheck })
    .onConflict((conflict) => conflict.column('only_row').doNothing())
    .execute()
}
