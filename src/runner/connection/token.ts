import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { json } from 'node:stream/consumers'
import { agentThroughProxy } from '../../lib/forward-proxy.ts'

/** Access tokens for the runner's own credentials. */
export interface Tokens {
  /** A token that stays valid for at least a minute. Throws TokenError when none is given. */
  get(signal: AbortSignal): Promise<string>
  /** The token was refused: the next `get` asks for a new one. */
  forget(): void
}

class TokenError extends Error {
  override readonly name = 'TokenError'
}

export interface TokenOptions {
  /** Any address below the API's origin. */
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Milliseconds of a clock that only moves forward. */
  readonly now?: () => number
}

const RENEW_BEFORE_MS = 60_000

/** Client credentials by HTTP Basic (RFC 6749 §4.4, decisions.md §1), kept until 60 s before they expire. */
export function createTokens({
  apiUrl,
  clientId,
  clientSecret,
  now = () => performance.now(),
}: TokenOptions): Tokens {
  const address = new URL('/oauth/token', apiUrl)
  const basic = [clientId, clientSecret].map(encodeURIComponent).join(':')
  const authorization = `Basic ${Buffer.from(basic).toString('base64')}`
  let held: { readonly token: string; readonly until: number } | undefined

  async function request(signal: AbortSignal): Promise<string> {
    const { status, body } = await post(address, authorization, signal)
    const { token, seconds } = grantOf(status, body)
    held = { token, until: now() + seconds * 1000 - RENEW_BEFORE_MS }
    return token
  }

  return {
    get: async (signal) => (held !== undefined && now() < held.until ? held.token : request(signal)),
    forget() {
      held = undefined
    },
  }
}

/** By Node's plain client: loading `fetch` takes a runner that makes no other request several megabytes. */
async function post(address: URL, authorization: string, signal: AbortSignal) {
  const request = (address.protocol === 'https:' ? https : http).request(address, {
    method: 'POST',
    agent: agentThroughProxy(address.href),
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
  })
  request.end('grant_type=client_credentials')
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const body: unknown = await json(response).catch(() => undefined)
  return { status: response.statusCode, body }
}

const members = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}

/**
 * What refuses says why (RFC 6749 §5.2); other answers are of a proxy, or of a server that cannot answer now.
 */
function grantOf(status: number | undefined, body: unknown): { token: string; seconds: number } {
  const { access_token: token, expires_in: seconds, error } = members(body)
  if (typeof token === 'string' && typeof seconds === 'number') return { token, seconds }
  if (typeof error === 'string')
    throw new TokenError(`The API refused the runner's credentials (${status} ${error})`)
  throw new TokenError(
    `The token endpoint answered ${status} without a token: is this the address of a Headrace API, and does one run there?`,
  )
}
