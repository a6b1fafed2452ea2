import { createHash } from 'node:crypto'
import { isHostAllowed } from '../../connectors/allowed-hosts.ts'
import type { Db } from '../../db/database.ts'
import { cellOf } from '../../db/sealed-columns.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { inLanes } from '../../lib/in-lanes.ts'
import { type OAuthClientEntry, OAuthError, oauthClient, type TokenSet } from './client.ts'
import { hostsOf, isFresh } from './rules.ts'
import { findUsableOAuth, type OAuthRow } from './store.ts'
import { dueForRefresh, type Renewal, renewLeased, type SealedTokens } from './token-store.ts'

export interface OAuthTokensDependencies {
  readonly db: Db
  readonly encryption: Encryption
  readonly clock: Clock
  /** Guarded (decisions.md §12). */
  readonly fetch: typeof fetch
}

/** A token to use, or why none is available. */
export type TokenAnswer = { readonly token: string } | { readonly fault: string }

export interface TokenUse {
  /** Where it will be sent, as `host` of an address; a runner of an earlier version does not say. */
  readonly host: string | undefined
  readonly rejected?: string | undefined
}

/** Why the token of an entry may not be sent to a host; undefined when it may. */
export function hostFault(row: OAuthRow, host: string | undefined): string | undefined {
  const { name } = row
  const allowedHosts = hostsOf(row)
  const allowed = allowedHosts.length === 0 ? 'none' : allowedHosts.join(', ')
  if (host === undefined)
    return `The OAuth entry ${name} may only be sent to ${allowed}: update the runner, which does not say where it sends it`
  if (isHostAllowed(allowedHosts, host)) return undefined
  return `The OAuth entry ${name} must not be sent to ${host}; its allowedHosts are ${allowed}`
}

/**
 * The pass renews tokens that expire within this time, so that an unused entry does not lose its
 * authorization.
 */
const AHEAD_MS = 2 * 60_000
const RENEWED_AT_ONCE = 5

/** Names a token without telling it. */
export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('base64url')

type SecretColumn = 'access_token_encrypted' | 'client_secret_encrypted' | 'refresh_token_encrypted'

/** Where a secret of an entry is stored. */
export const secretCell = (id: string, column: SecretColumn) => cellOf(`oauth.${column}`, id)

/**
 * Access tokens of OAuth entries: returned while they are fresh, renewed before they expire, once for all
 * callers.
 */
export function createOAuthTokens({ db, encryption, clock, fetch }: OAuthTokensDependencies) {
  const inFlight = new Map<string, Promise<OAuthRow | undefined>>()
  const open = ({ id }: OAuthRow, column: SecretColumn, bytes: Buffer) =>
    encryption.decrypt(bytes, secretCell(id, column))

  /** The token of the entry with this id or name that the project owns or may use. */
  async function tokenFor(projectId: string, idOrName: string, use: TokenUse): Promise<TokenAnswer> {
    const row = await findUsableOAuth(db, projectId, idOrName)
    return row === undefined ? { fault: noEntry(idOrName) } : tokenOf(row, use)
  }

  /**
   * The token of an entry, to be sent to `host` and nowhere else. `rejected` is the digest of a token that
   * the API refused although it should have been good: while the entry still holds that one, a new one is
   * fetched.
   */
  async function tokenOf(row: OAuthRow, { host, rejected }: TokenUse): Promise<TokenAnswer> {
    const fault = hostFault(row, host)
    if (fault !== undefined) return { fault }
    if (row.accessTokenEncrypted === null) return { fault: pending(row) }
    if (!isUsable(row, rejected)) return answerOf(await renew(row.id, rejected), rejected)
    return { token: open(row, 'access_token_encrypted', row.accessTokenEncrypted) }
  }

  function isUsable(row: OAuthRow, rejected: string | undefined): boolean {
    if (row.accessTokenEncrypted === null) return false
    const { accessTokenEncrypted, tokenObtainedAt, tokenExpiresAt } = row
    const token = () => open(row, 'access_token_encrypted', accessTokenEncrypted)
    if (rejected !== undefined && tokenDigest(token()) === rejected) return false
    return isFresh({ obtainedAt: tokenObtainedAt!, expiresAt: tokenExpiresAt }, clock.now())
  }

  /** A second caller waits for the renewal in flight here; the lease does the same across processes. */
  function renew(id: string, rejected?: string): Promise<OAuthRow | undefined> {
    return shared(id, () =>
      renewLeased(db, id, async (row) =>
        row.accessTokenEncrypted === null || isUsable(row, rejected) ? undefined : renewalOf(row),
      ),
    )
  }

  /** Fetches a token even if the present one is still valid: a user asked for it, of the entry as it is. */
  function fetchNow({ id, version }: OAuthRow): Promise<OAuthRow | undefined> {
    return shared(`${id} ${version}`, () => renewLeased(db, id, renewalOf))
  }

  function shared(key: string, work: () => Promise<OAuthRow | undefined>): Promise<OAuthRow | undefined> {
    const asked = inFlight.get(key)
    if (asked !== undefined) return asked
    const renewing = work().finally(() => inFlight.delete(key))
    inFlight.set(key, renewing)
    return renewing
  }

  const isOver = ({ tokenExpiresAt }: OAuthRow): boolean =>
    tokenExpiresAt !== null && tokenExpiresAt <= clock.now()

  /** After a failed renewal the present token is used until it expires. */
  function answerOf(row: OAuthRow | undefined, rejected: string | undefined): TokenAnswer {
    if (row === undefined) return { fault: 'The OAuth entry was deleted' }
    if (row.accessTokenEncrypted === null) return { fault: pending(row) }
    const token = open(row, 'access_token_encrypted', row.accessTokenEncrypted)
    if (isOver(row) || tokenDigest(token) === rejected)
      return {
        fault: `The OAuth entry ${row.name} gives no token. ${row.fault ?? 'The one it has was refused'}`,
      }
    return { token }
  }

  async function renewalOf(row: OAuthRow): Promise<Renewal> {
    try {
      const client = oauthClient(entryOf(row), fetch)
      if (row.grantType === 'CLIENT_CREDENTIALS') return sealed(row.id, await client.clientCredentials())
      if (row.refreshTokenEncrypted === null)
        return {
          fault: 'The authorization server issued no refresh token: authorize the entry again',
          ended: isOver(row),
        }
      const refreshToken = open(row, 'refresh_token_encrypted', row.refreshTokenEncrypted)
      return sealed(row.id, await client.refresh(refreshToken))
    } catch (error) {
      if (error instanceof OAuthError) return { fault: error.message, ended: error.ended }
      throw error
    }
  }

  function sealed(id: string, { accessToken, refreshToken, expiresInSeconds }: TokenSet): SealedTokens {
    const obtainedAt = clock.now()
    return {
      accessTokenEncrypted: encryption.encrypt(accessToken, secretCell(id, 'access_token_encrypted')),
      refreshTokenEncrypted:
        refreshToken === undefined
          ? undefined
          : encryption.encrypt(refreshToken, secretCell(id, 'refresh_token_encrypted')),
      obtainedAt,
      expiresAt:
        expiresInSeconds === undefined ? undefined : new Date(obtainedAt.getTime() + expiresInSeconds * 1000),
    }
  }

  function entryOf(row: OAuthRow): OAuthClientEntry {
    const { clientSecretEncrypted, authorizeUrl, ...rest } = row
    return {
      ...rest,
      authorizeUrl: authorizeUrl ?? undefined,
      clientSecret:
        clientSecretEncrypted === null
          ? undefined
          : open(row, 'client_secret_encrypted', clientSecretEncrypted),
    }
  }

  /**
   * Idempotent pass: renews tokens that are about to expire, some side by side, because a server may be
   * silent.
   */
  async function refreshDue(): Promise<void> {
    const due = await dueForRefresh(db, new Date(clock.now().getTime() + AHEAD_MS))
    await inLanes(due, RENEWED_AT_ONCE, async (id) => {
      await renew(id)
    })
  }

  return { tokenFor, tokenOf, fetchNow, refreshDue, entryOf, sealed }
}

export type OAuthTokens = ReturnType<typeof createOAuthTokens>

/** For an entry that does not exist, and for one that may not be used here. */
export const noEntry = (idOrName: string): string =>
  `There is no OAuth entry ${idOrName}, or it is not shared with this project`

const pending = ({ name, fault }: OAuthRow): string =>
  `The OAuth entry ${name} is pending setup: authorize it first${fault === null ? '' : `. ${fault}`}`
