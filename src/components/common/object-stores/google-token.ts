import { importPKCS8, SignJWT } from 'jose'
import { answerOf, readText } from '../../../connectors/send.ts'
import { jsonOf } from '../service-call.ts'
import { type Refused, type Sign, StoreError, unanswered, untilAnswered } from './sender.ts'

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write'
const LIFE_SECONDS = 3_600
const MARGIN_MS = 5 * 60_000
const SILENCE_MS = 30_000
const MAX_ANSWER_BYTES = 64 * 1024

/** The members of a service account's key file that are needed. */
export interface ServiceAccount {
  readonly email: string
  readonly privateKey: string
  readonly tokenUri: string
}

/** Reads a key file; undefined when the text is not one. Uses Google's own address if the file names none. */
export function serviceAccountOf(text: string): ServiceAccount | undefined {
  try {
    const { client_email, private_key, token_uri } = JSON.parse(text) as Record<string, unknown>
    if (typeof client_email !== 'string' || typeof private_key !== 'string') return undefined
    const tokenUri = typeof token_uri === 'string' ? token_uri : 'https://oauth2.googleapis.com/token'
    return { email: client_email, privateKey: private_key, tokenUri }
  } catch {
    return undefined
  }
}

export interface TokenTools {
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
  readonly mask: (secret: string) => void
  /** What the token is for; reading and writing objects unless stated. */
  readonly scope?: string
}

/** Signs with access tokens of a service account (RFC 7523), each for most of its hour. Throws StoreError. */
export function bearerOf(account: ServiceAccount, tools: TokenTools): Sign {
  /** `until` is in ms of `performance.now()`: a clock that is set makes no token valid. */
  let token: { readonly value: string; readonly until: number } | undefined
  return async (request) => {
    if (token === undefined || token.until < performance.now()) {
      const { value, seconds } = await tokenFor(account, tools)
      tools.mask(value)
      token = { value, until: performance.now() + seconds * 1000 - MARGIN_MS }
    }
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${token.value}` } }
  }
}

interface Token {
  readonly value: string
  readonly seconds: number
}

/**
 * An access token of a service account (RFC 7523). A service that is busy is asked again. Throws StoreError.
 */
export async function tokenFor(
  account: ServiceAccount,
  { fetch, signal, scope = SCOPE }: Omit<TokenTools, 'mask'>,
): Promise<Token> {
  const url = URL.parse(account.tokenUri)
  if (url?.protocol !== 'https:')
    throw new StoreError('The service account has no https:// address for tokens')
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await assertionOf(account, scope),
  })
  return untilAnswered(() => askedToken(fetch, url, body, signal), { signal })
}

async function askedToken(
  fetcher: typeof fetch,
  { host, href }: URL,
  body: URLSearchParams,
  signal: AbortSignal,
): Promise<Token | Refused> {
  const limits = { signal, silenceMs: SILENCE_MS, maxBytes: MAX_ANSWER_BYTES }
  try {
    const response = await answerOf(fetcher, href, { method: 'POST', body }, limits)
    const { text } = await readText({ response, url: href }, limits)
    const said = Object(jsonOf(text)) as Record<string, unknown>
    if (response.ok && typeof said['access_token'] === 'string')
      return { value: said['access_token'], seconds: Number(said['expires_in'] ?? LIFE_SECONDS) }
    const reason = [said['error'], said['error_description']].filter((one) => typeof one === 'string')
    const passing = response.status === 429 || response.status >= 500
    return { fault: `${host} issued no token: ${response.status} ${reason.join(': ')}`.trimEnd(), passing }
  } catch (error) {
    return unanswered(error, signal)
  }
}

async function assertionOf({ email, privateKey, tokenUri }: ServiceAccount, scope: string): Promise<string> {
  const key = await importPKCS8(privateKey, 'RS256').catch(() => {
    throw new StoreError("The service account's private key cannot be read")
  })
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience(tokenUri)
    .setIssuedAt()
    .setExpirationTime(`${LIFE_SECONDS}s`)
    .sign(key)
}
