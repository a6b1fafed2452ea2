import { randomUUID } from 'node:crypto'
import { Failure } from './failure.ts'
import { fetchWithin } from './fetch-within.ts'
import { hintOfGateway, isOfGateway, pauseMs } from './retry-after.ts'
import { type Profile, type TokenTools, tokenSource } from './token.ts'

/**
 * The end of an earlier attempt is waited for this long; the server calls a request in progress for five
 * minutes.
 */
const MAX_PROGRESS_MS = 6 * 60_000
/** As often as the clients repeat what a proxy could not hand on. */
const GATEWAY_REPEATS = 4

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export interface RequestOptions {
  readonly query?: Query | undefined
  /** Sent as JSON. */
  readonly json?: unknown
  readonly form?: FormData | undefined
  /** Sent as it is, with its media type. */
  readonly text?: { readonly type: string; readonly content: string } | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** HTTP requests to the API of one server, as one credential. */
export interface Transport {
  readonly url: string
  /** `path` is below the base path. Throws Failure when the response is no success. */
  send(method: string, path: string, options?: RequestOptions): Promise<Response>
}

/**
 * Sends requests, and repeats one: once with a new token after 401, once after the time that a 429 or 503
 * names in `Retry-After`. Reads and POSTs are repeated some times while a proxy says that it got no answer:
 * every POST has an `Idempotency-Key`, so that a repeat takes effect once, and waits while its first attempt
 * is still in progress. A problem document becomes a Failure.
 */
export function createTransport(login: Profile, tools: TokenTools): Transport {
  const { now, wait, silenceMs } = tools
  const tokens = tokenSource(login, tools)

  async function once(address: URL, method: string, options: RequestOptions, token: string) {
    const headers = new Headers(options.headers)
    headers.set('authorization', `Bearer ${token}`)
    if (!headers.has('accept')) headers.set('accept', 'application/json')
    if (options.json !== undefined) headers.set('content-type', 'application/json')
    if (options.text !== undefined) headers.set('content-type', options.text.type)
    const body =
      options.json !== undefined ? JSON.stringify(options.json) : (options.form ?? options.text?.content)
    const init = { method, headers, body: body ?? null, signal: options.signal ?? null }
    return fetchWithin(address, init, { bytes: bytesOf(body), silenceMs })
  }

  async function send(method: string, path: string, given: RequestOptions = {}): Promise<Response> {
    const address = addressOf(login.url, path, given.query)
    const options = method === 'POST' ? withKey(given) : given
    const token = await tokens.current()
    let response = await once(address, method, options, token)
    const renewed = response.status === 401 ? await tokens.renewed(token) : undefined
    if (renewed !== undefined) {
      await response.body?.cancel()
      response = await once(address, method, options, renewed)
    }
    const end = now() + MAX_PROGRESS_MS
    for (let repeats = 0; mayRepeat(method, response, repeats); repeats++) {
      const pause = now() < end ? pauseMs(response, now()) : undefined
      if (pause === undefined) break
      await response.body?.cancel()
      await wait(pause, options.signal)
      response = await once(address, method, options, await tokens.current())
    }
    if (!response.ok) throw await failureOf(response, `${method} ${address.pathname}`)
    return response
  }

  return { url: login.url, send }
}

/** The address of a path below `url`, with its query. */
export function addressOf(url: string, path: string, query: Query = {}): URL {
  const address = new URL(url + path)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value))
  return address
}

/** About as many as are sent for a body. */
function bytesOf(body: FormData | string | undefined): number {
  if (!(body instanceof FormData)) return body?.length ?? 0
  return [...body.values()].reduce(
    (sum, value) => sum + (typeof value === 'string' ? value.length : value.size),
    0,
  )
}

/** The same key for every attempt of a request: what is sent twice takes effect once. */
const withKey = ({ headers, ...options }: RequestOptions): RequestOptions => ({
  ...options,
  headers: { 'idempotency-key': randomUUID(), ...headers },
})

/**
 * A PATCH that was refused for its rate was not begun; after another failure nobody knows, and it has no key.
 */
function mayRepeat(method: string, response: Response, repeats: number): boolean {
  const { status } = response
  if (isOfGateway(response)) return /^(GET|POST)$/.test(method) && repeats < GATEWAY_REPEATS
  if (repeats === 0) return status === 429 || (status === 503 && method !== 'PATCH')
  return method === 'POST' && status === 409
}

/** The message of a rejected request: from the problem document, or from the status without one. */
export async function failureOf(response: Response, request: string): Promise<Failure> {
  const body = (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined
  const requestId = response.headers.get('x-request-id') ?? undefined
  const { status } = response
  if (typeof body?.['detail'] !== 'string')
    return new Failure(`${request} failed with ${status} ${response.statusText}.`.replace(' .', '.'), {
      status,
      requestId,
      hint: isOfGateway(response) ? hintOfGateway : notFromHeadrace,
    })
  const violations = Array.isArray(body['violations']) ? body['violations'].map(String) : []
  const after = response.headers.get('retry-after')
  return new Failure(body['detail'], {
    status,
    requestId,
    violations,
    hint: after === null ? hintOf(status, body['detail']) : `Try again in ${after} s.`,
  })
}

/** What to do about a response that no server of ours writes. */
export const notFromHeadrace = 'The response is not from Headrace: check the URL and its path prefix.'

const hintOf = (status: number, detail: string): string | undefined =>
  detail.startsWith('There is no resource at ') ? unknownPath : hintOfStatus[status]
const unknownPath =
  'Is the path in the URL of the server right? It is /api unless HEADRACE_BASE_PATH of the server says otherwise.'

const hintOfStatus: Readonly<Record<number, string>> = {
  401: 'Run `headrace login` with a credential or a token that is still valid.',
  403: 'Ask an administrator for the role this needs.',
}
