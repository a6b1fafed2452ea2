import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signatures of events, by Standard Webhooks: a sender that signs for others signs for us. */

const SECRET_PREFIX = 'whsec_'
/** Older or newer events are refused, so that a recorded one cannot be replayed tomorrow. */
const TOLERANCE_SECONDS = 300

/** A signing secret of these random bytes. */
export const signingSecretOf = (bytes: Buffer): string => `${SECRET_PREFIX}${bytes.toString('base64')}`

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')

export interface SignedEvent {
  readonly id: string | undefined
  readonly timestamp: string | undefined
  /** One or several, each `v1,` and base64, with spaces between. */
  readonly signature: string | undefined
  readonly body: string | Buffer
}

/** What is wrong with the signature of an event; undefined when it is right. */
export function signatureFault(secret: string, event: SignedEvent, now: Date): string | undefined {
  const { id, timestamp, signature, body } = event
  if (id === undefined || timestamp === undefined || signature === undefined)
    return 'This trigger accepts only signed events: send webhook-id, webhook-timestamp and webhook-signature'
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (!(Math.abs(now.getTime() / 1_000 - seconds) <= TOLERANCE_SECONDS))
    return 'headers/webhook-timestamp must be the current time in seconds, within five minutes'
  const expected = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest()
  const isRight = signature.split(' ').some((one) => {
    if (!one.startsWith('v1,')) return false
    const given = Buffer.from(one.slice('v1,'.length), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isRight
    ? undefined
    : 'headers/webhook-signature does not match the body and the secret of this trigger'
}
