import { importPKCS8, SignJWT } from 'jose'
import { errorText } from '../../lib/error-text.ts'
import { textUpTo } from '../../lib/text-up-to.ts'
import { AwayError, awayError, passing } from '../away.ts'
import { WarehouseError } from '../warehouse-error.ts'

/**
 * How the connection proves who it is: the text of a service account's key file, or a token that somebody
 * else fetched.
 */
export type BigQueryCredentials =
  | { readonly keyFile: string; readonly accessToken?: undefined }
  | { readonly accessToken: string; readonly keyFile?: undefined }

/** The bearer token of requests. Methods throw WarehouseError. */
export interface TokenSource {
  get(signal: AbortSignal): Promise<string>
  /** The service refused this token: the next `get` fetches another. False where there is no other. */
  refused(token: string): boolean
}

interface ServiceAccountKey {
  readonly clientEmail: string
  readonly privateKey: string
  readonly privateKeyId: string | undefined
  readonly tokenUri: string
}

const SCOPE = 'https://www.googleapis.com/auth/bigquery https://www.googleapis.com/auth/devstorage.read_only'
const PUBLIC_TOKEN_URI = 'https://oauth2.googleapis.com/token'
const JWT_SECONDS = 3_600
/** A token is not used in its last minute. */
const SPARE_MS = 60_000
const REQUEST_MS = 30_000
const SHOWN_CHARACTERS = 300
const MAX_ANSWER_BYTES = 1024 * 1024

interface Fetched {
  readonly token: Promise<string>
  known?: string
  /** In ms of `performance.now()`: a clock that is set makes no token valid. */
  expiresAt: number
}

/**
 * A token is fetched when it is first needed, kept while it is valid, and fetched once for all that wait for
 * it.
 */
export function createTokenSource(credentials: BigQueryCredentials, send: typeof fetch): TokenSource {
  if (credentials.accessToken !== undefined) {
    const { accessToken } = credentials
    return { get: async () => accessToken, refused: () => false }
  }
  const key = readKeyFile(credentials.keyFile)
  let current: Fetched | undefined

  function begin(): Fetched {
    const answer = fetchToken(key, send)
    const fresh: Fetched = {
      token: answer.then(({ token }) => token),
      expiresAt: performance.now() + REQUEST_MS,
    }
    answer.then(
      ({ token, seconds }) => {
        fresh.known = token
        fresh.expiresAt = performance.now() + seconds * 1_000 - SPARE_MS
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
      if (current === undefined || current.expiresAt < performance.now()) current = begin()
      return current.token
    },
    refused(token) {
      if (current?.known === token) current = undefined
      return true
    },
  }
}

/** What is wrong with the text of a key file; undefined when nothing is. */
export function keyFileFault(text: string): string | undefined {
  try {
    readKeyFile(text)
    return undefined
  } catch (error) {
    return errorText(error)
  }
}

function readKeyFile(text: string): ServiceAccountKey {
  const members = Object(parsed(text)) as Record<string, unknown>
  const { client_email: clientEmail, private_key: privateKey } = members
  if (typeof clientEmail !== 'string' || typeof privateKey !== 'string')
    throw new WarehouseError(
      'The key of the service account is not a JSON key file: it needs client_email and private_key',
    )
  const { private_key_id: id, token_uri: tokenUri } = members
  return {
    clientEmail,
    privateKey,
    privateKeyId: typeof id === 'string' ? id : undefined,
    tokenUri: typeof tokenUri === 'string' ? tokenUri : PUBLIC_TOKEN_URI,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function fetchToken(key: ServiceAccountKey, send: typeof fetch) {
  const assertion = await signedClaim(key)
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  const { status, text } = await posted(key.tokenUri, body, send)
  const answer = Object(parsed(text)) as Record<string, unknown>
  const { access_token: token, expires_in: seconds } = answer
  if (status === 200 && typeof token === 'string') return { token, seconds: Number(seconds ?? JWT_SECONDS) }
  const said = answer['error_description'] ?? answer['error'] ?? text.slice(0, SHOWN_CHARACTERS)
  if (passing.has(status))
    throw new AwayError(`The token server ${key.tokenUri} answered HTTP ${status} ${String(said)}`.trim())
  throw new WarehouseError(
    `Google refused the key of ${key.clientEmail}: HTTP ${status} ${String(said)}\n` +
      'Create a new key of the service account, and put the whole JSON file into the secret. Also check the clock of the runner.',
  )
}

async function signedClaim(key: ServiceAccountKey): Promise<string> {
  try {
    const signer = await importPKCS8(key.privateKey, 'RS256')
    const header = {
      alg: 'RS256',
      typ: 'JWT',
      ...(key.privateKeyId !== undefined && { kid: key.privateKeyId }),
    }
    const now = Math.floor(Date.now() / 1_000)
    return await new SignJWT({ scope: SCOPE })
      .setProtectedHeader(header)
      .setIssuer(key.clientEmail)
      .setAudience(key.tokenUri)
      .setIssuedAt(now)
      .setExpirationTime(now + JWT_SECONDS)
      .sign(signer)
  } catch (error) {
    throw new WarehouseError(`The private key of the service account cannot be read: ${errorText(error)}`)
  }
}

async function posted(url: string, body: URLSearchParams, send: typeof fetch) {
  try {
    const signal = AbortSignal.timeout(REQUEST_MS)
    const response = await send(url, { method: 'POST', body, redirect: 'manual', signal })
    return { status: response.status, text: await textUpTo(response, MAX_ANSWER_BYTES) }
  } catch (error) {
    throw awayError(`The token server ${url}`, error)
  }
}
