import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { type Proof, proven } from '../store.ts'
import type { Needs } from './rules.ts'

export interface PendingRow {
  readonly userId: string
  readonly needs: Needs
}

/** Notes that a user has proven the password. False when that does not hold any more. */
export async function insertPending(
  db: Db,
  proof: Proof,
  { tokenHash, needs, expiresAt }: { tokenHash: Buffer; needs: Needs; expiresAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with ${proven(proof)}
    insert into pending_second_factor (token_hash, user_id, needs, expires_at)
    select ${tokenHash}, id, ${needs}, ${expiresAt} from proven`.execute(db)
  return numAffectedRows === 1n
}

export async function findPending(db: Db, tokenHash: Buffer, now: Date): Promise<PendingRow | undefined> {
  const row = await db
    .selectFrom('pending_second_factor')
    .select(['user_id', 'needs'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { userId: row.user_id, needs: row.needs as Needs }
}

export async function deleteOldPending(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('pending_second_factor').where('expires_at', '<', now).execute()
}
