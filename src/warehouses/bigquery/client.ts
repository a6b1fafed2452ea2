import { setTimeout as pause } from 'node:timers/promises'
import { AwayError, awayError, isLasting, isUnsent, PATIENCE_MS, passing } from '../away.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { TokenSource } from './credentials.ts'
import { hintFor } from './hints.ts'

/**
 * The REST interface of BigQuery, as far as it is used here. Methods throw WarehouseError, or the signal's
 * reason.
 */
export interface BigQueryClient {
  /** `isRunning`: it is about a statement that runs, so that what does not answer is asked for minutes. */
  get<T>(path: string, query: Query, signal: AbortSignal, isRunning?: boolean): Promise<T>
  /** `isRepeatable`: sending it twice does no harm. */
  post<T>(path: string, body: object, signal: AbortSignal, isRepeatable?: boolean): Promise<T>
}

export type Query = Readonly<Record<string, string | number | undefined>>

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
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [250, 8_000]
const SHOWN_CHARACTERS = 300
const passingReasons: ReadonlySet<string> = new Set(['backendError', 'rateLimitExceeded'])

/** Sends requests to `endpoint`, the address without `/bigquery/v2`. What passes by itself is tried again. */
export function createBigQueryClient(
  endpoint: string,
  tokens: TokenSource,
  send: typeof fetch,
  patienceMs = PATIENCE_MS,
): BigQueryClient {
  const base = endpoint.replace(/\/+$/, '')

  async function once<T>(
    method: string,
    url: string,
    body: object | undefined,
    signal: AbortSignal,
  ): Promise<T> {
    const sendWith = (token: string) =>
      send(url, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
        body: body === undefined ? null : JSON.stringify(body),
      })
    const token = await tokens.get(signal)
    let response = await sendWith(token)
    // A token that was revoked before its time, or outlived it while the machine slept, is replaced once.
    if (response.status === 401 && tokens.refused(token)) {
      await response.body?.cancel()
      response = await sendWith(await tokens.get(signal))
    }
    const text = await limitedText(response)
    if (!response.ok) throw faultOf(response.status, text)
    return (text === '' ? {} : JSON.parse(text)) as T
  }

  async function request<T>(method: string, path: string, query: Query, sent: Sent): Promise<T> {
    const { body, signal, isRepeatable, isRunning = false } = sent
    const given = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
    const url = `${base}/bigquery/v2/${path}${given.size === 0 ? '' : `?${given}`}`
    let failedAt: number | undefined
    let lost: unknown
    for (let attempt = 1; ; attempt++) {
      try {
        return await once<T>(method, url, body, signal)
      } catch (error) {
        signal.throwIfAborted()
        failedAt ??= performance.now()
        // Its answer is lost, and what it began may run.
        if (method === 'POST' && isRepeatable && !(error instanceof WarehouseError) && !isUnsent(error))
          lost ??= error
        const isPatient = isRunning || lost !== undefined
        const isOver = isPatient ? performance.now() - failedAt > patienceMs : attempt === ATTEMPTS
        if (!passes(error)) throw shown(error, base)
        // What is not there at all is not waited for before there is a statement.
        if (isOver || !isRepeatable || (!isPatient && isUnsent(error))) throw shown(lost ?? error, base)
        const usual = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)
        await pause(usual * (1 + Math.random()), undefined, { signal }).catch(() => signal.throwIfAborted())
      }
    }
  }

  return {
    get: (path, query, signal, isRunning) =>
      request('GET', path, query, { body: undefined, signal, isRepeatable: true, isRunning }),
    post: (path, body, signal, isRepeatable = false) =>
      request('POST', path, {}, { body, signal, isRepeatable }),
  }
}

interface Sent {
  readonly body: object | undefined
  readonly signal: AbortSignal
  readonly isRepeatable: boolean
  readonly isRunning?: boolean | undefined
}

/** Whether what failed may succeed when it is repeated. */
export function passes(error: unknown): boolean {
  if (error instanceof BigQueryFault) return passing.has(error.status) || passingReasons.has(error.reason)
  if (isLasting(error)) return false
  return error instanceof AwayError || !(error instanceof WarehouseError)
}

function shown(error: unknown, base: string): WarehouseError {
  if (error instanceof WarehouseError) return error
  return awayError(`BigQuery at ${new URL(base).host}`, error)
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
