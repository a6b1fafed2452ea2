import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { newId } from '../../../lib/ids.ts'
import type { SecondFactorPolicy } from './schema.ts'

export interface FactorRow {
  /** Failed codes are counted by it. */
  readonly lockId: string
  /** Null: not enrolled. */
  readonly secretEncrypted: Buffer | null
  readonly enrolledAt: Date | null
  readonly recoveryCodesLeft: number
}

export async function findFactor(db: Db, userId: string): Promise<FactorRow | undefined> {
  const { rows } = await sql<FactorRow>`
    select lock_id as "lockId", secret_encrypted as "secretEncrypted", enrolled_at as "enrolledAt",
           (select count(*)::integer from recovery_code r where r.user_id = f.user_id) as "recoveryCodesLeft"
      from second_factor f where user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Keeps the secret of an enrolment that begins, in place of an earlier one that was not confirmed. */
export async function beginEnrolment(db: Db, userId: string, sealed: Buffer, expiresAt: Date): Promise<void> {
  await sql`
    insert into second_factor (user_id, lock_id, next_secret_encrypted, next_expires_at)
    values (${userId}, ${newId()}, ${sealed}, ${expiresAt})
    on conflict (user_id) do update
       set next_secret_encrypted = excluded.next_secret_encrypted, next_expires_at = excluded.next_expires_at`.execute(
    db,
  )
}

/** The secret of the enrolment that is under way. */
export async function findEnrolment(db: Db, userId: string, now: Date): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('second_factor')
    .select('next_secret_encrypted as sealed')
    .where('user_id', '=', userId)
    .where('next_expires_at', '>', now)
    .executeTakeFirst()
  return row?.sealed ?? undefined
}

/**
 * Puts the secret of the enrolment into effect, if it still is `sealed`. Its first code does not work a
 * second time.
 */
export async function endEnrolment(
  tx: Db,
  userId: string,
  { sealed, step, now }: { readonly sealed: Buffer; readonly step: number; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update second_factor
       set secret_encrypted = next_secret_encrypted, enrolled_at = ${now}, last_step = ${step},
           next_secret_encrypted = null, next_expires_at = null
     where user_id = ${userId} and next_secret_encrypted = ${sealed}`.execute(tx)
  return numAffectedRows === 1n
}

/** Uses the code of a half minute up: of two at once, or of one and its replay, the first counts. */
export async function useStep(db: Db, userId: string, sealed: Buffer, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret_encrypted', '=', sealed)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function replaceRecoveryCodes(tx: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash }))
  await tx.insertInto('recovery_code').values(rows).execute()
}

/** Uses a recovery code up. */
export async function useRecoveryCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Whether there was a factor. */
export async function deleteFactor(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ enrolled: boolean }>`
    delete from second_factor where user_id = ${userId}
    returning secret_encrypted is not null as enrolled`.execute(db)
  return rows[0]?.enrolled ?? false
}

/**
 * Deletes a factor with every session of its user and every sign-in that is under way, all or none of them.
 * Whether there was a factor.
 */
export async function resetFactor(db: Db, userId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // A session that begins at the same moment is there to be ended.
    await sql`select from directory_user where id = ${userId} for update`.execute(tx)
    if (!(await deleteFactor(tx, userId))) return false
    await sql`
      with forgotten as (delete from pending_second_factor where user_id = ${userId})
      delete from web_session where user_id = ${userId}`.execute(tx)
    return true
  })
}

/** Whether one is demanded of this user in particular; undefined when there is no such user. */
export async function readDemand(db: Db, userId: string): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('directory_user')
    .select('second_factor_required')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.second_factor_required
}

export async function writeDemand(db: Db, userId: string, required: boolean): Promise<void> {
  await db
    .updateTable('directory_user')
    .set({ second_factor_required: required })
    .where('id', '=', userId)
    .execute()
}

export async function readPolicy(db: Db): Promise<SecondFactorPolicy> {
  const row = await db.selectFrom('installation').select('second_factor').executeTakeFirstOrThrow()
  return row.second_factor as SecondFactorPolicy
}

export async function writePolicy(db: Db, policy: SecondFactorPolicy): Promise<void> {
  await db.updateTable('installation').set({ second_factor: policy }).execute()
}
