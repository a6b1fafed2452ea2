import { setTimeout as wait } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { errorText } from '../../lib/error-text.ts'
import { textUpTo } from '../../lib/text-up-to.ts'
import { productVersion } from '../../lib/version.ts'
import { isLasting, passing } from '../away.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { Envelope } from './wire.ts'

const MAX_ATTEMPTS = 6
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [250, 8_000]
const SHOWN_CHARACTERS = 300
const GZIP = [0x1f, 0x8b]

/** The service itself answers within a minute, also while a statement runs. */
const REQUEST_MS = 5 * 60_000
const PART_MS = 10 * 60_000

export interface Requester {
  post(path: string, body: object, token: string | undefined, signal: AbortSignal): Promise<Envelope>
  get(path: string, token: string, signal: AbortSignal): Promise<Envelope>
  /** From an address of its own, which the answer to a statement named. */
  download(
    url: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>>
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

/**
 * Requests to one account. They reject with what says why nothing could be had. A request is known by its id,
 * and done once: with `patienceMs` it is repeated for so long whatever keeps it from being answered.
 */
export function createRequester(base: URL, send: typeof fetch, patienceMs = 0): Requester {
  async function request<T>(
    url: URL,
    init: RequestInit,
    { signal, limitMs, read, isAnswer = () => false }: Reading<T>,
  ): Promise<T> {
    let failedAt: number | undefined
    for (let tries = 1; ; tries++) {
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
        const response = await send(url, { ...init, redirect: 'manual', signal: limit })
        if (response.ok || isAnswer(response)) return await read(response)
        throw new StatusError(response.status, await textUpTo(response, SHOWN_CHARACTERS))
      } catch (error) {
        signal.throwIfAborted()
        failedAt ??= performance.now()
        const isOver = patienceMs > 0 ? performance.now() - failedAt > patienceMs : tries >= MAX_ATTEMPTS
        if (isOver || !mayBeRepeated(error, patienceMs > 0)) throw explained(error, url, base)
        await wait(Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS), undefined, { signal })
      }
    }
  }

  async function asked(path: string, init: RequestInit, token: string | undefined, signal: AbortSignal) {
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': `Headrace/${productVersion}`,
      ...(token !== undefined && { authorization: `Snowflake Token="${token}"` }),
    }
    const reading = { signal, limitMs: REQUEST_MS, isAnswer: isInWords }
    const text = await request(
      new URL(path, base),
      { ...init, headers },
      { ...reading, read: (response) => response.text() },
    )
    try {
      return JSON.parse(text) as Envelope
    } catch {
      throw new WarehouseError(
        `${base.host} does not answer like Snowflake: ${text.slice(0, SHOWN_CHARACTERS)}`,
      )
    }
  }

  return {
    post: (path, body, token, signal) =>
      asked(path, { method: 'POST', body: JSON.stringify(body) }, token, signal),
    get: (path, token, signal) => asked(path, { method: 'GET' }, token, signal),
    async download(url, headers, signal) {
      // Whole, so that one that breaks can be read again; zipped, it is not large.
      const bytes = await request(
        new URL(url),
        { method: 'GET', headers },
        { signal, limitMs: PART_MS, read: (response) => response.bytes() },
      )
      return unzipped(bytes)
    },
    wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
  }
}

interface Reading<T> {
  readonly signal: AbortSignal
  /** Of one attempt. */
  readonly limitMs: number
  readonly read: (response: Response) => Promise<T>
  /** Whether a response that is not 2xx is an answer all the same. */
  readonly isAnswer?: (response: Response) => boolean
}

/** Refusals may be answers in the service's own words. */
const isInWords = ({ status, headers }: Response): boolean =>
  (headers.get('content-type') ?? '').includes('json') && (status === 500 || !passing.has(status))

class StatusError extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(`HTTP ${status} ${text}`.trim())
    this.status = status
  }
}

/** Connections that break, and answers of what is overloaded; not a refusal. */
function mayBeRepeated(error: unknown, isPatient: boolean): boolean {
  if (error instanceof StatusError) return passing.has(error.status)
  if (isPatient) return !isLasting(error)
  const { code } = Object((error as Error).cause) as { code?: string }
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNREFUSED'].includes(code ?? '')
}

function explained(error: unknown, { host }: URL, base: URL): Error {
  if (error instanceof StatusError && host === base.host && [403, 404].includes(error.status))
    return new WarehouseError(
      `${host} answered ${error.message}: check the account identifier, which looks like organization-account`,
    )
  const { cause } = error as Error
  return cause instanceof Error ? cause : (error as Error)
}

/** Parts are zipped; some stores say so, and their bytes are unzipped already. */
async function* unzipped(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (!GZIP.every((byte, index) => bytes[index] === byte)) return yield bytes
  const unzip = createGunzip()
  unzip.end(bytes)
  try {
    yield* unzip as AsyncIterable<Uint8Array>
  } catch (error) {
    throw new WarehouseError(`A part of the result cannot be unzipped: ${errorText(error)}`, { cause: error })
  }
}
