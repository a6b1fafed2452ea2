import { setTimeout as sleep } from 'node:timers/promises'
import { readText } from '../../connectors/send.ts'
import { AddressRefused } from '../../lib/outgoing-http.ts'
import { MAX_RETRY_WAIT_MS, retryAfterMs, tooLongWait } from '../../lib/retry-after.ts'
import type { StepContext } from '../component.ts'

/** A request to a service, complete with what shows who asks. */
export interface ServiceRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export interface ServiceAnswer {
  readonly status: number
  readonly ok: boolean
  readonly text: string
  /** What to say of it in a message: host, status and the beginning of the text. */
  readonly shown: string
}

/** A service that cannot be reached or stays busy. The message is for users and holds no secret. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  /** Of the answer that it is about, as far as somebody asks for it. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

export interface CallOptions {
  /** For one attempt, its answer included. */
  readonly timeoutMs: number
  /** Whether to send again what may have arrived although no answer came. */
  readonly resendsUnanswered: boolean
  /** Of an answer; 16 MiB unless stated. More than that fails. */
  readonly maxBytes?: number
  readonly firstWaitMs?: number
}

const MAX_ATTEMPTS = 6
const FIRST_WAIT_MS = 1_000
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
const FAULT_CHARACTERS = 500
const passing = new Set([408, 429, 500, 502, 503, 504, 529])

/**
 * Sends a request until a service answers for good. `request` is asked for every attempt, because signatures
 * grow old. A busy service is asked again when it says (Retry-After), else after twice as long each time.
 * Redirects are not followed: credentials are meant for one address. Throws ServiceError; the signal's reason
 * when it aborts.
 */
export async function callService(
  context: Pick<StepContext, 'fetch' | 'signal' | 'log' | 'masked'>,
  request: () => Promise<ServiceRequest> | ServiceRequest,
  { timeoutMs, resendsUnanswered, maxBytes = MAX_ANSWER_BYTES, firstWaitMs = FIRST_WAIT_MS }: CallOptions,
): Promise<ServiceAnswer> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOf(context, await request(), { timeoutMs, maxBytes })
    if ('answer' in outcome && (outcome.answer.ok || !passing.has(outcome.answer.status)))
      return outcome.answer
    const shown = 'answer' in outcome ? outcome.answer.shown : outcome.fault
    const mayResend = 'answer' in outcome || (outcome.isPassing && resendsUnanswered)
    const asked = 'answer' in outcome ? outcome.retryAfterMs : undefined
    const waitMs = asked ?? Math.min(firstWaitMs * 2 ** (attempt - 1), MAX_RETRY_WAIT_MS)
    if (!mayResend || attempt === MAX_ATTEMPTS || waitMs > MAX_RETRY_WAIT_MS || isSpent(shown))
      throw new ServiceError(shown)
    context.log(`${shown.split(':', 1)[0]}; asking again in ${Math.ceil(waitMs / 1000)} s`)
    await sleep(waitMs, undefined, { signal: context.signal })
  }
}

/** Services of models say 429 of an account without money too; waiting does not help it. */
const isSpent = (shown: string): boolean => shown.includes('insufficient_quota')

type Attempt =
  | { readonly answer: ServiceAnswer; readonly retryAfterMs: number | undefined }
  | { readonly fault: string; readonly isPassing: boolean }

async function attemptOf(
  { fetch, signal, masked }: Pick<StepContext, 'fetch' | 'signal' | 'masked'>,
  { method, url, headers, body }: ServiceRequest,
  { timeoutMs, maxBytes }: { readonly timeoutMs: number; readonly maxBytes: number },
): Promise<Attempt> {
  const { host } = new URL(url)
  const timeout = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([signal, timeout])
  try {
    const init = { method, headers: { ...headers }, signal: either, redirect: 'manual' as const }
    const response = await fetch(url, { ...init, ...(body !== undefined && { body }) })
    const limits = { signal: either, silenceMs: timeoutMs, maxBytes }
    const { text, truncated } = await readText({ response, url }, limits)
    if (truncated) return { fault: `${host} answered more than ${maxBytes} bytes`, isPassing: false }
    const { status, ok } = response
    const wait = retryAfterMs(response.headers.get('retry-after'), Date.now())
    const said = [...masked(text).trim().replaceAll(/\s+/g, ' ')].slice(0, FAULT_CHARACTERS).join('')
    const answered = `${host} answered ${status} ${response.statusText}`.trimEnd() + tooLongWait(wait)
    const shown = answered + (said === '' ? '' : `: ${said}`)
    return { answer: { status, ok, text, shown }, retryAfterMs: wait }
  } catch (error) {
    signal.throwIfAborted()
    if (timeout.aborted)
      return { fault: `${host} did not answer within ${timeoutMs / 1000} s`, isPassing: true }
    const { cause, message } = error as Error
    if (cause instanceof AddressRefused) return { fault: cause.message, isPassing: false }
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : message
    return { fault: `${host} could not be reached: ${reason}`, isPassing: true }
  }
}

/** JSON, or undefined. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A member of something that may be anything. */
export const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined
