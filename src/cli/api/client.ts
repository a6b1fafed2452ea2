import { Failure } from '../terminal/failure.ts'
import type { Profile, StoredToken } from './profile.ts'
import { tokenSource } from './token.ts'
import { unreachable } from './unreachable.ts'

/** A server that asks for a longer pause than this is reported instead of waited for. */
const MAX_WAIT_SECONDS = 60
const PAGE_SIZE = 100

type Query = Readonly<Record<string, string | number | boolean | undefined>>

interface RequestOptions {
  readonly query?: Query | undefined
  /** Sent as JSON. */
  readonly json?: unknown
  readonly form?: FormData | undefined
  /** Sent as it is, with its media type. */
  readonly text?: { readonly type: string; readonly content: string } | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** The API of one server, as one credential. Every method throws Failure when the answer is no success. */
export interface Client {
  readonly url: string
  /** The answer itself, for bodies that are read as they come. */
  send(method: string, path: string, options?: RequestOptions): Promise<Response>
  /** The body as JSON; undefined when the answer has none. */
  call<T>(method: string, path: string, options?: RequestOptions): Promise<T>
  get<T>(path: string, query?: Query): Promise<T>
  /** Everything of a paged list (decisions.md §3), page after page. */
  all<T>(path: string, query?: Query): Promise<T[]>
}

export interface ClientTools {
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  /** Called with every new token. */
  readonly keepToken: (token: StoredToken) => void
}

/**
 * A client with manners: one new token and one more attempt after 401, one more attempt after the time a 429
 * or 503 names in `Retry-After`, problem documents (decisions.md §4) as Failure.
 */
export function createClient(login: Profile, { now, wait, keepToken }: ClientTools): Client {
  const tokens = tokenSource(login, now, keepToken)

  async function once(address: URL, method: string, options: RequestOptions, token: string) {
    const headers = new Headers(options.headers)
    headers.set('authorization', `Bearer ${token}`)
    if (!headers.has('accept')) headers.set('accept', 'application/json')
    if (options.json !== undefined) headers.set('content-type', 'application/json')
    if (options.text !== undefined) headers.set('content-type', options.text.type)
    const body =
      options.json !== undefined ? JSON.stringify(options.json) : (options.form ?? options.text?.content)
    const signal = options.signal ?? null
    return fetch(address, { method, headers, body: body ?? null, signal }).catch((error: unknown) => {
      if (options.signal?.aborted) throw error
      throw unreachable(address, error)
    })
  }

  async function send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const address = addressOf(login.url, path, options.query)
    let response = await once(address, method, options, await tokens.current())
    if (response.status === 401) {
      await response.body?.cancel()
      response = await once(address, method, options, await tokens.renewed())
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

  async function call<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
    const response = await send(method, path, options)
    const text = await response.text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  const get = <T>(path: string, query?: Query) => call<T>('GET', path, { query })

  async function all<T>(path: string, query: Query = {}): Promise<T[]> {
    const results: T[] = []
    for (let page = 0; ; page++) {
      const answer = await get<{ results: T[]; total: number }>(path, { ...query, page, size: PAGE_SIZE })
      results.push(...answer.results)
      if (answer.results.length === 0 || results.length >= answer.total) return results
    }
  }

  return { url: login.url, send, call, get, all }
}

function addressOf(url: string, path: string, query: Query = {}): URL {
  const address = new URL(url + path)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value))
  return address
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
async function failureOf(response: Response, request: string): Promise<Failure> {
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
  401: 'Run `headrace login` with a credential that is still valid.',
  403: 'Ask an administrator for the role this needs.',
}
