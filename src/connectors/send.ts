import { charsetOf } from '../lib/charset.ts'
import { MAX_RETRY_WAIT_MS, retryAfterMs } from '../lib/retry-after.ts'
import { type ConnectorRequest, urlOf } from './prepare.ts'

const MAX_REDIRECTS = 5
const redirectStatuses = new Set([301, 302, 303, 307, 308])

export interface ExchangeLimits {
  /** Ends everything. */
  readonly signal: AbortSignal
  /** How long to wait for a server that sends nothing. */
  readonly silenceMs: number
}

export interface Exchange {
  readonly response: Response
  /** Who answered in the end: it may carry an API key, so it is for resolving links, not for showing. */
  readonly url: string
}

/**
 * A request that got no answer, or none that can be used. Its message names hosts only, never a path or
 * query.
 */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
}

/**
 * Sends a request with a guarded `fetch` and follows redirects itself: every hop makes a new connection, so
 * every address is checked. Credentials and all headers of the connector stay with the host they were meant
 * for (RFC 9110 §15.4); a POST that is answered with 301, 302 or 303 is repeated as GET. Throws
 * ExchangeError; the signal's reason when it aborts.
 */
export async function exchange(
  fetcher: typeof fetch,
  request: ConnectorRequest,
  { signal, silenceMs }: ExchangeLimits,
): Promise<Exchange> {
  let url = urlOf(request)
  let hop: RequestInit = {
    method: request.method,
    headers: request.headers.map(([name, value]): [string, string] => [name, value]),
    ...(request.body !== undefined && { body: request.body }),
  }
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await answerOf(fetcher, url, hop, { signal, silenceMs })
    const location = response.headers.get('location')
    if (!redirectStatuses.has(response.status) || location === null) return { response, url }
    await response.body?.cancel()
    const next = URL.parse(location, url)
    if (next === null || !['http:', 'https:'].includes(next.protocol))
      throw new ExchangeError(`${hostOf(url)} redirects to an address that is neither http nor https`)
    hop = afterRedirect(hop, response.status, new URL(url).origin === next.origin)
    url = next.href
  }
  throw new ExchangeError(`${hostOf(url)} redirects more than ${MAX_REDIRECTS} times`)
}

function afterRedirect(hop: RequestInit, status: number, sameOrigin: boolean): RequestInit {
  const becomesGet = status === 303 || ((status === 301 || status === 302) && hop.method === 'POST')
  const headers = (hop.headers as [string, string][]).filter(
    ([name]) =>
      (sameOrigin || name.toLowerCase() === 'accept') &&
      !(becomesGet && name.toLowerCase() === 'content-type'),
  )
  if (becomesGet) return { method: 'GET', headers }
  if (sameOrigin || hop.body === undefined) return { ...hop, headers }
  throw new ExchangeError(
    'The endpoint redirects a request with a body to another host; use that address itself',
  )
}

/**
 * The response of one request, as far as its headers; redirects are not followed. Throws ExchangeError, whose
 * cause is that of the fetch; the signal's reason when it aborts.
 */
export async function answerOf(
  fetcher: typeof fetch,
  url: string,
  hop: RequestInit,
  { signal, silenceMs }: ExchangeLimits,
): Promise<Response> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), silenceMs)
  try {
    return await fetcher(url, {
      ...hop,
      redirect: 'manual',
      signal: AbortSignal.any([signal, silence.signal]),
    })
  } catch (error) {
    signal.throwIfAborted()
    if (silence.signal.aborted) throw tooSilent(url, silenceMs)
    throw new ExchangeError(`${hostOf(url)} could not be reached: ${causeOf(error)}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

const tooSilent = (url: string, silenceMs: number) =>
  new ExchangeError(`${hostOf(url)} sent nothing for ${silenceMs / 1000} s`)
const hostOf = (url: string): string => new URL(url).host

/** fetch says only "fetch failed"; the reason is its cause. */
function causeOf(error: unknown): string {
  const { cause, message } = error as Error
  if (!(cause instanceof Error)) return message
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}

/** Whether a response says that it has no body (RFC 9110 §15.3.5, §15.3.6). */
export const hasNoContent = ({ status }: Response): boolean => status === 204 || status === 205

export interface ReadLimits extends ExchangeLimits {
  /** Of the body after decompression: what is packed small may be large. */
  readonly maxBytes: number
  /** Told of the bytes of each piece, after decompression. */
  readonly counted?: (bytes: number) => void
  /** Bytes that are no text in the character set of the response are errors, and not U+FFFD. */
  readonly exact?: boolean
}

/**
 * The body as text, piece by piece. `truncated` is called, and reading ends, when there is more than
 * `maxBytes`. Throws ExchangeError when the server breaks the connection or stops sending, and when `exact`
 * does.
 */
export async function* readTextChunks(
  exchanged: Exchange,
  { signal, silenceMs, maxBytes, counted, exact = false }: ReadLimits,
  truncated: () => void,
): AsyncGenerator<string> {
  const { response, url } = exchanged
  if (response.body === null) return
  const decode = decoderOf(exchanged, exact)
  const reader = response.body.getReader()
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), url, { signal, silenceMs })
      if (done) break
      bytes += value.byteLength
      counted?.(value.byteLength)
      if (bytes > maxBytes) {
        yield decode(value.subarray(0, value.byteLength - (bytes - maxBytes)))
        truncated()
        return
      }
      yield decode(value)
    }
    yield decode()
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Decodes a body piece by piece; without a piece, its end. */
function decoderOf(exchanged: Exchange, exact: boolean): (piece?: Uint8Array) => string {
  const decoder = textDecoder(exchanged, exact)
  return (piece) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch (error) {
      const host = hostOf(exchanged.url)
      throw new ExchangeError(`${host} sent bytes that are not ${decoder.encoding}`, { cause: error })
    }
  }
}

function textDecoder({ response }: Exchange, exact: boolean) {
  const charset = charsetOf(response.headers.get('content-type'))
  try {
    return new TextDecoder(charset, { fatal: exact })
  } catch {
    // Of one that is unknown or empty, UTF-8 is the likeliest, and exact reading finds out.
    return new TextDecoder('utf-8', { fatal: exact })
  }
}

async function within<T>(reading: Promise<T>, url: string, limits: ExchangeLimits): Promise<T> {
  const { signal, silenceMs } = limits
  let timer: NodeJS.Timeout | undefined
  let stop = () => {}
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSilent(url, silenceMs)), silenceMs)
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([reading, ended])
  } catch (error) {
    if (error instanceof ExchangeError || signal.aborted) throw error
    throw new ExchangeError(
      `${hostOf(url)} closed the connection before its response was complete: ${causeOf(error)}`,
      { cause: error },
    )
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** The body, or its first `maxBytes`. */
export async function readText(
  exchanged: Exchange,
  limits: ReadLimits,
): Promise<{ readonly text: string; readonly truncated: boolean }> {
  let text = ''
  let cut = false
  const noteCut = () => {
    cut = true
  }
  for await (const piece of readTextChunks(exchanged, limits, noteCut)) text += piece
  return { text, truncated: cut }
}

const FIRST_WAIT_MS = 1_000

/**
 * What servers say that did nothing yet, and gateways, behind which a request that changes something may have
 * been done.
 */
const [busy, lost] = [new Set([429, 503]), new Set([502, 504])]

/**
 * How long to wait before the `attempt`-th repetition (from 1) of a request that was answered 429 or 503, or
 * a GET that was answered 502 or 504: what `Retry-After` says (RFC 9110 §10.2.3), else as `waitMs`.
 * Undefined: another answer, or one that asks for more patience than 5 minutes.
 */
export function retryWaitMs(
  { status, headers }: Response,
  method: ConnectorRequest['method'],
  attempt: number,
  now: number,
): number | undefined {
  if (!busy.has(status) && !(method === 'GET' && lost.has(status))) return undefined
  const asked = retryAfterMs(headers.get('retry-after'), now)
  if (asked !== undefined) return asked > MAX_RETRY_WAIT_MS ? undefined : asked
  return waitMs(attempt)
}

/** Twice as long each time, at most 5 minutes. */
export const waitMs = (attempt: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_RETRY_WAIT_MS)
