import { setTimeout as sleep } from 'node:timers/promises'
import { answerOf, readText } from '../../../connectors/send.ts'
import { AddressRefused } from '../../../lib/outgoing-http.ts'
import { percentEncode } from '../../../lib/percent-encode.ts'

export interface StoreRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

export interface StoreAnswer {
  readonly headers: Headers
  readonly text: string
}

/**
 * Adds authentication. Called again for every attempt, because a signature is valid for a few minutes only.
 */
export type Sign = (request: StoreRequest) => Promise<StoreRequest>
export type Send = (request: StoreRequest) => Promise<StoreAnswer>

/**
 * An object store that is unreachable or rejects a request. The message is shown to users and holds no
 * secret.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  /** The store's own word for a refusal, such as `NoSuchUpload`. */
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

const MAX_ATTEMPTS = 5
const FIRST_WAIT_MS = 500
const SILENCE_MS = 120_000
/** Of what is sent, on top of that. */
const LEAST_BYTES_PER_SECOND = 16 * 1024
const MAX_ANSWER_BYTES = 256 * 1024
const FAULT_CHARACTERS = 300

export interface SenderOptions {
  readonly fetch: typeof fetch
  readonly sign: Sign
  readonly signal: AbortSignal
  readonly firstWaitMs?: number
  readonly silenceMs?: number
  readonly maxAnswerBytes?: number
}

/**
 * Sends requests until they succeed, with retries while a store is busy or unreachable for a moment.
 * Redirects are not followed: a signature is good for one address. Throws StoreError; or what an aborted
 * request or sleep throws.
 */
export function createSender(options: SenderOptions): Send {
  const { fetch, sign, signal, silenceMs = SILENCE_MS, maxAnswerBytes = MAX_ANSWER_BYTES } = options
  return (request) => untilAnswered(() => attemptOf(request), options)

  async function attemptOf(request: StoreRequest): Promise<StoreAnswer | Refused> {
    const { url, method, headers, body } = await sign(request)
    try {
      const sendingMs = Math.ceil((body?.length ?? 0) / LEAST_BYTES_PER_SECOND) * 1000
      const init = { method, headers, ...(body && { body }) } as RequestInit
      const response = await answerOf(fetch, url.href, init, { signal, silenceMs: silenceMs + sendingMs })
      const limits = { signal, silenceMs, maxBytes: maxAnswerBytes }
      const { text } = await readText({ response, url: url.href }, limits)
      // S3 begins to answer before it knows how the putting together of parts ends.
      const failed = !response.ok || /^\s*(<\?xml[^>]*>\s*)?<Error>/.test(text)
      return failed ? refused(url, response, text) : { headers: response.headers, text }
    } catch (error) {
      return unanswered(error, signal)
    }
  }
}

/**
 * Repeats what was refused and may be answered otherwise in a moment. Throws StoreError, or what an aborted
 * sleep throws.
 */
export async function untilAnswered<T extends object>(
  attemptOf: () => Promise<T | Refused>,
  { signal, firstWaitMs = FIRST_WAIT_MS }: Pick<SenderOptions, 'signal' | 'firstWaitMs'>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOf()
    if (!('fault' in outcome)) return outcome
    if (!outcome.passing || attempt === MAX_ATTEMPTS) throw new StoreError(outcome.fault, outcome.code)
    await sleep(firstWaitMs * 2 ** (attempt - 1), undefined, { signal })
  }
}

/** A request that got no whole answer. Throws the signal's reason when that is why. */
export function unanswered(error: unknown, signal: AbortSignal): Refused {
  signal.throwIfAborted()
  const { cause, message } = error as Error
  const refusal = cause instanceof Error ? cause.cause : undefined
  if (refusal instanceof AddressRefused) return { fault: refusal.message, passing: false }
  return { fault: message, passing: true }
}

/**
 * What a store says about a request for bytes that it refuses: an error to throw, after which the request may
 * be repeated or not.
 */
export async function refusalOf(url: URL, response: Response, signal: AbortSignal): Promise<Error> {
  const limits = { signal, silenceMs: SILENCE_MS, maxBytes: MAX_ANSWER_BYTES }
  const { text } = await readText({ response, url: url.href }, limits)
  const { fault, passing } = refused(url, response, text)
  return passing ? new Error(fault) : new StoreError(fault)
}

export interface Refused {
  readonly fault: string
  /** It may be answered otherwise in a moment. */
  readonly passing: boolean
  readonly code?: string
}

function refused({ host }: URL, { status, headers, statusText }: Response, text: string): Refused {
  const code = element(text, 'Code') ?? headers.get('x-ms-error-code') ?? statusText
  const message = element(text, 'Message') ?? ''
  const said = [...`${code}: ${message}`.replace(/: $/, '')].slice(0, FAULT_CHARACTERS).join('')
  const region = headers.get('x-amz-bucket-region')
  const hint = status < 400 && region !== null ? `. The bucket is in ${region}: set it as the region` : ''
  const passing = status === 429 || status >= 500 || (status === 200 && code === 'InternalError')
  return { fault: `${host} answered ${status} ${said}${hint}`.trimEnd(), passing, code }
}

/** The text of the first element of this name in an answer, without blanks around it. */
export const element = (xml: string, name: string): string | undefined => elementText(xml, name)?.trim()

/** The same with its blanks. The XML that stores answer with has neither attributes nor nesting here. */
export function elementText(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return text?.replaceAll(/&(?:(lt|gt|quot|apos|amp)|#(\d+)|#x([\da-f]+));/gi, (all, word, decimal, hex) => {
    if (word !== undefined) return entities[word] ?? all
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
  })
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** Encoded as signatures want it: a form's `+` and `%7E` would be other bytes than those that are signed. */
export const queryOf = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&')
