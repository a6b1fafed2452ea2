import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { cellOf } from '../../db/sealed-columns.ts'
import type { Caller } from '../../http/caller.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { conflict, Problem } from '../../lib/problem.ts'
import { enterOwned } from '../ownership/access.ts'
import { OAuthError, oauthClient } from './client.ts'
import { present, statusOf } from './entry.ts'
import type { Authorization } from './schema.ts'
import { type OAuthRow, readOAuth } from './store.ts'
import { insertAttempt, renewLeased, takeAttempt } from './token-store.ts'
import type { OAuthTokens } from './tokens.ts'

export interface AuthorizingDependencies {
  readonly db: Db
  readonly encryption: Encryption
  readonly fetch: typeof globalThis.fetch
  /** Where the authorization server of an entry redirects browsers to. */
  readonly redirectUri: (id: string) => string
  readonly tokens: OAuthTokens
}

/** How an entry gets its first token: by client credentials at once, or after a user has granted access. */
export function createAuthorizing({ db, encryption, fetch, redirectUri, tokens }: AuthorizingDependencies) {
  /** Client credentials: fetches a token. Authorization code: returns the URL that a user must open. */
  async function authorize(caller: Caller, id: string): Promise<Authorization> {
    await enterOwned(db, caller, 'oauth', id, 'write')
    const row = present(await readOAuth(db, id), id)
    if (row.grantType === 'AUTHORIZATION_CODE') return begin(row)
    const fetched = present(await tokens.fetchNow(row), id)
    if (fetched.fault !== null) throw conflict(fetched.fault)
    const { tokenExpiresAt } = fetched
    return {
      status: statusOf(fetched),
      ...(tokenExpiresAt !== null && { expiresAt: tokenExpiresAt.toISOString() }),
    }
  }

  async function begin(row: OAuthRow): Promise<Authorization> {
    const state = randomBytes(32).toString('base64url')
    const { url, verifier } = await oauthClient(tokens.entryOf(row), fetch).begin(redirectUri(row.id), state)
    const verifierEncrypted = encryption.encrypt(verifier, verifierCell(state))
    await insertAttempt(db, stateHash(state), {
      oauthId: row.id,
      verifierEncrypted,
      redirectUri: redirectUri(row.id),
    })
    return { status: statusOf(row), authorizationUrl: url }
  }

  /**
   * A user came back from the authorization server to `answer`. The state proves that we sent them there, and
   * works once. Throws the problem that tells the user what happened.
   */
  async function finish(id: string, answer: URL): Promise<Pick<OAuthRow, 'name' | 'projectId'>> {
    const state = answer.searchParams.get('state') ?? ''
    const attempt = await takeAttempt(db, id, stateHash(state))
    if (attempt === undefined)
      throw new Problem(
        'gone',
        'This authorization was not started here, was already finished, or has expired',
      )
    const came = new URL(attempt.redirectUri)
    came.search = answer.search
    const row = await renewLeased(db, id, async (leased) => {
      const client = oauthClient(tokens.entryOf(leased), fetch)
      const proof = { verifier: encryption.decrypt(attempt.verifierEncrypted, verifierCell(state)), state }
      return client.finish(came, proof).then(
        (set) => tokens.sealed(leased.id, set),
        (error: unknown) => {
          if (error instanceof OAuthError) return { fault: error.message, ended: false }
          throw error
        },
      )
    })
    const authorized = present(row, id)
    if (authorized.fault !== null) throw conflict(authorized.fault)
    if (authorized.accessTokenEncrypted === null)
      throw conflict('The entry was changed meanwhile: authorize it again')
    return authorized
  }

  return { authorize, finish }
}

const stateHash = (state: string): Buffer => createHash('sha256').update(state).digest()
const verifierCell = (state: string) =>
  cellOf('oauth_attempt.verifier_encrypted', stateHash(state).toString('hex'))
