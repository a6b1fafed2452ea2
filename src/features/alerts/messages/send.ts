import type { Socket } from 'node:net'
import type { Clock } from '../../../lib/clock.ts'
import { errorText } from '../../../lib/error-text.ts'
import { type MailEncryption, sendMail } from '../../../lib/mail.ts'
import { createMasking } from '../../../lib/masking.ts'
import { AddressRefused, type Post } from '../../../lib/outgoing-http.ts'
import { retryAfterMs } from '../../../lib/retry-after.ts'
import { type ChannelTarget, PAGERDUTY_URL, portOf, signingKey } from '../channels/rules.ts'
import type { MailServer } from '../channels/schema.ts'
import { mailText, pagerDutyEvent, signedHeaders, slackBody, teamsBody, webhookBody } from './formats.ts'
import { type Message, type Readable, readable } from './message.ts'

/** What became of one attempt. `isFinal`: another attempt with the same message would end alike. */
export type SendOutcome =
  | { readonly sent: string }
  | { readonly fault: string; readonly isFinal: boolean; readonly retryAfterSeconds?: number }

/** Makes one attempt. Throws only when `signal` aborts. */
export type Send = (
  target: ChannelTarget,
  /** The same for every attempt: receivers recognize a repeat by it. */
  id: string,
  message: Message,
  signal: AbortSignal,
) => Promise<SendOutcome>

export interface SendDependencies {
  readonly post: Post
  readonly connect: (host: string, port: number, signal: AbortSignal) => Promise<Socket>
  /** Under which people reach the interface. */
  readonly origin: () => string
  readonly clock: Clock
}

/** A receiver that takes longer counts as unavailable. */
const TIMEOUT_SECONDS = 10
const MAX_REPLY_CHARACTERS = 300
const MAX_RETRY_AFTER_SECONDS = 3_600
/** Statuses below 500 that say nothing about the message. */
const passing: ReadonlySet<number> = new Set([408, 409, 425, 429])

export function createSend({ post, connect, origin, clock }: SendDependencies): Send {
  return async (target, id, message, signal) => {
    const text = readable(message, origin())
    const outcome =
      target.type === 'EMAIL'
        ? await sendByMail(target, id, text, signal)
        : await postAll({ post, clock }, requestsOf(target, id, message, text, clock.now()), signal)
    return masked(outcome, target)
  }

  async function sendByMail(
    { settings, secrets }: ChannelTarget,
    id: string,
    text: Readable,
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    const server = settings.mailServer!
    const login =
      server.username === undefined ? undefined : { user: server.username, pass: secrets.password ?? '' }
    return sendMail(
      {
        server: { host: server.host, port: portOf(server), encryption: encryptionOf(server) },
        login,
        from: server.sender,
        to: settings.recipients ?? [],
        cc: [],
        replyTo: undefined,
        subject: text.title,
        text: mailText(text),
        messageId: id,
        timeoutSeconds: TIMEOUT_SECONDS,
      },
      { connect, signal },
    )
  }
}

const encryptions = { TLS: 'from-the-start', STARTTLS: 'starttls', NONE: 'none' } as const
const encryptionOf = ({ encryption = 'STARTTLS' }: MailServer): MailEncryption => encryptions[encryption]

interface OutgoingRequest {
  readonly url: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A test of PagerDuty triggers an incident, and resolves it so that nobody is called twice. */
function requestsOf(
  { type, secrets }: ChannelTarget,
  id: string,
  message: Message,
  text: Readable,
  now: Date,
): readonly [OutgoingRequest, ...OutgoingRequest[]] {
  const url = secrets.webhookUrl ?? PAGERDUTY_URL
  if (type === 'SLACK') return [{ url, body: slackBody(text) }]
  if (type === 'TEAMS') return [{ url, body: teamsBody(text) }]
  if (type === 'PAGERDUTY') {
    if (message.kind === 'DIGEST') throw new Error('A PagerDuty channel has no digests')
    const routingKey = secrets.routingKey ?? ''
    const trigger = { url, body: pagerDutyEvent(message, text, { routingKey, id, now }) }
    if (message.kind !== 'TEST') return [trigger]
    const resolve = { routing_key: routingKey, event_action: 'resolve', dedup_key: id }
    return [trigger, { url, body: JSON.stringify(resolve) }]
  }
  const body = webhookBody(message, text, now)
  const key = signingKey(secrets.signingSecret ?? '')
  return [{ url, body, headers: key === undefined ? {} : signedHeaders(key, id, now, body) }]
}

type Posting = Pick<SendDependencies, 'post' | 'clock'>

async function postAll(
  posting: Posting,
  [first, ...others]: readonly [OutgoingRequest, ...OutgoingRequest[]],
  signal: AbortSignal,
): Promise<SendOutcome> {
  let outcome = await postOnce(posting, first, signal)
  for (const request of others) {
    if ('fault' in outcome) break
    outcome = await postOnce(posting, request, signal)
  }
  return outcome
}

/** A receiver may repeat what it was sent; the outcome is shown to people. */
function masked(outcome: SendOutcome, { secrets }: ChannelTarget): SendOutcome {
  const { mask, add } = createMasking()
  const { webhookUrl, ...others } = secrets
  for (const secret of Object.values(others)) add(secret)
  const { pathname = '', search = '' } = URL.parse(webhookUrl ?? '') ?? {}
  if (pathname.length > 1) add(pathname)
  add(search)
  return 'sent' in outcome ? { sent: mask(outcome.sent) } : { ...outcome, fault: mask(outcome.fault) }
}

async function postOnce(
  { post, clock }: Posting,
  { url, body, headers }: OutgoingRequest,
  stop: AbortSignal,
): Promise<SendOutcome> {
  const timeout = AbortSignal.timeout(TIMEOUT_SECONDS * 1_000)
  const address = new URL(url)
  const place = address.origin
  try {
    const signal = AbortSignal.any([stop, timeout])
    const sent = { 'content-type': 'application/json', ...headers }
    const answer = await post(address, { headers: sent, body, signal })
    const reply = await beginningOf(answer.body)
    const said = `${place} answered ${answer.status}${reply === '' ? '' : `: ${reply}`}`
    if (answer.status >= 200 && answer.status < 300) return { sent: said }
    const isFinal = answer.status < 500 && !passing.has(answer.status)
    return { fault: said, isFinal, ...retryAfter(answer.headers['retry-after'], clock) }
  } catch (error) {
    stop.throwIfAborted()
    if (timeout.aborted)
      return { fault: `${place} did not answer within ${TIMEOUT_SECONDS} s`, isFinal: false }
    const cause = error instanceof Error && error.cause instanceof AddressRefused ? error.cause : error
    return {
      fault: `${place} could not be reached: ${errorText(cause)}`,
      isFinal: cause instanceof AddressRefused,
    }
  }
}

/** The beginning of an answer as one line; the rest is not read. */
async function beginningOf(body: NodeJS.ReadableStream & { destroy(): unknown }): Promise<string> {
  let text = ''
  for await (const chunk of body) {
    text += Buffer.from(chunk as Buffer).toString('utf8')
    if (text.length >= MAX_REPLY_CHARACTERS) break
  }
  body.destroy()
  return text
    .slice(0, MAX_REPLY_CHARACTERS)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('\0', '')
    .toWellFormed()
    .trim()
}

function retryAfter(
  header: string | readonly string[] | undefined,
  clock: Clock,
): { retryAfterSeconds?: number } {
  const ms = retryAfterMs(header, clock.now().getTime())
  return ms === undefined ? {} : { retryAfterSeconds: Math.min(ms / 1_000, MAX_RETRY_AFTER_SECONDS) }
}
