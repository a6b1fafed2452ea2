import type { SendOutcome } from '../messages/send.ts'

const FIRST_RETRY_SECONDS = 1
const LAST_RETRY_SECONDS = 300
/** A receiver that is away may come back within this time. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000
/**
 * What the receiver refuses is tried again, in case it was being deployed, and then no longer stands in the
 * way.
 */
const MAX_REFUSALS = 3

export interface Attempt {
  /** Earlier ones of this message. */
  readonly attempts: number
  /** Of the first of them, once there is one: what was held back until then does not count. */
  readonly requestedAt: Date
}

/** Whether a message is given up after this failure. */
export function isGivenUp(
  { attempts, requestedAt }: Attempt,
  { isFinal }: Extract<SendOutcome, { fault: string }>,
  now: Date,
): boolean {
  if (isFinal && attempts + 1 >= MAX_REFUSALS) return true
  return attempts > 0 && now.getTime() - requestedAt.getTime() > GIVE_UP_AFTER_MS
}

/**
 * Seconds until a channel is tried again that failed this often in a row: twice as long each time, up to five
 * minutes. What the receiver asked for counts when it is longer. `random` (0 to 1) keeps channels that failed
 * together apart.
 */
export function retrySeconds(failures: number, askedSeconds: number | undefined, random: number): number {
  const exponent = Math.min(Math.max(failures - 1, 0), 20)
  const backoff = Math.min(FIRST_RETRY_SECONDS * 2 ** exponent, LAST_RETRY_SECONDS)
  return Math.max(backoff * (0.8 + 0.4 * random), askedSeconds ?? 0)
}
