import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { noToken, type OAuthRow, readOAuth } from './store.ts'

export interface SealedTokens {
  readonly accessTokenEncrypted: Buffer
  /** Undefined: the present one stays. */
  readonly refreshTokenEncrypted: Buffer | undefined
  readonly obtainedAt: Date
  readonly expiresAt: Date | undefined
}

export type Renewal = SealedTokens | { readonly fault: string; readonly ended: boolean }

/**
 * Locks an entry and does `renew` with it, which asks the authorization server: however many processes want a token
 * at once, one of them asks, and the others find what it got. `renew` answers undefined when there is nothing to do.
 * Answers the entry as it is then; undefined when it does not exist.
 */
export async function renewLocked(
  db: Db,
  id: string,
  renew: (row: OAuthRow) => Promise<Renewal | undefined>,
): Promise<OAuthRow | undefined> {
  return db.transaction().execute(async (tx) => {
    const row = await readOAuth(tx, id, 'lock')
    if (row === undefined) return undefined
    const renewal = await renew(row)
    if (renewal !== undefined) await writeRenewal(tx, row.id, renewal)
    return renewal === undefined ? row : readOAuth(tx, row.id)
  })
}

async function writeRenewal(tx: Db, id: string, renewal: Renewal): Promise<void> {
  const change =
    'fault' in renewal
      ? { ...(renewal.ended && noToken), fault: renewal.fault, fault_at: sql<Date>`now()` }
      : {
          access_token_encrypted: renewal.accessTokenEncrypted,
          ...(renewal.refreshTokenEncrypted !== undefined && {
            refresh_token_encrypted: renewal.refreshTokenEncrypted,
          }),
          token_obtained_at: renewal.obtainedAt,
          token_expires_at: renewal.expiresAt ?? null,
          fault: null,
          fault_at: null,
        }
  await tx.updateTable('oauth').set(change).where('id', '=', id).execute()
}

/** Entries whose token ends before `horizon` and can be refreshed; one that failed lately is left in peace. */
export async function dueForRefresh(db: Db, horizon: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from oauth
     where refresh_token_encrypted is not null and token_expires_at < ${horizon}
       and (fault_at is null or fault_at < now() - interval '1 minute')
     order by token_expires_at limit 20`.execute(db)
  return rows.map(({ id }) => id)
}

export interface Attempt {
  readonly oauthId: string
  readonly verifierEncrypted: Buffer
  readonly redirectUri: string
}

const ATTEMPT_MINUTES = 10

/** Remembers that a person was sent to the authorization server; those who never came back are forgotten. */
export async function insertAttempt(
  db: Db,
  stateHash: Buffer,
  { oauthId, verifierEncrypted, redirectUri }: Attempt,
): Promise<void> {
  await sql`
    with forgotten as (delete from oauth_attempt where expires_at < now())
    insert into oauth_attempt (state_hash, oauth_id, verifier_encrypted, redirect_uri, expires_at)
    values (${stateHash}, ${oauthId}, ${verifierEncrypted}, ${redirectUri},
            now() + make_interval(mins => ${ATTEMPT_MINUTES}))`.execute(db)
}

/** Removes an attempt: a state works once. Undefined when it is unknown or has expired. */
export async function takeAttempt(db: Db, oauthId: string, stateHash: Buffer): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    delete from oauth_attempt where state_hash = ${stateHash} and oauth_id = ${oauthId} and expires_at >= now()
    returning oauth_id as "oauthId", verifier_encrypted as "verifierEncrypted", redirect_uri as "redirectUri"`.execute(
    db,
  )
  return rows[0]
}
