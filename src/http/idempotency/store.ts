import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inBatches } from '../../db/in-batches.ts'
import { cellOf } from '../../db/sealed-columns.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { parseWithNumbers } from '../../lib/json-numbers.ts'
import { losesDigits } from '../../lib/plain-number.ts'
import { conflict } from '../../lib/problem.ts'
import type { RequestKey } from './key.ts'

/** After this time a key may be used for another request. */
const KEPT = sql`interval '24 hours'`

/** What is stored of a request that came before, with the same key and the same fingerprint. */
export interface StoredRequest {
  readonly reservedId: string | null
  /** What the work returned, of a request that is answered in the transaction of its work. */
  readonly result: unknown
  /** Of the stored response; null while the request is in progress, or when its server died. */
  readonly status: number | null
  readonly location: string | null
  readonly body: Buffer | null
  readonly ageMs: number
}

/**
 * Acquires a key of a caller for this request; undefined when it was free or is older than 24 hours.
 * Otherwise what is stored of the same request. Waits for a transaction that has just acquired the key.
 * Throws `conflict` when the key belongs to another request.
 */
export async function acquireKey(
  db: Db,
  caller: string,
  { key, fingerprint }: RequestKey,
  reservedId: string | null,
): Promise<StoredRequest | undefined> {
  const { rows: acquired } = await sql`
    insert into idempotent_request (caller, key, fingerprint, reserved_id)
    values (${caller}, ${key}, ${fingerprint}, ${reservedId})
    on conflict (caller, key) do update
       set fingerprint = excluded.fingerprint, reserved_id = excluded.reserved_id, taken_at = now(), status = null,
           location = null, body = null, result = null
     where idempotent_request.taken_at < now() - ${KEPT}
    returning key`.execute(db)
  if (acquired.length > 0) return undefined
  const { rows } = await sql<StoredRequest & { fingerprint: string }>`
    select fingerprint, reserved_id as "reservedId", result, status, location, body,
           extract(epoch from now() - taken_at)::float8 * 1000 as "ageMs"
      from idempotent_request where caller = ${caller} and key = ${key}`.execute(db)
  const [stored] = rows
  if (stored === undefined) return acquireKey(db, caller, { key, fingerprint }, reservedId) // released in between
  if (stored.fingerprint === fingerprint) return { ...stored, result: unpacked(stored.result) }
  throw conflict('This Idempotency-Key was used for another request; choose a new key')
}

/** Stores what the work of a request returned, in the transaction of that work. */
export async function storeResult(tx: Db, caller: string, key: string, result: unknown): Promise<void> {
  await sql`
    update idempotent_request set result = ${packed(result ?? null)}
     where caller = ${caller} and key = ${key}`.execute(tx)
}

const PACKED = 'headrace:base64'

/**
 * So that a repeat gets the same bytes: PostgreSQL sorts the members of JSON, and stores no U+0000 and no
 * half of a surrogate pair, not even escaped.
 */
const packed = (result: unknown): string =>
  JSON.stringify({ [PACKED]: Buffer.from(JSON.stringify(result)).toString('base64') })

/** The result, its long numbers with all their digits. */
function unpacked(stored: unknown): unknown {
  const text = (stored as { [PACKED]?: string } | null)?.[PACKED]
  if (text === undefined) return stored
  return parseWithNumbers(Buffer.from(text, 'base64').toString(), (digits) =>
    losesDigits(digits) ? JSON.rawJSON(digits) : Number(digits),
  )
}

/** A response that was sent, to be sent again. */
export interface StoredResponse {
  readonly status: number
  readonly location: string | undefined
  readonly body: string
}

/**
 * The responses of requests with an Idempotency-Key. Bodies are stored encrypted: some hold secrets shown
 * once.
 */
export function createResponseStore(db: Db, encryption: Encryption) {
  const bodyCell = (caller: string, key: string) => cellOf('idempotent_request.body', `${caller} ${key}`)
  const acquire = (caller: string, key: RequestKey, reservedId: string) =>
    acquireKey(db, caller, key, reservedId)

  /**
   * Stores a response and returns what is to be sent: of the same request at the same time the response that
   * was stored first, so that all of its answers are the same.
   */
  async function save(caller: string, key: string, response: StoredResponse): Promise<StoredResponse> {
    const { status, location, body } = response
    const sealed = body === '' ? null : encryption.encrypt(body, bodyCell(caller, key))
    const { numAffectedRows } = await sql`
      update idempotent_request
         set status = ${status}, location = ${location ?? null}, body = ${sealed}
       where caller = ${caller} and key = ${key} and status is null`.execute(db)
    if (numAffectedRows === 1n) return response
    const { rows } = await sql<Pick<StoredRequest, 'status' | 'location' | 'body'>>`
      select status, location, body from idempotent_request
       where caller = ${caller} and key = ${key}`.execute(db)
    return (rows[0] && responseOf(caller, key, rows[0])) ?? response
  }

  /** Frees the key of a request that changed nothing. */
  async function release(caller: string, key: string): Promise<void> {
    await sql`delete from idempotent_request where caller = ${caller} and key = ${key} and status is null`.execute(
      db,
    )
  }

  /** The response of a stored request; undefined when none was stored. */
  function responseOf(
    caller: string,
    key: string,
    { status, location, body }: Pick<StoredRequest, 'status' | 'location' | 'body'>,
  ): StoredResponse | undefined {
    if (status === null) return undefined
    const text = body === null ? '' : encryption.decrypt(body, bodyCell(caller, key))
    return { status, location: location ?? undefined, body: text }
  }

  return { acquire, save, release, responseOf }
}

export type ResponseStore = ReturnType<typeof createResponseStore>

/** Deletes requests whose time is over. One pass; safe to run anywhere at any time. */
export const deleteOldRequests = (db: Db): Promise<void> =>
  inBatches((limit) =>
    sql`
      delete from idempotent_request where ctid = any(array(
        select ctid from idempotent_request where taken_at < now() - ${KEPT} limit ${limit}))`.execute(db),
  )
