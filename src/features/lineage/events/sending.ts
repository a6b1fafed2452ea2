import type { Db } from '../../../db/database.ts'
import { errorText } from '../../../lib/error-text.ts'
import type { Exclusively } from '../../../lib/exclusively.ts'
import type { Log } from '../../../lib/log.ts'
import { onOneServer } from '../../../lib/one-server.ts'
import { AddressRefused, type Post } from '../../../lib/outgoing-http.ts'
import { retryAfterMs } from '../../../lib/retry-after.ts'
import * as store from './sending-store.ts'

export interface SendingOptions {
  readonly db: Db
  readonly log: Log
  readonly exclusively: Exclusively
  readonly post: Post
  /** Takes OpenLineage events by POST. */
  readonly url: string
  readonly apiKey: string | undefined
}

const EVENTS_AT_ONCE = 20
const TIMEOUT_MS = 10_000
const LAST_RETRY_SECONDS = 300
const MAX_ASKED_SECONDS = 3_600
const MAX_REJECTIONS = 3
/** These say that the event is wrong, and not that the receiver is. */
const rejections: ReadonlySet<number> = new Set([400, 413, 422])

type Outcome =
  | { readonly sent: true }
  | { readonly fault: string; readonly isRejected: boolean; readonly retryAfterMs?: number | undefined }

/**
 * Sends the events that were not sent yet, one after another in their order, until nothing waits or the
 * receiver does not take one: then that one is tried again, after ever longer pauses. An event is given up
 * only when the receiver rejects it three times. A server that dies after an event was taken sends it once
 * more: receivers know runs by their ids. One server at a time sends, and no transaction is open while the
 * receiver is waited for.
 */
export async function sendEvents(options: SendingOptions, signal: AbortSignal): Promise<void> {
  await onOneServer(options.exclusively, 'events of lineage', async () => {
    while (!signal.aborted) if (!(await sendSome(options, signal))) return
  })
}

async function sendSome(options: SendingOptions, signal: AbortSignal): Promise<boolean> {
  const { db } = options
  const place = await store.readPlace(db)
  if (place === undefined) return false
  const pending = await store.readPending(db, place.sentSeq, EVENTS_AT_ONCE)
  let { attempts, rejections } = place
  for (const { seq, event } of pending) {
    const outcome = await send(options, event, signal)
    if (signal.aborted && 'fault' in outcome) return false
    if ('fault' in outcome && !(outcome.isRejected && rejections + 1 >= MAX_REJECTIONS)) {
      options.log.warn(
        { reason: outcome.fault, attempts: attempts + 1 },
        'Could not send an event of lineage',
      )
      await store.postpone(db, retrySeconds(attempts, outcome.retryAfterMs), outcome)
      return false
    }
    if ('fault' in outcome)
      options.log.error(
        { reason: outcome.fault },
        'The receiver of lineage rejected an event; it is left out',
      )
    attempts = rejections = 0
    await store.recordSent(db, seq, 'fault' in outcome ? outcome.fault : undefined)
  }
  return pending.length === EVENTS_AT_ONCE
}

/**
 * Twice as long each time, up to five minutes. What the receiver asked for counts when it is longer, up to an
 * hour.
 */
function retrySeconds(attempts: number, askedMs = 0): number {
  const backoff = Math.min(2 ** Math.min(attempts, 20), LAST_RETRY_SECONDS)
  return Math.max(backoff, Math.min(askedMs / 1_000, MAX_ASKED_SECONDS))
}

async function send(
  { post, url, apiKey }: SendingOptions,
  event: string,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const { status, headers, body } = await post(new URL(url), {
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: event,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    body.destroy()
    if (status >= 200 && status < 300) return { sent: true }
    return {
      fault: `It answered ${status}`,
      isRejected: rejections.has(status),
      retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()),
    }
  } catch (error) {
    const cause = (error as Error).cause
    return { fault: errorText(cause instanceof AddressRefused ? cause : error), isRejected: false }
  }
}
