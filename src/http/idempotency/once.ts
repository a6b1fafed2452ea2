import type { Db } from '../../db/database.ts'
import type { RequestKey } from './key.ts'
import { acquireKey, storeResult } from './store.ts'

/**
 * Does `work` in one transaction, and once per key of a caller: what it returns is stored in the same
 * transaction, and the same request again gets it, also while the first is in progress (it waits). Work that
 * fails leaves the key free. Throws `conflict` when the key came with another request. Results must be JSON.
 *
 * The strategy for routes whose work is one transaction (`config.idempotency: 'in-transaction'`): nothing is
 * left open when the server dies, so every repeat can be answered.
 */
export async function once<T>(
  db: Db,
  caller: string,
  requestKey: RequestKey | undefined,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  if (requestKey === undefined) return db.transaction().execute(work)
  return db.transaction().execute(async (tx) => {
    const stored = await acquireKey(tx, caller, requestKey, null)
    if (stored !== undefined) return stored.result as T
    const result = await work(tx)
    await storeResult(tx, caller, requestKey.key, result)
    return result
  })
}
