import { Failure } from './failure.ts'
import { fetchWithin } from './fetch-within.ts'
import { type Profile, type TokenTools, tokenSource } from './token.ts'

/** A server that asks for a longer pause than this is reported instead of waited for. */
const MAX_WAIT_SECONDS = 60

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

export interface ClientTools extends TokenTools {
  readonly wait: (ms: number) => Promise<void>
}

/**
 * Sends requests, and repeats one at most twice: with a new token after 401, and after the time that a 429 or 503 names
 * in `Retry-After`. A problem document becomes a Failure.
 */
export function createTransport(login: Profile, tools: ClientTools): Transport {
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

  async function send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const address = addressOf(login.url, path, options.query)
    let response = await once(address, method, options, await tokens.current())
    const renewed = response.status === 401 ? await tokens.renewed() : undefined
    if (renewed !== undefined) {
      await response.body?.cancel()
      response = await once(address, method, options, renewed)
    }
    const seconds = pauseSeconds(response, now())
    if (seconds !== undefined) {
      await response.body?.cancel()
      await wait(seconds * 1_000)
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

/** Seconds to wait before the one further attempt; undefined when there is nothing to wait for. */
function pauseSeconds(response: Response, now: number): number | undefined {
  if (response.status !== 429 && response.status !== 503) return undefined
  const header = response.headers.get('retry-after')
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000
  return seconds <= MAX_WAIT_SECONDS ? Math.max(0, seconds) : undefined
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
      hint: 'The response is not from Headrace: check the URL and its path prefix.',
    })
  const violations = Array.isArray(body['violations']) ? body['violations'].map(String) : []
  const after = response.headers.get('retry-after')
  return new Failure(body['detail'], {
    status,
    requestId,
    violations,
    hint: after === null ? hintOfStatus[status] : `Try again in ${after} s.`,
  })
}

const hintOfStatus: Readonly<Record<number, string>> = {
  401: 'Run `headrace login` with a credential or a token that is still valid.',
  403: 'Ask an administrator for the role this needs.',
}
