import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { textUpTo } from '../../lib/text-up-to.ts'
import { productVersion } from '../../lib/version.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { Envelope } from './wire.ts'

const MAX_ATTEMPTS = 6
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [250, 8_000]
const SHOWN_CHARACTERS = 300
const GZIP = [0x1f, 0x8b]

/** Answers of what stands in front of the service, which may be asked again: a request is known by its id, and done once. */
const repeated = new Set([408, 429, 500, 502, 503, 504])

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

/** Requests to one account. They reject with what says why nothing could be had. */
export function createRequester(base: URL, send: typeof fetch): Requester {
  async function attempt(url: URL | string, init: RequestInit, isJson: boolean): Promise<Response> {
    const response = await send(url, { ...init, redirect: 'manual' })
    if (response.ok) return response
    // Refusals may be answers in the service's own words.
    const kind = response.headers.get('content-type') ?? ''
    if (isJson && kind.includes('json') && (response.status === 500 || !repeated.has(response.status)))
      return response
    const text = await textUpTo(response, SHOWN_CHARACTERS)
    throw new StatusError(response.status, text)
  }

  async function request(
    url: URL | string,
    init: RequestInit,
    signal: AbortSignal,
    isJson = true,
  ): Promise<Response> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(url, { ...init, signal }, isJson)
      } catch (error) {
        signal.throwIfAborted()
        if (tries >= MAX_ATTEMPTS || !mayBeRepeated(error)) throw explained(error, base)
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
    const response = await request(new URL(path, base), { ...init, headers }, signal)
    const text = await response.text()
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
      const { body } = await request(url, { method: 'GET', headers }, signal, false)
      return unzipped((body ?? []) as AsyncIterable<Uint8Array>)
    },
    wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
  }
}

class StatusError extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(`HTTP ${status} ${text}`.trim())
    this.status = status
  }
}

/** Connections that break, and answers of what is overloaded; not a refusal. */
function mayBeRepeated(error: unknown): boolean {
  if (error instanceof StatusError) return repeated.has(error.status)
  const { code } = Object((error as Error).cause) as { code?: string }
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNREFUSED'].includes(code ?? '')
}

function explained(error: unknown, { host }: URL): Error {
  if (error instanceof StatusError && [403, 404].includes(error.status))
    return new WarehouseError(
      `${host} answered ${error.message}: check the account identifier, which looks like organization-account`,
    )
  const { cause } = error as Error
  return cause instanceof Error ? cause : (error as Error)
}

/** Parts are zipped; some stores say so, and their bytes are unzipped already. */
async function* unzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]()
  const first = await source.next()
  if (first.done === true) return
  async function* all() {
    yield first.value as Uint8Array
    yield* { [Symbol.asyncIterator]: () => source }
  }
  if (!GZIP.every((byte, index) => first.value[index] === byte)) return yield* all()
  const unzip = createGunzip()
  const running = pipeline(Readable.from(all()), unzip).catch((error) => unzip.destroy(error))
  yield* unzip as AsyncIterable<Uint8Array>
  await running
}
