import { textUpTo } from '../../lib/text-up-to.ts'
import { AwayError, awayError, passing } from '../away.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { DatabricksConnection } from './connection.ts'

/** The bearer token of requests. Methods throw WarehouseError. */
export interface TokenSource {
  get(signal: AbortSignal): Promise<string>
  /** The service refused this token: the next `get` fetches another. False where there is no other. */
  refused(token: string): boolean
}

/** A token is not used in its last minute. */
const SPARE_MS = 60_000
const REQUEST_MS = 30_000
const USUAL_SECONDS = 3_600
const SHOWN_CHARACTERS = 300
const MAX_ANSWER_BYTES = 1024 * 1024

interface Fetched {
  readonly token: Promise<string>
  known?: string
  /** In ms of `performance.now()`: a clock that is set makes no token valid. */
  expiresAt: number
}

/**
 * A token of OAuth is fetched when it is first needed, kept while it is valid, and fetched once for all that
 * wait for it.
 */
export function createTokenSource(
  { url, credentials }: Pick<DatabricksConnection, 'url' | 'credentials'>,
  send: typeof fetch,
): TokenSource {
  if (credentials.kind === 'token') return { get: async () => credentials.token, refused: () => false }
  const { clientId, clientSecret } = credentials
  let current: Fetched | undefined

  function begin(): Fetched {
    const answer = fetchToken(new URL('/oidc/v1/token', url), { clientId, clientSecret }, send)
    const fresh: Fetched = {
      token: answer.then(({ token }) => token),
      expiresAt: performance.now() + REQUEST_MS + SPARE_MS,
    }
    answer.then(
      ({ token, seconds }) => {
        fresh.known = token
        fresh.expiresAt = performance.now() + seconds * 1_000
      },
      () => {
        if (current === fresh) current = undefined
      },
    )
    return fresh
  }

  return {
    async get(signal) {
      signal.throwIfAborted()
      if (current === undefined || current.expiresAt - SPARE_MS < performance.now()) current = begin()
      return current.token
    },
    refused(token) {
      if (current?.known === token) current = undefined
      return true
    },
  }
}

async function fetchToken(
  url: URL,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  send: typeof fetch,
): Promise<{ readonly token: string; readonly seconds: number }> {
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
  let response: Response
  let text: string
  try {
    response = await send(url, {
      method: 'POST',
      headers: { authorization: `Basic ${basic.toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'all-apis' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_MS),
    })
    text = await textUpTo(response, MAX_ANSWER_BYTES)
  } catch (error) {
    throw awayError(`The token endpoint of ${url.host}`, error)
  }
  const members = Object(parsed(text)) as Readonly<Record<string, unknown>>
  const { access_token: token, expires_in: seconds } = members
  if (response.ok && typeof token === 'string')
    return { token, seconds: typeof seconds === 'number' ? seconds : USUAL_SECONDS }
  const said = [members['error'], members['error_description']].filter((one) => typeof one === 'string')
  const words = said.length > 0 ? said.join(': ') : text.slice(0, SHOWN_CHARACTERS)
  if (passing.has(response.status))
    throw new AwayError(`The token endpoint of ${url.host} answered HTTP ${response.status} ${words}`.trim())
  throw new WarehouseError(
    `Databricks issued no token for the client ${clientId}: HTTP ${response.status} ${words}\n` +
      'Check the client ID and the OAuth secret of the service principal, whether the secret has expired, and whether the service principal is assigned to the workspace.',
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
