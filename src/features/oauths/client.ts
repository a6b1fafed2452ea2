import * as openid from 'openid-client'
import { readText } from '../../connectors/send.ts'
import { createMasking } from '../../lib/masking.ts'
import type { TokenParameter } from './schema.ts'

/** An entry with its secret in the clear: only on its way to the authorization server. */
export interface OAuthClientEntry {
  readonly grantType: 'CLIENT_CREDENTIALS' | 'AUTHORIZATION_CODE'
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly accessTokenUrl: string
  readonly authorizeUrl: string | undefined
  readonly credentialsIn: 'BODY' | 'HEADER'
  readonly tokenParameters: readonly TokenParameter[]
  readonly authParameters: readonly { readonly name: string; readonly value: string }[]
}

export interface TokenSet {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  readonly expiresInSeconds: number | undefined
}

/** The authorization server gave no token. The message is shown to users and holds no secret. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  /** The grant itself is over (RFC 6749 §5.2): only a user can authorize it again. */
  readonly ended: boolean

  constructor(message: string, ended: boolean, cause: unknown) {
    super(message, { cause })
    this.ended = ended
  }
}

/** For a whole answer; who leases an entry meanwhile relies on it. */
const TIMEOUT_SECONDS = 20
const MAX_ANSWER_BYTES = 1024 * 1024
/**
 * A hundred years. Servers whose tokens do not expire say so with the largest number that they have, which is
 * no date.
 */
const MAX_EXPIRY_SECONDS = 100 * 365 * 86_400

/**
 * OAuth 2.0 (RFC 6749, PKCE by RFC 7636) with one entry. `fetch` is guarded (decisions.md §12). All throw
 * OAuthError.
 */
export function oauthClient(entry: OAuthClientEntry, fetch: typeof globalThis.fetch) {
  const config = configurationOf(entry, fetch)
  const body = new URLSearchParams(
    entry.tokenParameters
      .filter(({ addTo }) => (addTo ?? 'BODY') === 'BODY')
      .map(({ name, value }): [string, string] => [name, value]),
  )

  const secret = entry.clientSecret ?? ''

  async function clientCredentials(): Promise<TokenSet> {
    return granted(() => openid.clientCredentialsGrant(config, body), [secret])
  }

  async function refresh(refreshToken: string): Promise<TokenSet> {
    return granted(() => openid.refreshTokenGrant(config, refreshToken, body), [secret, refreshToken])
  }

  /** Where a person says yes, and what proves afterwards that it was us who asked. */
  async function begin(redirectUri: string, state: string): Promise<{ url: string; verifier: string }> {
    const verifier = openid.randomPKCECodeVerifier()
    const url = openid.buildAuthorizationUrl(config, {
      ...Object.fromEntries(entry.authParameters.map(({ name, value }) => [name, value])),
      redirect_uri: redirectUri,
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, verifier }
  }

  /** `answer`: the address the person came back to. */
  async function finish(answer: URL, proof: { verifier: string; state: string }): Promise<TokenSet> {
    const url = new URL(answer)
    // Each entry has a redirect address of its own, which keeps servers apart (RFC 9700 §4.4); an issuer is
    // not known.
    url.searchParams.delete('iss')
    const checks = { pkceCodeVerifier: proof.verifier, expectedState: proof.state }
    const sent = [secret, url.searchParams.get('code') ?? '', proof.verifier]
    return granted(() => openid.authorizationCodeGrant(config, url, checks, body), sent)
  }

  return { clientCredentials, refresh, begin, finish }
}

function configurationOf(entry: OAuthClientEntry, fetch: typeof globalThis.fetch): openid.Configuration {
  const { clientSecret, credentialsIn, accessTokenUrl, authorizeUrl } = entry
  const method = credentialsIn === 'BODY' ? openid.ClientSecretPost : openid.ClientSecretBasic
  const config = new openid.Configuration(
    {
      issuer: new URL(accessTokenUrl).origin,
      token_endpoint: accessTokenUrl,
      ...(authorizeUrl !== undefined && { authorization_endpoint: authorizeUrl }),
    },
    entry.clientId,
    {},
    clientSecret === undefined ? openid.None() : method(clientSecret),
  )
  config.timeout = TIMEOUT_SECONDS
  // Whether plain HTTP is acceptable is for the owner of the entry to say; it was entered this way.
  openid.allowInsecureRequests(config)
  config[openid.customFetch] = tokenFetch(entry.tokenParameters, fetch)
  return config
}

/**
 * Adds the extra headers and query parameters of the token request. An identity token in the answer is
 * removed: it describes users, which is not needed here.
 */
function tokenFetch(
  parameters: readonly TokenParameter[],
  fetch: typeof globalThis.fetch,
): openid.CustomFetch {
  return async (address, options) => {
    const url = new URL(address)
    const headers = new Headers(options.headers)
    for (const { name, value, addTo } of parameters) {
      if (addTo === 'QUERY_PARAMETER') url.searchParams.append(name, value)
      if (addTo === 'HEADER_PARAMETER') headers.set(name, value)
    }
    const signal = options.signal ?? AbortSignal.timeout(TIMEOUT_SECONDS * 1000)
    const init = { method: options.method, headers, redirect: 'manual', signal } as const
    const answer = await fetch(url, {
      ...init,
      ...(options.body != null && { body: options.body }),
    } as RequestInit)
    const text = await bodyOf(answer, url.href, signal)
    // A challenge would be reported instead of the body, and the body says what is wrong (RFC 6749 §5.2).
    const type = answer.headers.get('content-type') ?? 'application/octet-stream'
    const kept = { status: answer.status, headers: { 'content-type': type } }
    return new Response(answer.ok ? withoutIdToken(text) : text, kept)
  }
}

async function bodyOf(response: Response, url: string, signal: AbortSignal): Promise<string> {
  const limits = { signal, silenceMs: TIMEOUT_SECONDS * 1000, maxBytes: MAX_ANSWER_BYTES }
  return (await readText({ response, url }, limits)).text
}

function withoutIdToken(text: string): string {
  try {
    const { id_token: _, ...rest } = JSON.parse(text) as Record<string, unknown>
    return JSON.stringify(rest)
  } catch {
    return text // the library says what is wrong with it
  }
}

/** `secrets` are those that are sent: a server may repeat them in what it says. */
async function granted(
  ask: () => Promise<openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers>,
  secrets: readonly string[],
): Promise<TokenSet> {
  try {
    const answer = await ask()
    const expiresInSeconds = answer.expiresIn()
    if (answer.token_type !== 'bearer')
      throw new Error(`it gave a token of type ${answer.token_type}, and only Bearer can be used`)
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      expiresInSeconds:
        expiresInSeconds !== undefined && expiresInSeconds > MAX_EXPIRY_SECONDS
          ? undefined
          : expiresInSeconds,
    }
  } catch (error) {
    const masking = createMasking()
    for (const secret of secrets) masking.add(secret)
    throw faultOf(error, masking.mask)
  }
}

function faultOf(error: unknown, masked: (text: string) => string): OAuthError {
  const {
    error: code,
    error_description: description,
    cause,
  } = error as {
    error?: unknown
    error_description?: unknown
    cause?: unknown
  }
  if (typeof code === 'string') {
    const more = typeof description === 'string' ? `: ${masked(description).slice(0, 500)}` : ''
    const said = `The authorization server says ${masked(code)}${more}`
    return new OAuthError(said, code === 'invalid_grant', error)
  }
  const reasons = [error, cause, (cause as Error | undefined)?.cause]
    .filter((one) => one instanceof Error && one.message !== '')
    .map((one) => (one as Error).message)
  const status = cause instanceof Response ? ` (it answered ${cause.status})` : ''
  return new OAuthError(
    `The authorization server gave no token: ${masked(reasons.join(': '))}${status}`,
    false,
    error,
  )
}
