import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { Problem } from '../../../lib/problem.ts'

export interface ProviderFacts {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly scopes: string
}

/** A visit to a provider that is about to begin. */
export interface Visit {
  readonly url: URL
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** What an ID token says, after every check. */
export interface Claims {
  readonly sub: string
  readonly [claim: string]: unknown
}

/** OpenID Connect with one provider. Signatures of ID tokens are checked although they come over TLS. */
export async function connect(provider: ProviderFacts, send: typeof fetch): Promise<Configuration> {
  const issuer = new URL(provider.issuer)
  const execute = [enableNonRepudiationChecks, ...(isLoopback(issuer) ? [allowInsecureRequests] : [])]
  const { clientSecret } = provider
  const authentication = clientSecret === undefined ? None() : ClientSecretPost(clientSecret)
  const options = { execute, [customFetch]: send as never, timeout: 10 }
  try {
    return await discovery(issuer, provider.clientId, undefined, authentication, options)
  } catch (cause) {
    throw new Problem('service-unavailable', 'The identity provider cannot be reached', {
      cause,
      retryAfterSeconds: 10,
    })
  }
}

export async function beginVisit(
  configuration: Configuration,
  redirectUri: string,
  scope: string,
): Promise<Visit> {
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
 * `unauthorized` without saying which check failed; the log does.
 */
export async function endVisit(
  configuration: Configuration,
  answer: URL,
  { state, nonce, codeVerifier }: Pick<Visit, 'state' | 'nonce' | 'codeVerifier'>,
): Promise<Claims> {
  try {
    const tokens = await authorizationCodeGrant(configuration, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    })
    return tokens.claims()!
  } catch (cause) {
    throw new Problem('unauthorized', 'The identity provider did not confirm who you are; sign in again', {
      cause,
    })
  }
}

/** Plain HTTP is for providers on this machine only: tests, and sidecars. */
export const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' &&
  (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname))
