import type { Post, Posted } from '../../../lib/outgoing-http.ts'
import type { TraceHeaders } from '../../../lib/trace-context.ts'
import type { Outcome } from '../../../pipeline/flow-events.ts'
import { failure, success } from '../../common/outcome.ts'

export interface Webhook {
  readonly url: URL
  /** JSON text. */
  readonly body: string
  /** For the whole exchange: to connect, to send and to read the answer. */
  readonly timeoutSeconds: number
  readonly idempotencyKey: string
  readonly traceHeaders: TraceHeaders | undefined
}

/** How much of a refusal's body the message of the step carries (decisions.md §13). */
const MAX_BODY_CHARACTERS = 1_000

/**
 * Posts one webhook. A rejection by the server is an outcome, not an exception; only an abort by `signal`
 * throws. Messages name the host alone: the path of a webhook is often its password.
 */
export async function sendWebhook(webhook: Webhook, post: Post, signal: AbortSignal): Promise<Outcome> {
  const { url, timeoutSeconds } = webhook
  const timeout = AbortSignal.timeout(timeoutSeconds * 1_000)
  try {
    // No redirect is followed: it could lead the payload to a host the user did not choose.
    const response = await post(url, {
      headers: {
        'content-type': 'application/json',
        'idempotency-key': webhook.idempotencyKey,
        ...webhook.traceHeaders,
      },
      body: webhook.body,
      signal: AbortSignal.any([signal, timeout]),
    })
    const byteCount = Buffer.byteLength(webhook.body)
    if (response.status >= 200 && response.status < 300) {
      response.body.destroy()
      return success(`${url.host} answered ${response.status}`, { byteCount })
    }
    // Cut at last: half an address would not be recognized.
    const text = cut(withoutAddress(url, await beginningOf(response)))
    return failure(`${url.host} answered ${statusOf(response)}${text === '' ? '' : `: ${text}`}`, {
      byteCount,
    })
  } catch (error) {
    signal.throwIfAborted()
    if (timeout.aborted) return failure(`${url.host} did not answer within ${timeoutSeconds} s`)
    return failure(`${url.host} could not be reached: ${withoutAddress(url, causeOf(error))}`)
  }
}

/** Receivers and network errors repeat what they were asked for; only the host may be shown. */
function withoutAddress({ href, host, pathname, search }: URL, text: string): string {
  const path = pathname + search
  const hidden = text.replaceAll(href, host)
  return path === '/' ? hidden : withoutCutPath(path, hidden.replaceAll(path, '/…'))
}

/** Reading may have ended amid the path. */
function withoutCutPath(path: string, text: string): string {
  for (let length = path.length - 1; length > 1; length--)
    if (text.endsWith(path.slice(0, length))) return `${text.slice(0, -length)}/…`
  return text
}

const cut = (text: string): string => [...text].slice(0, MAX_BODY_CHARACTERS).join('')

const statusOf = ({ status, statusText }: Posted): string =>
  statusText === '' ? String(status) : `${status} ${statusText}`

/** Reads hardly more than the message needs, however much the server sends. */
async function beginningOf({ body }: Posted): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= 2 * MAX_BODY_CHARACTERS) break // a character may take two units
  }
  return text
}

/** What could not be done, in as few words as there are. */
function causeOf(error: unknown): string {
  const { message, name } = error as Error
  return message || ('code' in (error as object) ? String((error as { code: unknown }).code) : name)
}
