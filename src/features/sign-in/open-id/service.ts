import type { Db } from '../../../db/database.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import { newId } from '../../../lib/ids.ts'
import type { Log } from '../../../lib/log.ts'
import { newOpaqueToken, tokenHash } from '../../../lib/opaque-token.ts'
import { notFound, Problem } from '../../../lib/problem.ts'
import { remembered } from '../../../lib/remembered.ts'
import { findByUserName, findUserCaller, insertUser } from '../../directory/access.ts'
import { domainOf, safeReturnPath } from '../rules.ts'
import type { Browser, Sessions, StartedSession } from '../sessions.ts'
import { beginVisit, type Claims, connect, endVisit } from './client.ts'
import { secretCell } from './sealed.ts'
import * as store from './store.ts'

export interface OpenIdDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly encryption: Encryption
  readonly sessions: Sessions
  /** Origin and base path under which browsers reach the API. */
  readonly baseUrl: () => string
  readonly fetch: typeof fetch
  readonly log: Log
}

export type OpenId = ReturnType<typeof createOpenId>

/** Everything a connection to a provider depends on: id, issuer, client, its sealed secret, scopes. */
type ConnectionKey = [string, string, string, string | null, string]

const DISCOVERY_REMEMBERED_MS = 600_000
const VISIT_MS = 600_000

/**
 * Sign-in through OpenID Connect: authorization code with PKCE, for users that the directory knows or admits.
 */
export function createOpenId({ db, clock, encryption, sessions, baseUrl, fetch, log }: OpenIdDependencies) {
  const redirectUri = () => `${baseUrl()}/v1/sign-in/open-id/callback`
  const configurations = remembered(DISCOVERY_REMEMBERED_MS, (key) => {
    const [id, issuer, clientId, sealed, scopes] = JSON.parse(key) as ConnectionKey
    const clientSecret =
      sealed === null ? undefined : encryption.decrypt(Buffer.from(sealed, 'base64'), secretCell(id))
    return connect({ issuer, clientId, clientSecret, scopes }, fetch)
  })
  function configurationOf({ id, issuer, clientId, clientSecretEncrypted, scopes }: store.ProviderRow) {
    const sealed = clientSecretEncrypted?.toString('base64') ?? null
    return configurations(JSON.stringify([id, issuer, clientId, sealed, scopes] satisfies ConnectionKey))
  }

  async function providerOf(id: string): Promise<store.ProviderRow> {
    const provider = (await store.listProviders(db)).find((row) => row.id === id.toLowerCase())
    if (provider === undefined) throw notFound('Identity provider', id)
    return provider
  }

  /** Where to send the browser, and what it must bring back in a cookie. */
  async function start(providerId: string, returnTo: string | undefined) {
    const provider = await providerOf(providerId)
    const configuration = await configurationOf(provider)
    const { url, state, nonce, codeVerifier } = await beginVisit(
      configuration,
      redirectUri(),
      provider.scopes,
    )
    const browser = newOpaqueToken('')
    await store.insertPending(db, {
      providerId: provider.id,
      stateHash: tokenHash(state),
      browserHash: tokenHash(browser),
      codeVerifier,
      nonce,
      returnTo: safeReturnPath(returnTo),
      expiresAt: new Date(clock.now().getTime() + VISIT_MS),
    })
    return { url: url.href, browser }
  }

  /** Ends a visit with a session. Throws `unauthorized`, and `forbidden` for users who are not admitted. */
  async function finish(
    query: string,
    browserCookie: string | undefined,
    browser: Browser,
  ): Promise<StartedSession & { returnTo: string }> {
    const answer = new URL(`${redirectUri()}?${query}`)
    const state = answer.searchParams.get('state') ?? ''
    const pending = await store.takePending(db, tokenHash(state), tokenHash(browserCookie ?? ''), clock.now())
    if (pending === undefined)
      throw new Problem(
        'unauthorized',
        'This sign-in has expired or started in another browser; sign in again',
      )
    const provider = await providerOf(pending.providerId)
    const claims = await endVisit(await configurationOf(provider), answer, { ...pending, state })
    const userId = await personOf(provider, claims)
    const session = await sessions.start(userId, provider.name, browser)
    return { ...session, returnTo: pending.returnTo }
  }

  /** A subject that was here before is who it was; else somebody of that name; else a new person, if the rule says so. */
  async function personOf(provider: store.ProviderRow, claims: Claims): Promise<string> {
    const known =
      (await store.findIdentity(db, provider.id, claims.sub)) ?? (await firstSignIn(provider, claims))
    if (known !== undefined && (await findUserCaller(db, known)) !== undefined) return known
    log.info(
      { provider: provider.name, subject: claims.sub },
      'No active user of the directory matches this subject',
    )
    throw new Problem('forbidden', 'You are not in the directory of this installation; ask its administrator')
  }

  async function firstSignIn(provider: store.ProviderRow, claims: Claims): Promise<string | undefined> {
    const userName = userNameOf(provider, claims)
    if (userName === undefined) return undefined
    const userId = (await findByUserName(db, userName))?.id ?? (await makePerson(provider, claims, userName))
    return userId && store.linkIdentity(db, provider.id, claims.sub, userId)
  }

  async function makePerson(
    { justInTimeDomains }: store.ProviderRow,
    claims: Claims,
    userName: string,
  ): Promise<string | undefined> {
    const email = claims['email_verified'] === true ? text(claims['email']) : undefined
    const domain = email === undefined ? undefined : domainOf(email)
    if (domain === undefined || !justInTimeDomains.some((allowed) => allowed.toLowerCase() === domain))
      return undefined
    const id = newId()
    const displayName = text(claims['name'])
    const attributes = {
      userName,
      active: true,
      emails: [{ value: email, primary: true, type: 'work' }],
      ...(displayName !== undefined && { displayName }),
    }
    await insertUser(db, id, { attributes, passwordHash: undefined })
    return id
  }

  /** What a sign-in page offers; everybody may ask. */
  async function options() {
    const providers = await store.listProviders(db)
    return {
      password: true,
      providers: providers.map(({ id, name }) => ({
        id,
        name,
        url: `${baseUrl()}/v1/sign-in/open-id/${id}`,
      })),
    }
  }

  return { start, finish, options, configurationOf, redirectUri }
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 512 ? value : undefined

/** An address that the provider has not verified is anybody's. */
function userNameOf({ userNameClaim }: store.ProviderRow, claims: Claims): string | undefined {
  if (userNameClaim === 'email' && claims['email_verified'] !== true) return undefined
  return text(claims[userNameClaim])
}
