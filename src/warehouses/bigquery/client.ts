import { setTimeout as pause } from 'node:timers/promises'
import { awayMessage } from '../away.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { TokenSource } from './credentials.ts'
import { hintFor } from './hints.ts'

/** The REST interface of BigQuery, as far as it is used here. Methods throw WarehouseError, or the signal's reason. */
export interface BigQueryClient {
  get<T>(path: string, query: Query, signal: AbortSignal): Promise<T>
  /** `isRepeatable`: sending it twice does no harm. */
  post<T>(path: string, body: object, signal: AbortSignal, isRepeatable?: boolean): Promise<T>
}

type Query = Readonly<Record<string, string | number | undefined>>

/** What BigQuery refused. */
export class BigQueryFault extends WarehouseError {
  readonly status: number
  /** The service's own word, such as `notFound`. */
  readonly reason: string

  constructor(message: string, status: number, reason: string) {
    super([message, hintFor(reason, message)].filter((line) => line !== undefined).join('\n'))
    this.status = status
    this.reason = reason
  }
}

/** Answers to requests, pages of rows included: the service sends 20 MB at most, before they are unpacked. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024
const REQUEST_MS = 60_000
const ATTEMPTS = 5
const FIRST_WAIT_MS = 250
const SHOWN_CHARACTERS = 300
const passing: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])
const passingReasons: ReadonlySet<string> = new Set(['backendError', 'rateLimitExceeded'])

/** Sends requests to `endpoint`, the address without `/bigquery/v2`. What passes by itself is tried again for some seconds. */
export function createBigQueryClient(
  endpoint: string,
  token: TokenSource,
  send: typeof fetch,
): BigQueryClient {
  const base = endpoint.replace(/\/+$/, '')

  async function once<T>(
    method: string,
    url: string,
    body: object | undefined,
    signal: AbortSignal,
  ): Promise<T> {
    const headers = {
      authorization: `Bearer ${await token(signal)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)])
    const response = await send(url, {
      method,
      headers,
      redirect: 'manual',
      signal: limit,
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await limitedText(response)
    if (!response.ok) throw faultOf(response.status, text)
    return (text === '' ? {} : JSON.parse(text)) as T
  }

  async function request<T>(method: string, path: string, query: Query, sent: Sent): Promise<T> {
    const { body, signal, isRepeatable } = sent
    const given = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
    const url = `${base}/bigquery/v2/${path}${given.size === 0 ? '' : `?${given}`}`
    for (let attempt = 1; ; attempt++) {
      try {
        return await once<T>(method, url, body, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof WarehouseError && !(error instanceof BigQueryFault)) throw error
        if (attempt === ATTEMPTS || !isRepeatable || !passes(error)) throw shown(error, base)
        await pause(FIRST_WAIT_MS * 2 ** (attempt - 1) * (1 + Math.random()), undefined, { signal }).catch(
          () => signal.throwIfAborted(),
        )
      }
    }
  }

  return {
    get: (path, query, signal) =>
      request('GET', path, query, { body: undefined, signal, isRepeatable: true }),
    post: (path, body, signal, isRepeatable = false) =>
      request('POST', path, {}, { body, signal, isRepeatable }),
  }
}

interface Sent {
  readonly body: object | undefined
  readonly signal: AbortSignal
  readonly isRepeatable: boolean
}

/** A refused address does not change; a connection that broke may come back. */
function passes(error: unknown): boolean {
  if (error instanceof BigQueryFault) return passing.has(error.status) || passingReasons.has(error.reason)
  const { code, name } = Object((error as Error).cause) as { code?: string; name?: string }
  return name !== 'AddressRefused' && code !== 'ENOTFOUND' && code !== 'ECONNREFUSED'
}

function shown(error: unknown, base: string): WarehouseError {
  if (error instanceof WarehouseError) return error
  const { host } = new URL(base)
  return new WarehouseError(awayMessage(`BigQuery at ${host}`, error), { cause: error })
}

interface ErrorBody {
  readonly error?: {
    readonly message?: string
    readonly errors?: readonly { readonly reason?: string }[]
    readonly status?: string
  }
}

function faultOf(status: number, text: string): BigQueryFault {
  const { error } = Object(parsed(text)) as ErrorBody
  const message =
    error?.message ?? `BigQuery answered HTTP ${status} ${text.slice(0, SHOWN_CHARACTERS)}`.trim()
  return new BigQueryFault(message, status, error?.errors?.[0]?.reason ?? error?.status ?? '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function limitedText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length
    if (size > MAX_ANSWER_BYTES) throw new WarehouseError('BigQuery sent a response of more than 256 MB')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
