import { setTimeout as pause } from 'node:timers/promises'
import { retryAfterMs } from '../../lib/retry-after.ts'
import { awayMessage } from '../away.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { TokenSource } from './credentials.ts'
import { shownMessage } from './hints.ts'
import type { ErrorBody } from './wire.ts'

/** Requests to one workspace. Methods throw WarehouseError, or the signal's reason. */
export interface Requests {
  get<T>(path: string, signal: AbortSignal): Promise<T>
  /** Sent again only where the service certainly did not take it. */
  post<T>(path: string, body: object, signal: AbortSignal): Promise<T>
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
const SHOWN_CHARACTERS = 300
/** Refused before anything was done. */
const turnedAway: ReadonlySet<number> = new Set([429, 503])
const passing: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

/** `base` is the address of the workspace; what passes by itself is tried again for some seconds. */
export function createRequests(base: string, tokens: TokenSource, send: typeof fetch): Requests {
  const { host } = new URL(base)

  async function once<T>(method: string, path: string, body: object | undefined, signal: AbortSignal) {
    const token = await tokens.get(signal)
    const response = await send(new URL(path, base), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
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

  async function request<T>(method: string, path: string, body: object | undefined, signal: AbortSignal) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once<T>(method, path, body, signal)
      } catch (error) {
        signal.throwIfAborted()
        const wait = attempt === ATTEMPTS ? undefined : waitBefore(error, attempt, method === 'GET')
        if (wait === undefined) throw shown(error, host, method)
        await pause(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
      }
    }
  }

  return {
    get: (path, signal) => request('GET', path, undefined, signal),
    post: (path, body, signal) => request('POST', path, body, signal),
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
        throw new WarehouseError(awayMessage(who, error), { cause: error })
      }
    },
  }
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
function waitBefore(error: unknown, attempt: number, isRepeatable: boolean): number | undefined {
  const usual = FIRST_WAIT_MS * 2 ** (attempt - 1) * (1 + Math.random())
  if (error instanceof WarehouseError) return undefined
  if (error instanceof Refusal) {
    // A token that was revoked before its time is replaced once.
    if (error.isStale) return attempt === 1 ? 0 : undefined
    const repeats = isRepeatable ? passing : turnedAway
    return repeats.has(error.fault.status) ? Math.min(error.waitMs ?? usual, MAX_WAIT_MS) : undefined
  }
  const { code, name } = Object((error as Error).cause) as { code?: string; name?: string }
  if (!isRepeatable || name === 'AddressRefused') return undefined
  return code === 'ENOTFOUND' || code === 'ECONNREFUSED' ? undefined : usual
}

function shown(error: unknown, host: string, method: string): WarehouseError {
  if (error instanceof Refusal) return error.fault
  if (error instanceof WarehouseError) return error
  const { code, name } = Object((error as Error).cause) as { code?: string; name?: string }
  const neverArrived = name === 'AddressRefused' || code === 'ENOTFOUND' || code === 'ECONNREFUSED'
  const doubt =
    method === 'POST' && !neverArrived
      ? '\nIt is unknown whether it arrived: check the query history of the SQL warehouse before you run the step again.'
      : ''
  return new WarehouseError(`${awayMessage(`Databricks at ${host}`, error)}${doubt}`, { cause: error })
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
