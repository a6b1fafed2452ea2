import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { errorText } from '../error-text.ts'
import { retryAfterMs } from '../retry-after.ts'
import { textUpTo } from '../text-up-to.ts'
import { productVersion } from '../version.ts'
import { encodeProtobuf } from './protobuf.ts'
import type { Signal, TelemetryTarget } from './target.ts'

/** What a receiver made of a request. */
export type Sent =
  /** `rejected`: how many items it did not take; it will not take them later either. */
  | { readonly kind: 'taken'; readonly rejected: number; readonly message?: string }
  /** It will not take the request later either. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unavailable'; readonly message: string; readonly retryAfterMs?: number | undefined }

export interface OtlpClient {
  /** Sends one request, and gives up when `stop` aborts; never throws. */
  send(signal: Signal, request: object, stop?: AbortSignal): Promise<Sent>
}

/** The answers after which the protocol says to try again. */
const passing = new Set([429, 502, 503, 504])
const rejectedMembers = ['rejectedSpans', 'rejectedDataPoints', 'rejectedLogRecords'] as const
const MAX_ANSWER_BYTES = 64_000
const SHOWN_CHARACTERS = 300
const zip = promisify(gzip)

/** Sends requests of OTLP/HTTP 1.x. Where they go is the operator's choice, so no address is refused. */
export function createOtlpClient(target: TelemetryTarget, fetcher: typeof fetch = fetch): OtlpClient {
  const { addresses, headers, encoding, isCompressed, timeoutMs } = target
  const fixed = {
    'user-agent': `headrace/${productVersion}`,
    ...headers,
    'content-type': encoding === 'json' ? 'application/json' : 'application/x-protobuf',
    ...(isCompressed && { 'content-encoding': 'gzip' }),
  }

  async function send(signal: Signal, request: object, stop?: AbortSignal): Promise<Sent> {
    const address = addresses[signal]
    if (address === undefined) return { kind: 'taken', rejected: 0 }
    try {
      const encoded =
        encoding === 'json' ? Buffer.from(JSON.stringify(request)) : encodeProtobuf(signal, request)
      const response = await fetcher(address, {
        method: 'POST',
        headers: fixed,
        body: isCompressed ? await zip(encoded) : encoded,
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stop === undefined ? [] : [stop])]),
      })
      return outcomeOf(response, await textUpTo(response, MAX_ANSWER_BYTES))
    } catch (error) {
      const { cause } = error as Error
      return { kind: 'unavailable', message: errorText(cause ?? error) }
    }
  }

  return { send }
}

function outcomeOf(response: Response, text: string): Sent {
  if (response.ok) return { kind: 'taken', ...partialSuccess(text) }
  const message = `${response.status} ${text.slice(0, SHOWN_CHARACTERS)}`.trim()
  if (!passing.has(response.status)) return { kind: 'refused', message }
  const asked = retryAfterMs(response.headers.get('retry-after'), Date.now())
  // Zero, and a date that is over, say no more than the status does.
  return { kind: 'unavailable', message, ...(asked !== 0 && { retryAfterMs: asked }) }
}

/** Of an answer in JSON. One in Protobuf is not looked into: what it tells is a warning. */
function partialSuccess(text: string): { readonly rejected: number; readonly message?: string } {
  try {
    const { partialSuccess: partial } = JSON.parse(text) as { partialSuccess?: Record<string, unknown> }
    if (partial === undefined) return { rejected: 0 }
    const rejected = rejectedMembers.reduce((sum, member) => sum + Number(partial[member] ?? 0), 0)
    return { rejected, ...(rejected > 0 && { message: String(partial['errorMessage'] ?? '') }) }
  } catch {
    return { rejected: 0 }
  }
}
