import { Failure } from './failure.ts'
import { fetchWithin } from './fetch-within.ts'
import { hintOfGateway, isOfGateway, pauseMs } from './retry-after.ts'

export interface StoredToken {
  readonly accessToken: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

interface Server {
  /** Address of the API with its base path, e.g. `https://data.example.com/api`. */
  readonly url: string
}

/** A server and an API credential there, which gets tokens. */
export interface CredentialLogin extends Server {
  readonly clientId: string
  readonly clientSecret: string
  readonly token?: StoredToken | undefined
}

/** A server and a personal access token there. */
export interface TokenLogin extends Server {
  readonly personalToken: string
}

/** What `headrace login` keeps. */
export type Profile = CredentialLogin | TokenLogin

/** A token this near to its end is not used any more. */
const MARGIN_MS = 30_000

export interface TokenTools {
  readonly now: () => number
  /** Ends early when the signal aborts. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Called with every new token. */
  readonly keepToken: (token: StoredToken) => void
  /** How long the server may say nothing, unless it is the usual time. */
  readonly silenceMs?: number
}

export interface TokenSource {
  /** A token that is valid for a while; asks the server only when none is at hand. */
  current(): Promise<string>
  /** Another token, because the server refused that one; undefined where there is only the one. */
  renewed(refused: string): Promise<string | undefined>
}

/**
 * The personal access token, or tokens by client credentials (decisions.md §2), remembered until shortly
 * before they expire. `keepToken` receives every new one, so that the next command can reuse it.
 */
export function tokenSource(login: Profile, tools: TokenTools): TokenSource {
  if ('personalToken' in login)
    return { current: async () => login.personalToken, renewed: async () => undefined }
  return credentialTokens(login, tools)
}

function credentialTokens(login: CredentialLogin, tools: TokenTools): TokenSource {
  const { now, keepToken } = tools
  let known = login.token
  let pending: Promise<string> | undefined

  async function requested(): Promise<string> {
    known = await requestToken(login, tools)
    keepToken(known)
    return known.accessToken
  }

  /** Requests that need a token at the same time share one. */
  function shared(): Promise<string> {
    pending ??= requested().finally(() => {
      pending = undefined
    })
    return pending
  }

  return {
    current: async () =>
      known !== undefined && known.expiresAt - MARGIN_MS > now() ? known.accessToken : shared(),
    renewed: async (refused) =>
      known !== undefined && known.accessToken !== refused ? known.accessToken : shared(),
  }
}

/**
 * Asks `{origin}/oauth/token` for a token, once more after the time that a 429 or 503 names in `Retry-After`,
 * or when a proxy got no answer. Throws Failure when the credential is refused.
 */
export async function requestToken(
  { url, clientId, clientSecret }: CredentialLogin,
  { now, wait, silenceMs }: Omit<TokenTools, 'keepToken'>,
): Promise<StoredToken> {
  const address = new URL('/oauth/token', url)
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
  const init = {
    method: 'POST',
    headers: { authorization: `Basic ${basic.toString('base64')}`, accept: 'application/json' },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  }
  let response = await fetchWithin(address, init, { silenceMs })
  const isPassing = response.status === 429 || response.status === 503 || isOfGateway(response)
  const pause = isPassing ? pauseMs(response, now()) : undefined
  if (pause !== undefined) {
    await response.body?.cancel()
    await wait(pause)
    response = await fetchWithin(address, init, { silenceMs })
  }
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (typeof body['access_token'] !== 'string') throw refused(response, body, address, clientId)
  const seconds = typeof body['expires_in'] === 'number' ? body['expires_in'] : 0
  return { accessToken: body['access_token'], expiresAt: now() + seconds * 1_000 }
}

const hintOfStatus: Readonly<Record<number, string>> = { 404: 'Is this the address of a Headrace server?' }

function refused(response: Response, body: Record<string, unknown>, address: URL, clientId: string): Failure {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const more = { status: response.status, requestId }
  if (body['error'] === 'invalid_client')
    return new Failure(`${address.origin} rejected the credential ${clientId}.`, {
      ...more,
      hint: 'It may have been deleted or mistyped. Run `headrace login` with a valid one.',
    })
  const said = body['error_description'] ?? body['detail'] ?? body['error'] ?? 'no details'
  return new Failure(`${address.href} issued no token: ${response.status}, ${said}`, {
    ...more,
    hint: isOfGateway(response) ? hintOfGateway : hintOfStatus[response.status],
  })
}
