import { textUpTo } from '../../lib/text-up-to.ts'
import { ProviderError } from './provider.ts'

const TIMEOUT_MS = 20_000
const MAX_BODY_BYTES = 4 * 1024 * 1024

export interface ProviderRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
}

export interface ProviderAnswer {
  readonly status: number
  readonly ok: boolean
  /** The body as JSON; undefined when it is not JSON, or too large. */
  readonly body: unknown
}

/**
 * Calls the API of a provider. Throws `ProviderError` when it cannot be reached or answers with a redirect.
 */
export async function callProvider(
  fetcher: typeof fetch,
  url: string,
  request: ProviderRequest = {},
): Promise<ProviderAnswer> {
  const { host } = new URL(url)
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'headrace', ...request.headers })
  if (request.json !== undefined) headers.set('content-type', 'application/json')
  if (request.form !== undefined) headers.set('content-type', 'application/x-www-form-urlencoded')
  const body =
    request.json !== undefined
      ? JSON.stringify(request.json)
      : request.form !== undefined
        ? new URLSearchParams(request.form).toString()
        : null
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let response: Response
  let text: string
  try {
    response = await fetcher(url, {
      method: request.method ?? 'GET',
      headers,
      body,
      signal,
      redirect: 'manual',
    })
    text = await textUpTo(response, MAX_BODY_BYTES)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error)
    const reason = signal.aborted ? `gave no answer within ${TIMEOUT_MS / 1000} s` : cause.message
    throw new ProviderError(`${host} cannot be reached: ${reason}`, undefined, { cause: error })
  }
  if (response.status >= 300 && response.status < 400) {
    throw new ProviderError(`${host} says that it has moved; use its current URL or name`, response.status)
  }
  return { status: response.status, ok: response.ok, body: jsonOf(text) }
}

function jsonOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a provider said went wrong, shortened; empty when it said nothing readable. */
export function saidBy({ status, body }: ProviderAnswer): string {
  const said = isRecord(body) ? (body['message'] ?? body['error_description'] ?? body['error']) : undefined
  const text = typeof said === 'string' ? said : said === undefined ? '' : JSON.stringify(said)
  return `${status}${text === '' ? '' : `: ${text.split(/[\r\n]/)[0]!.slice(0, 300)}`}`
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of an answer, walked to by names; undefined when any of them is missing. */
export function member(body: unknown, ...path: readonly string[]): unknown {
  let value = body
  for (const name of path) value = isRecord(value) ? value[name] : undefined
  return value
}
