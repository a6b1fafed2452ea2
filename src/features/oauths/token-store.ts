import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isUnavailable } from '../../db/errors.ts'
import { newId } from '../../lib/ids.ts'
import { patiently } from '../../lib/patiently.ts'
import { leaseOAuth, noToken, type OAuthRow, readOAuth } from './store.ts'

export interface SealedTokens {
  readonly accessTokenEncrypted: Buffer
  /** Undefined: the present one stays. */
  readonly refreshTokenEncrypted: Buffer | undefined
  readonly obtainedAt: Date
  readonly expiresAt: Date | undefined
}

export type Renewal = SealedTokens | { readonly fault: string; readonly ended: boolean }

/**
 * Longer than the authorization server is waited for: the lease of a process that has died ends soon after.
 */
const LEASE_SECONDS = 30
const TRY_AGAIN_MS = 100

/**
 * Leases an entry and does `renew` with it, which asks the authorization server: however many processes want
 * a token at once, one of them asks, and the others find what it got. It may take long, so no transaction is
 * open meanwhile. `renew` answers undefined when there is nothing to do. What it got is dropped when the
 * entry lost its token meanwhile, as it then belongs to what the entry was before. Answers the entry as it is
 * then; undefined when it does not exist.
 */
export async function renewLeased(
  db: Db,
  id: string,
  renew: (row: OAuthRow) => Promise<Renewal | undefined>,
): Promise<OAuthRow | undefined> {
  const leaseId = newId()
  for (;;) {
    const row = await leaseOAuth(db, id, leaseId, LEASE_SECONDS)
    if (row !== undefined) return renewUnder(db, leaseId, row, renew)
    if ((await readOAuth(db, id)) === undefined) return undefined
    await sleep(TRY_AGAIN_MS)
  }
}

async function renewUnder(
  db: Db,
  leaseId: string,
  row: OAuthRow,
  renew: (row: OAuthRow) => Promise<Renewal | undefined>,
): Promise<OAuthRow | undefined> {
  let renewal: Renewal | undefined
  const write = () =>
    db
      .updateTable('oauth')
      .set({ ...(renewal !== undefined && changeOf(renewal)), lease_id: null, lease_until: null })
      .where('id', '=', row.id)
      .where('lease_id', '=', leaseId)
      .execute()
  const until = Date.now() + LEASE_SECONDS * 1_000
  try {
    renewal = await renew(row)
  } finally {
    // A refresh token that was exchanged for another one is of no use any more: the new one is not lost for a
    // restart.
    await patiently(
      (error) => !isUnavailable(error) || Date.now() > until,
      () => undefined,
      write,
    )
  }
  return readOAuth(db, row.id)
}

const changeOf = (renewal: Renewal) =>
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

/**
 * Entries whose token ends before `horizon` and can be refreshed. One that failed lately is left in peace,
 * and the others that failed wait for those that did not, so that any number of them keeps none from being
 * refreshed.
 */
export async function dueForRefresh(db: Db, horizon: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from oauth
     where refresh_token_encrypted is not null and token_expires_at < ${horizon}
       and (fault_at is null or fault_at < now() - interval '1 minute')
     order by fault_at nulls first, token_expires_at limit 20`.execute(db)
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
