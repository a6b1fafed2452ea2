import { setTimeout as pause } from 'node:timers/promises'
import { retryAfterMs } from '../../lib/retry-after.ts'
import { AwayError, awayError, isLasting, isUnsent, PATIENCE_MS, passing } from '../away.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { TokenSource } from './credentials.ts'
import { shownMessage } from './hints.ts'
import type { ErrorBody } from './wire.ts'

/** Requests to one workspace. Methods throw WarehouseError, or the signal's reason. */
export interface Requests {
  /**
   * Of a statement that was sent: what does not answer is asked for minutes. Throws AwayError when it is over
   * then.
   */
  get<T>(path: string, signal: AbortSignal): Promise<T>
  /** Sent again only where the service certainly did not take it. */
  post<T>(path: string, body: object, signal: AbortSignal): Promise<T>
  /**
   * The same, but an abort counts only between two attempts: it might leave something behind that nobody
   * could name.
   */
  submit<T>(path: string, body: object, signal: AbortSignal): Promise<T>
  /** The text behind a link to the cloud store, which is not told our token. */
  download(link: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string>
}

/** What Databricks refused. */
export class DatabricksFault extends WarehouseError {
  readonly status: number
  /** The service's own word, such as `RESOURCE_DOES_NOT_EXIST`. */
  readonly code: string

  constructor(message: string, status: number, code: string) {
    super(shownMessage(code === '' ? `HTTP ${status}` : `HTTP ${status} ${code}`, message))
    this.status = status
    this.code = code
  }
}

const MAX_ANSWER_BYTES = 256 * 1024 * 1024
const REQUEST_MS = 60_000
const DOWNLOAD_MS = 10 * 60_000
const ATTEMPTS = 6
const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 60_000
const LONGEST_USUAL_WAIT_MS = 8_000
const SHOWN_CHARACTERS = 300
/** What to do where nobody knows whether a statement was done. */
export const CHECK_HISTORY = 'check the query history of the SQL warehouse before you run the step again.'
/** Refused before anything was done. */
const turnedAway: ReadonlySet<number> = new Set([429, 503])

/** `base` is the address of the workspace; what passes by itself is tried again. */
export function createRequests(
  base: string,
  tokens: TokenSource,
  send: typeof fetch,
  patienceMs = PATIENCE_MS,
): Requests {
  const { host } = new URL(base)

  async function once<T>({ method, path, body, signal, isWhole = false }: Sent): Promise<T> {
    const token = await tokens.get(signal)
    const limit = AbortSignal.timeout(REQUEST_MS)
    const response = await send(new URL(path, base), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
      signal: isWhole ? limit : AbortSignal.any([signal, limit]),
    })
    const text = await limitedText(response)
    if (response.ok) return jsonOf<T>(text, host)
    const isStale = response.status === 401 && tokens.refused(token)
    throw new Refusal(
      faultOf(response.status, text),
      isStale,
      retryAfterMs(response.headers.get('retry-after'), Date.now()),
    )
  }

  async function request<T>(sent: Sent): Promise<T> {
    const { method, signal } = sent
    let failedAt: number | undefined
    let isRenewed = false
    for (let attempt = 1; ; attempt++) {
      try {
        return await once<T>(sent)
      } catch (error) {
        signal.throwIfAborted()
        failedAt ??= performance.now()
        // A token that was revoked before its time is replaced once.
        const isStale: boolean = error instanceof Refusal && error.isStale && !isRenewed
        isRenewed ||= isStale
        const isOver = method === 'GET' ? performance.now() - failedAt > patienceMs : attempt === ATTEMPTS
        const wait = isStale ? 0 : isOver ? undefined : waitBefore(error, attempt, method)
        if (wait === undefined) throw shown(error, host, method)
        await pause(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
      }
    }
  }

  return {
    get: (path, signal) => request({ method: 'GET', path, signal }),
    post: (path, body, signal) => request({ method: 'POST', path, body, signal }),
    submit: (path, body, signal) => request({ method: 'POST', path, body, signal, isWhole: true }),
    async download(link, headers, signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_MS)])
      const address = new URL(link)
      try {
        const response = await send(address, { headers, redirect: 'manual', signal: limit })
        const text = await limitedText(response)
        if (response.ok) return text
        throw new DatabricksFault(
          `The cloud store ${address.host} refused a part of the result: HTTP ${response.status} ${text.slice(0, SHOWN_CHARACTERS)}`,
          response.status,
          'EXTERNAL_LINK',
        )
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof WarehouseError) throw error
        const who = `The cloud store ${address.host}, where Databricks puts large results,`
        throw awayError(who, error)
      }
    },
  }
}

interface Sent {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly signal: AbortSignal
  readonly isWhole?: boolean
}

/** A fault, and whether it is worth asking again. */
class Refusal extends Error {
  readonly fault: DatabricksFault
  readonly isStale: boolean
  readonly waitMs: number | undefined

  constructor(fault: DatabricksFault, isStale: boolean, waitMs: number | undefined) {
    super(fault.message)
    this.fault = fault
    this.isStale = isStale
    this.waitMs = waitMs
  }
}

/** How long to wait before the next attempt; undefined where there is none. */
function waitBefore(error: unknown, attempt: number, method: Sent['method']): number | undefined {
  const usual = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_USUAL_WAIT_MS) * (1 + Math.random())
  if (error instanceof Refusal) {
    const repeats = method === 'GET' ? passing : turnedAway
    return repeats.has(error.fault.status) ? Math.min(error.waitMs ?? usual, MAX_WAIT_MS) : undefined
  }
  if (isLasting(error) || (error instanceof WarehouseError && !(error instanceof AwayError))) return undefined
  if (method === 'GET') return usual
  // Without a token nothing was sent; what is not there at all is not waited for before there is a statement.
  return error instanceof AwayError && !isUnsent(error) ? usual : undefined
}

function shown(error: unknown, host: string, method: string): WarehouseError {
  if (error instanceof Refusal) return error.fault
  if (error instanceof WarehouseError) return error
  const away = awayError(`Databricks at ${host}`, error)
  return method === 'POST' && !isUnsent(error)
    ? new WarehouseError(`${away.message}\nIt is unknown whether it arrived: ${CHECK_HISTORY}`, {
        cause: error,
      })
    : away
}

function faultOf(status: number, text: string): DatabricksFault {
  let body: ErrorBody = {}
  try {
    body = Object(JSON.parse(text)) as ErrorBody
  } catch {
    // Proxies and sign-in pages answer HTML.
  }
  const message = body.message ?? `Databricks answered HTTP ${status} ${text.slice(0, SHOWN_CHARACTERS)}`
  return new DatabricksFault(message.trim(), status, body.error_code ?? '')
}

function jsonOf<T>(text: string, host: string): T {
  try {
    return (text === '' ? {} : JSON.parse(text)) as T
  } catch {
    throw new WarehouseError(
      `${host} did not answer with JSON: check that the URL is that of a Databricks workspace`,
    )
  }
}

async function limitedText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length
    if (size > MAX_ANSWER_BYTES) throw new WarehouseError('Databricks sent a response of more than 256 MB')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
