import { sql } from 'kysely'
import { conflict } from '../lib/problem.ts'
import type { Db } from './database.ts'

export interface OnceKey {
  readonly key: string
  readonly fingerprint: string
}

/** After this time a key may be used for something else. */
const KEPT = sql`interval '24 hours'`

/**
 * Does `work` in one transaction, and once per key of a caller: the answer is kept in the same transaction,
 * and the same request again is answered with it, also while the first is still in hand (it waits). Work that
 * fails leaves the key free. Throws `conflict` when the key came with another request. Answers must be JSON.
 */
export async function once<T>(
  db: Db,
  principalId: string,
  requestKey: OnceKey | undefined,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  if (requestKey === undefined) return db.transaction().execute(work)
  const { key, fingerprint } = requestKey
  return db.transaction().execute(async (tx) => {
    const { rows: taken } = await sql`
      insert into idempotent_answer (principal_id, key, fingerprint) values (${principalId}, ${key}, ${fingerprint})
      on conflict (principal_id, key) do update set fingerprint = excluded.fingerprint, answered_at = now()
       where idempotent_answer.answered_at < now() - ${KEPT}
      returning key`.execute(tx)
    if (taken.length === 0) return given<T>(tx, principalId, requestKey)
    const answer = await work(tx)
    await sql`
      update idempotent_answer set answer = ${JSON.stringify(answer ?? null)}
       where principal_id = ${principalId} and key = ${key}`.execute(tx)
    return answer
  })
}

async function given<T>(db: Db, principalId: string, { key, fingerprint }: OnceKey): Promise<T> {
  const row = await db
    .selectFrom('idempotent_answer')
    .select(['fingerprint', 'answer'])
    .where('principal_id', '=', principalId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (row.fingerprint === fingerprint) return row.answer as T
  throw conflict('This Idempotency-Key was used for another request; choose a new key')
}

/** Forgets answers whose time is over. One pass; safe to run anywhere at any time. */
export async function deleteOldAnswers(db: Db): Promise<void> {
  await sql`delete from idempotent_answer where answered_at < now() - ${KEPT}`.execute(db)
}
