import type { JWK, JWTVerifyGetKey } from 'jose'
import type { Configuration } from 'openid-client'
import type { Db } from '../../../db/database.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import { errorText } from '../../../lib/error-text.ts'
import { newOpaqueToken, tokenHash } from '../../../lib/opaque-token.ts'
import { notFound, Problem } from '../../../lib/problem.ts'
import { remembered } from '../../../lib/remembered.ts'
import { deadline } from '../../../lib/wait.ts'
import { safeReturnPath } from '../rules.ts'
import type { BegunAtProvider, Browser, EndedSession, Sessions, StartedSession } from '../sessions.ts'
import {
  beginVisit,
  connect,
  type EndedVisit,
  endVisit,
  forOneVisit,
  signOutUrl,
  wholeAnswers,
} from './client.ts'
import { type AuthMethod, clientAuthentication } from './client-authentication.ts'
import { keysOf, readLogoutToken } from './logout-token.ts'
import { createPeople, inactive, type Person } from './people.ts'
import { refusalOf, SignInRefusedError } from './refusal.ts'
import { clientKeyCell, secretCell } from './sealed.ts'
import * as store from './store.ts'

export interface OpenIdDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly encryption: Encryption
  readonly sessions: Sessions
  /** Origin and base path under which browsers reach the API. */
  readonly baseUrl: () => string
  /** Where the web interface is. */
  readonly origin: () => string
  readonly fetch: typeof fetch
}

export type OpenId = ReturnType<typeof createOpenId>

/** A session that a single sign-on began, and for whom. */
export interface FinishedSignIn extends StartedSession, Pick<Person, 'firstSignIn'> {
  readonly user: { readonly id: string; readonly name: string }
  readonly subject: string
  readonly returnTo: string
  readonly provider: { readonly id: string; readonly name: string }
}

/**
 * Everything a connection to a provider depends on: id, issuer, client, how it authenticates, its sealed
 * secret and key.
 */
type ConnectionKey = [string, string, string, AuthMethod, string | null, string | null]

const DISCOVERY_REMEMBERED_MS = 600_000
/** A hint that is longer does not fit into an address. */
const MAX_HINT_CHARACTERS = 6_000
const VISIT_MS = 600_000
/** Whoever signs out is signed out here already; a provider that is down must not keep the page waiting. */
const SIGN_OUT_PATIENCE_MS = 3_000

/**
 * Sign-in through OpenID Connect: authorization code with PKCE, for users that the directory knows or admits.
 */
export function createOpenId(dependencies: OpenIdDependencies) {
  const { db, clock, encryption, sessions, baseUrl, origin } = dependencies
  const fetch = wholeAnswers(dependencies.fetch)
  const addressOf = (providerId: string) => `${baseUrl()}/v1/sign-in/open-id/${providerId}`
  const redirectUri = () => addressOf('callback')
  const postLogoutRedirectUri = () => `${origin()}/sign-in`
  const people = createPeople({ db })
  const configurations = remembered(DISCOVERY_REMEMBERED_MS, async (key) => {
    const [id, issuer, clientId, authMethod, sealedSecret, sealedKey] = JSON.parse(key) as ConnectionKey
    const open = (sealed: string | null, cell: ReturnType<typeof secretCell>) =>
      sealed === null ? undefined : encryption.decrypt(Buffer.from(sealed, 'base64'), cell)
    const clientKey = open(sealedKey, clientKeyCell(id))
    const clientSecret = open(sealedSecret, secretCell(id))
    const authentication = await clientAuthentication({
      authMethod,
      clientSecret,
      clientKey: clientKey === undefined ? undefined : (JSON.parse(clientKey) as JWK),
    })
    return connect({ issuer, clientId, clientSecret, authentication }, fetch)
  })
  function configurationOf(row: store.ProviderRow) {
    const { id, issuer, clientId, tokenEndpointAuthMethod } = row
    const secret = row.clientSecretEncrypted?.toString('base64') ?? null
    const key = row.clientKeyEncrypted?.toString('base64') ?? null
    const parts: ConnectionKey = [id, issuer, clientId, tokenEndpointAuthMethod, secret, key]
    return configurations(JSON.stringify(parts))
  }

  const keys = new WeakMap<Configuration, JWTVerifyGetKey>()
  function keysFor(configuration: Configuration): JWTVerifyGetKey {
    const found = keys.get(configuration) ?? keysOf(configuration, fetch)
    keys.set(configuration, found)
    return found
  }

  async function providerOf(id: string): Promise<store.ProviderRow> {
    const provider = (await store.listProviders(db)).find((row) => row.id === id.toLowerCase())
    if (provider === undefined) throw notFound('Identity provider', id)
    return provider
  }

  /**
   * Where to send the browser, and what it must bring back in a cookie: what it has already, so that sign-ins
   * in several tabs can all be finished.
   */
  async function start(
    providerId: string,
    wantedReturn: string | undefined,
    browserCookie: string | undefined,
  ) {
    const provider = await providerOf(providerId)
    const returnTo = safeReturnPath(wantedReturn)
    const { url, state, nonce, codeVerifier } = await configurationOf(provider)
      .then((configuration) => beginVisit(configuration, redirectUri(), provider.scopes))
      .catch((error: unknown) => {
        throw completed(error, provider, returnTo)
      })
    const browser = browserCookie || newOpaqueToken('') // an empty one ties nothing to a browser
    await store.insertPending(db, {
      providerId: provider.id,
      stateHash: tokenHash(state),
      browserHash: tokenHash(browser),
      codeVerifier,
      nonce,
      returnTo,
      expiresAt: new Date(clock.now().getTime() + VISIT_MS),
    })
    return { url: url.href, browser }
  }

  /**
   * Ends a visit with a session. Throws `unauthorized`, `forbidden` for users who are not admitted, and
   * `service-unavailable` when the provider does not answer; the cause says why to administrators.
   */
  async function finish(
    query: string,
    browserCookie: string | undefined,
    browser: Browser,
  ): Promise<FinishedSignIn> {
    const answer = new URL(`${redirectUri()}?${query}`)
    const state = answer.searchParams.get('state') ?? ''
    if (!browserCookie) throw expired()
    const pending = await store.takePending(db, tokenHash(state), tokenHash(browserCookie), clock.now())
    if (pending === undefined) throw expired()
    const provider = await providerOf(pending.providerId)
    try {
      const configuration = forOneVisit(await configurationOf(provider))
      const visit = await endVisit(configuration, answer, { ...pending, state })
      const { caller, ...change } = await people.find(provider, configuration, visit)
      const { principalId, name } = caller
      const { claims } = visit
      const at = begunAt(provider, visit)
      const session = await sessions.start({ userId: principalId, identity: at }, provider.name, browser, at)
      if (session === undefined) throw inactive(claims.sub)
      const user = { id: principalId, name }
      return { ...session, ...change, user, subject: claims.sub, provider, returnTo: pending.returnTo }
    } catch (error) {
      throw completed(error, provider, pending.returnTo)
    }
  }

  /**
   * Where a browser goes after signing out here, to sign out at the provider too; undefined when that is not
   * wanted or possible.
   */
  async function urlAfter(ended: EndedSession): Promise<string | undefined> {
    const provider = (await store.listProviders(db)).find(({ id }) => id === ended.providerId)
    if (provider?.signOutAtProvider !== true) return undefined
    const configuration = await deadline(SIGN_OUT_PATIENCE_MS, configurationOf(provider)).catch(
      () => undefined,
    )
    return configuration && signOutUrl(configuration, postLogoutRedirectUri(), ended.idToken)
  }

  /** A provider says that somebody signed out there. Throws `bad-request` unless its token proves that. */
  async function endByProvider(providerId: string, token: string) {
    const provider = await providerOf(providerId)
    const configuration = await configurationOf(provider)
    const { issuer } = configuration.serverMetadata()
    const terms = { issuer, clientId: provider.clientId, now: clock.now() }
    const ended = await readLogoutToken(token, keysFor(configuration), terms).catch((cause: unknown) => {
      throw new Problem('bad-request', 'The logout token is not valid', {
        cause,
        violations: [`body/logout_token: ${errorText(cause)}`],
      })
    })
    const sessionsEnded = await sessions.endAtProvider(provider.id, ended)
    return { provider: { id: provider.id, name: provider.name }, ...ended, sessionsEnded }
  }

  /** What a sign-in page offers; everybody may ask. */
  async function options() {
    const providers = await store.listProviders(db)
    return {
      password: true,
      providers: providers.map(({ id, name }) => ({ id, name, url: addressOf(id) })),
    }
  }

  return {
    start,
    finish,
    options,
    urlAfter,
    endByProvider,
    configurationOf,
    redirectUri,
    postLogoutRedirectUri,
    addressOf,
  }
}

/** What is kept of a visit, so that signing out at one side ends it at the other. */
function begunAt(
  { id, signOutAtProvider }: store.ProviderRow,
  { claims, idToken }: EndedVisit,
): BegunAtProvider {
  const { sub: subject, sid } = claims
  return {
    providerId: id,
    subject,
    session: typeof sid === 'string' ? sid : undefined,
    idToken: signOutAtProvider && idToken.length <= MAX_HINT_CHARACTERS ? idToken : undefined,
  }
}

function expired(): Problem {
  const detail = 'This sign-in has expired or started in another browser; sign in again'
  const explanation = 'No sign-in of this browser has the returned state, or it has ended'
  const cause = new SignInRefusedError({ reason: 'SIGN_IN_EXPIRED', explanation })
  return new Problem('unauthorized', detail, { cause })
}

/**
 * A refusal with what the visit is known by. It is a new one: visits that wait for the same answer share its
 * failure.
 */
function completed(error: unknown, { id, name }: store.ProviderRow, returnTo: string): unknown {
  const refused = refusalOf(error)
  if (refused === undefined || !(error instanceof Problem)) return error
  const cause = new SignInRefusedError(refused.refusal, refused.cause, { provider: { id, name }, returnTo })
  return new Problem(error.kind, error.message, { cause, retryAfterSeconds: error.retryAfterSeconds })
}
