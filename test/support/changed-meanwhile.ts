import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { waitingTransactions } from './waiting.ts'

/** What changes of a user: columns of its row. */
export const becomes = {
  ofAnotherPassword: sql`password_hash = 'another'`,
  inactive: sql`attributes = attributes || '{"active": false}', folded = folded || '{"active": false}'`,
} as const

/**
 * Asks while a user is being changed; the change is there once what was asked waits for it. Resolves with the
 * answer.
 */
export async function changedMeanwhile<T>(
  db: Db,
  userId: string,
  change: RawBuilder<unknown>,
  ask: () => Promise<T>,
): Promise<T> {
  const { asked } = await db.transaction().execute(async (tx) => {
    await sql`select from directory_user where id = ${userId} for update`.execute(tx)
    const asked = ask()
    asked.catch(() => undefined) // it may be refused before this transaction has ended here
    await expect.poll(() => waitingTransactions(db), { timeout: 15_000 }).toBeGreaterThan(0)
    await sql`update directory_user set ${change} where id = ${userId}`.execute(tx)
    return { asked }
  })
  return asked
}
