import { sql } from 'kysely'
import type { Encryption } from '../lib/encryption.ts'
import type { Db } from './database.ts'

interface Answer {
  readonly status: number
  readonly location: string | undefined
  readonly body: string
}

type Known =
  | { readonly kind: 'new' | 'other-request' }
  | { readonly kind: 'unanswered'; readonly sinceMs: number; readonly reservedId: string }
  | { readonly kind: 'answered'; readonly answer: Answer }

/** After this time a key may be used for something else. */
const KEPT = sql`interval '24 hours'`

/** Requests that carried an Idempotency-Key and their answers (`http/idempotency.ts`); bodies are kept encrypted. */
export function createAnswers(db: Db, encryption: Encryption) {
  async function take(
    caller: string,
    { key, fingerprint }: { readonly key: string; readonly fingerprint: string },
    reservedId: string,
  ): Promise<Known> {
    const { rows: taken } = await sql`
      insert into idempotent_request (caller, key, fingerprint, reserved_id)
      values (${caller}, ${key}, ${fingerprint}, ${reservedId})
      on conflict (caller, key) do update
         set fingerprint = excluded.fingerprint, reserved_id = excluded.reserved_id, taken_at = now(), status = null,
             location = null, body = null
       where idempotent_request.taken_at < now() - ${KEPT}
      returning key`.execute(db)
    if (taken.length > 0) return { kind: 'new' }
    const { rows } = await sql<{
      fingerprint: string
      reservedId: string
      status: number | null
      location: string | null
      body: Buffer | null
      sinceMs: number
    }>`
      select fingerprint, reserved_id as "reservedId", status, location, body,
             extract(epoch from now() - taken_at)::float8 * 1000 as "sinceMs"
        from idempotent_request where caller = ${caller} and key = ${key}`.execute(db)
    const [row] = rows
    if (row === undefined) return take(caller, { key, fingerprint }, reservedId) // freed in between
    if (row.fingerprint !== fingerprint) return { kind: 'other-request' }
    const { status, location, body, sinceMs } = row
    if (status === null) return { kind: 'unanswered', sinceMs, reservedId: row.reservedId }
    const answer = {
      status,
      location: location ?? undefined,
      body: body === null ? '' : encryption.decrypt(body),
    }
    return { kind: 'answered', answer }
  }

  async function keep(caller: string, key: string, { status, location, body }: Answer): Promise<void> {
    await sql`
      update idempotent_request
         set status = ${status}, location = ${location ?? null}, body = ${body === '' ? null : encryption.encrypt(body)}
       where caller = ${caller} and key = ${key}`.execute(db)
  }

  async function free(caller: string, key: string): Promise<void> {
    await sql`delete from idempotent_request where caller = ${caller} and key = ${key} and status is null`.execute(
      db,
    )
  }

  return { take, keep, free }
}

/** Forgets requests whose time is over. One pass; safe to run anywhere at any time. */
export async function deleteOldRequests(db: Db): Promise<void> {
  await sql`delete from idempotent_request where taken_at < now() - ${KEPT}`.execute(db)
}
