import type { Db } from '../../../db/database.ts'
import type { Needs } from './rules.ts'

export interface PendingRow {
  readonly userId: string
  readonly needs: Needs
}

/** Notes that a user has proven the password. */
export async function insertPending(
  db: Db,
  tokenHash: Buffer,
  { userId, needs }: PendingRow,
  expiresAt: Date,
): Promise<void> {
  const row = { token_hash: tokenHash, user_id: userId, needs, expires_at: expiresAt }
  await db.insertInto('pending_second_factor').values(row).execute()
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

/** Ends a sign-in that is under way; of two that end it at once, one gets true. */
export async function takePending(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pending_second_factor')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Ends what is under way of a user. */
export async function deletePendingOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('pending_second_factor').where('user_id', '=', userId).execute()
}

export async function deleteOldPending(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('pending_second_factor').where('expires_at', '<', now).execute()
}
