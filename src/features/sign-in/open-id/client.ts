import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientError,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { isLoopbackHost } from '../../../lib/addresses.ts'
import { errorText } from '../../../lib/error-text.ts'
import { createMasking } from '../../../lib/masking.ts'
import type { Problem } from '../../../lib/problem.ts'
import { isStorable } from '../../../lib/storable.ts'
import { textUpTo } from '../../../lib/text-up-to.ts'
import type { Claims } from './claims.ts'
import { type Refusal, refuse } from './refusal.ts'

export interface ProviderFacts {
  readonly issuer: string
  readonly clientId: string
  /** What `authentication` proves is known, so that no explanation repeats it. */
  readonly clientSecret?: string | undefined
  readonly authentication: ClientAuth
}

/** A visit to a provider that is about to begin. */
export interface Visit {
  readonly url: URL
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** What a provider gave for a code, after every check. */
export interface EndedVisit {
  readonly claims: Claims
  readonly accessToken: string
  readonly idToken: string
}

const TIMEOUT_SECONDS = 10
/** Configurations, keys, tokens and claims take some kilobytes. */
const MAX_ANSWER_BYTES = 1024 * 1024
const MAX_ERROR_CHARACTERS = 200
const KEPT_CLAIMS = ['sub', 'sid', 'email', 'preferred_username', 'upn', 'name'] as const

/**
 * `send` with whole answers, cut off where they are longer than those of any provider: libraries read them to
 * their end. What breaks off or takes too long in the middle is no answer at all.
 */
export const wholeAnswers =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const answer = await send(...request)
    const text = await textUpTo(answer, MAX_ANSWER_BYTES)
    return new Response(text === '' ? null : text, answer)
  }

const copies = new WeakMap<Configuration, () => Configuration>()

/**
 * A copy of what `connect` returned, for one visit: a configuration keeps the keys of its provider for some
 * minutes, and sign-ins would fail for the first of them when the provider exchanges its keys.
 */
export const forOneVisit = (configuration: Configuration): Configuration =>
  copies.get(configuration)?.() ?? configuration

/** OpenID Connect with one provider. Signatures of ID tokens are checked although they come over TLS. */
export async function connect(
  { issuer, clientId, clientSecret, authentication }: ProviderFacts,
  send: typeof fetch,
): Promise<Configuration> {
  const address = new URL(issuer)
  const execute = [enableNonRepudiationChecks, ...(isLoopback(address) ? [allowInsecureRequests] : [])]
  const options = { execute, [customFetch]: send as never, timeout: TIMEOUT_SECONDS }
  try {
    const found = await discovery(address, clientId, clientSecret, authentication, options)
    copies.set(found, () => {
      const copy = new Configuration(found.serverMetadata(), clientId, clientSecret, authentication)
      for (const extend of execute) extend(copy)
      return Object.assign(copy, { [customFetch]: send, timeout: TIMEOUT_SECONDS })
    })
    return found
  } catch (cause) {
    const explanation = `Could not read the configuration of ${issuer}: ${errorText(cause)}`
    throw refuse('service-unavailable', { reason: 'PROVIDER_UNAVAILABLE', explanation }, cause)
  }
}

/** Why the configuration of a provider leads no browser to it; undefined when it does. */
export function addressFault(configuration: Configuration): string | undefined {
  try {
    buildAuthorizationUrl(configuration, {})
    return undefined
  } catch (cause) {
    const { authorization_endpoint: address = 'none' } = configuration.serverMetadata()
    return `the authorization_endpoint of the provider (${address}) cannot be used: ${errorText(cause)}`
  }
}

/** Throws `service-unavailable` when the provider has no address to visit. */
export async function beginVisit(
  configuration: Configuration,
  redirectUri: string,
  scope: string,
): Promise<Visit> {
  const explanation = addressFault(configuration)
  if (explanation !== undefined)
    throw refuse('service-unavailable', { reason: 'PROVIDER_UNAVAILABLE', explanation })
  const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
  return { url, state, nonce, codeVerifier }
}

/**
 * Exchanges the code of an answer and checks the ID token: signature, issuer, audience, times, nonce. Throws
 * `unauthorized`, or `service-unavailable` when the provider does not answer; neither says to the user what
 * failed.
 */
export async function endVisit(
  configuration: Configuration,
  answer: URL,
  { state, nonce, codeVerifier }: Pick<Visit, 'state' | 'nonce' | 'codeVerifier'>,
): Promise<EndedVisit> {
  try {
    const tokens = await authorizationCodeGrant(configuration, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    })
    const claims = storableClaims(tokens.claims()!)
    return { claims, accessToken: tokens.access_token, idToken: tokens.id_token! }
  } catch (cause) {
    throw failureOf(cause, configuration)
  }
}

/**
 * What the UserInfo endpoint says about the subject of an ID token; undefined at providers that have none.
 * Claims that it only points to (aggregated and distributed ones, OpenID Connect Core §5.6.2) are not
 * followed.
 */
export async function readUserInfo(
  configuration: Configuration,
  { claims, accessToken }: EndedVisit,
): Promise<Claims | undefined> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return undefined
  try {
    return storableClaims(await fetchUserInfo(configuration, accessToken, claims.sub))
  } catch (cause) {
    throw failureOf(cause, configuration)
  }
}

/**
 * The claims as they are. Throws where one that is looked for or kept here has characters that no text of the
 * database has.
 */
function storableClaims<C extends Claims>(claims: C): C {
  const isOdd = (value: unknown) => typeof value === 'string' && !isStorable(value)
  const odd = KEPT_CLAIMS.find((name) => isOdd(claims[name]))
  if (odd !== undefined) throw new Error(`the claim ${odd} has U+0000 or half of a surrogate pair`)
  return claims
}

/**
 * Where a browser signs out at a provider (OpenID Connect RP-Initiated Logout 1.0); undefined at providers
 * without such an address.
 */
export function signOutUrl(
  configuration: Configuration,
  postLogoutRedirectUri: string,
  idToken: string | undefined,
): string | undefined {
  if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
  const parameters = { post_logout_redirect_uri: postLogoutRedirectUri }
  const hint = idToken === undefined ? {} : { id_token_hint: idToken }
  return buildEndSessionUrl(configuration, { ...parameters, ...hint }).href
}

/**
 * What went wrong at a provider, as its administrator must know it. Some providers repeat the secret that
 * they refuse.
 */
function failureOf(cause: unknown, configuration: Configuration): Problem {
  const { kind, reason, text } = classified(cause)
  const masking = createMasking()
  masking.add(configuration.clientMetadata().client_secret ?? '')
  const masked = masking.mask(text)
  const explanation = masked.slice(0, MAX_ERROR_CHARACTERS)
  return refuse(kind, { reason, explanation }, masked === text ? cause : undefined)
}

function classified(cause: unknown): {
  readonly kind: 'unauthorized' | 'service-unavailable'
  readonly reason: Refusal['reason']
  readonly text: string
} {
  const text = errorText(cause)
  if (isSilence(cause))
    return { kind: 'service-unavailable', reason: 'PROVIDER_UNAVAILABLE', text: `No answer: ${text}` }
  const refused = refusedBy(cause)
  if (refused !== undefined)
    return { kind: 'unauthorized', reason: 'PROVIDER_REFUSED', text: `The provider answered ${refused}` }
  return {
    kind: 'unauthorized',
    reason: 'TOKEN_REJECTED',
    text: `The answer of the provider is not valid: ${text}`,
  }
}

/** What a provider answered instead of what it was asked for. */
function refusedBy(cause: unknown): string | undefined {
  if (cause instanceof ResponseBodyError || cause instanceof AuthorizationResponseError)
    return [cause.error, cause.error_description].filter(Boolean).join(': ')
  if (!(cause instanceof WWWAuthenticateChallengeError)) return undefined
  const challenges = cause.cause.map(({ parameters }) =>
    [parameters['error'], parameters['error_description']].filter(Boolean).join(': '),
  )
  return challenges.find((text) => text !== '') ?? `HTTP status ${cause.status}`
}

/**
 * No connection, no answer in time, or an answer that says the provider is broken. Faults of a program have a
 * code.
 */
function isSilence(cause: unknown): boolean {
  if (cause instanceof TypeError) return !('code' in cause)
  if (!(cause instanceof ClientError)) return false
  if (cause.code === 'OAUTH_TIMEOUT' || cause.code === 'OAUTH_ABORT') return true
  const { status } = (cause.cause ?? {}) as { readonly status?: unknown }
  return typeof status === 'number' && (status >= 500 || status === 429)
}

/** Plain HTTP is for providers on this machine only: tests, and sidecars. */
export const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && isLoopbackHost(hostname)
