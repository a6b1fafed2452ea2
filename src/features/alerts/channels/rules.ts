import { type Holds, quietFaults } from './hold-rules.ts'
import type { AlertChannelPatch, AlertChannelType, MailServer, NewAlertChannel } from './schema.ts'

/** What a channel keeps encrypted. */
export interface ChannelSecrets {
  readonly webhookUrl?: string
  readonly routingKey?: string
  readonly signingSecret?: string
  readonly password?: string
}

/** What a channel keeps for its administrators to read. */
export interface ChannelSettings extends Holds {
  readonly recipients?: readonly string[]
  readonly mailServer?: MailServer
}

/** Everything that is needed to deliver to a channel. */
export interface ChannelTarget {
  readonly type: AlertChannelType
  readonly settings: ChannelSettings
  readonly secrets: ChannelSecrets
}

/** Null takes a setting away. */
type Given = Omit<AlertChannelPatch, 'name' | 'enabled'>
type Member = Exclude<keyof Given, keyof Holds>

/** The members that each type needs, and those that it may have besides. */
const members: Readonly<Record<AlertChannelType, { needs: readonly Member[]; may: readonly Member[] }>> = {
  WEBHOOK: { needs: ['webhookUrl'], may: ['signingSecret'] },
  SLACK: { needs: ['webhookUrl'], may: [] },
  TEAMS: { needs: ['webhookUrl'], may: [] },
  PAGERDUTY: { needs: ['routingKey'], may: ['webhookUrl'] },
  EMAIL: { needs: ['recipients', 'mailServer'], may: [] },
}
const known: readonly Member[] = ['webhookUrl', 'routingKey', 'signingSecret', 'recipients', 'mailServer']

export const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue'

const MIN_SECRET_BYTES = 24
const MAX_SECRET_BYTES = 64
const SECRET_PREFIX = 'whsec_'

/** The bytes of a signing secret of Standard Webhooks; undefined when it is none. */
export function signingKey(secret: string): Buffer | undefined {
  if (!secret.startsWith(SECRET_PREFIX)) return undefined
  const text = secret.slice(SECRET_PREFIX.length)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  const key = Buffer.from(text, 'base64')
  return key.length >= MIN_SECRET_BYTES && key.length <= MAX_SECRET_BYTES ? key : undefined
}

/** A signing secret of these random bytes. */
export const signingSecretOf = (bytes: Buffer): string => `${SECRET_PREFIX}${bytes.toString('base64')}`

/** What is wrong with a new channel, beyond its schema. */
export function channelFaults(given: NewAlertChannel): string[] {
  const { needs } = members[given.type]
  const missing = needs.filter((member) => given[member] === undefined)
  return [
    ...missing.map((member) => `body/${member} is required for a channel of type ${given.type}`),
    ...memberFaults(given.type, given),
  ]
}

/**
 * What is wrong with the members of a change of a channel, whose type stays. A secret that is sent along
 * stays with where it was sent to: who may change a channel could else have it sent to a place of their own.
 */
export function patchFaults(before: ChannelTarget, given: AlertChannelPatch): string[] {
  const { type, settings } = before
  const { mailServer, webhookUrl, routingKey } = given
  const isElsewhere =
    mailServer !== undefined &&
    (mailServer.host !== settings.mailServer?.host || mailServer.username !== settings.mailServer?.username)
  const needsPassword = mailServer?.username !== undefined && mailServer.password === undefined && isElsewhere
  const needsRoutingKey =
    type === 'PAGERDUTY' &&
    webhookUrl !== undefined &&
    routingKey === undefined &&
    URL.parse(webhookUrl)?.origin !== targetOf(before)
  return [
    ...memberFaults(type, given, needsPassword ? 'without' : 'kept'),
    ...(needsPassword
      ? ['body/mailServer/password is required: the stored password is for another host or user name']
      : []),
    ...(needsRoutingKey ? ['body/routingKey is required: the stored key is for another endpoint'] : []),
  ]
}

function memberFaults(
  type: AlertChannelType,
  given: Given,
  password: 'needed' | 'kept' | 'without' = 'needed',
) {
  const { needs, may } = members[type]
  const foreign = known.filter(
    (member) => given[member] !== undefined && !needs.includes(member) && !may.includes(member),
  )
  return [
    ...foreign.map((member) => `body/${member} does not belong to a channel of type ${type}`),
    ...urlFaults(given.webhookUrl),
    ...(given.signingSecret !== undefined && signingKey(given.signingSecret) === undefined
      ? [`body/signingSecret must be whsec_ followed by 24 to 64 bytes in base64`]
      : []),
    ...(given.recipients ?? []).flatMap((address, i) => addressFaults(`recipients/${i}`, address)),
    ...mailFaults(given.mailServer, password),
    ...(given.quietHours == null ? [] : quietFaults(given.quietHours)),
    ...(given.digestMinutes != null && type === 'PAGERDUTY'
      ? [
          'body/digestMinutes does not belong to a channel of type PAGERDUTY, which has an event for each incident',
        ]
      : []),
  ]
}

function mailFaults(server: Given['mailServer'], password: 'needed' | 'kept' | 'without'): string[] {
  if (server === undefined) return []
  const { username, password: given, sender, encryption } = server
  return [
    ...addressFaults('mailServer/sender', sender),
    ...(password === 'needed' && username !== undefined && given === undefined
      ? ['body/mailServer/password is required with a user name']
      : []),
    ...(given !== undefined && username === undefined
      ? ['body/mailServer/username is required with a password']
      : []),
    ...((given !== undefined || (password === 'kept' && username !== undefined)) && encryption === 'NONE'
      ? ['body/mailServer/encryption must not be NONE: the password would be sent unencrypted']
      : []),
  ]
}

function urlFaults(text: string | undefined): string[] {
  if (text === undefined) return []
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return ['body/webhookUrl must be an http or https URL']
  return url.username === '' && url.password === ''
    ? []
    : ['body/webhookUrl must not contain a user name or password']
}

/** `name@host` or `Name <name@host>` on one line: what it means beyond that is for the mail server to say. */
const addressFaults = (member: string, text: string): string[] =>
  /^[^\r\n,;]*[^\s<>@,;]@[^\s<>@,;]+>?$/.test(text) ? [] : [`body/${member} is not an e-mail address`]

/** Splits what was given into what may be shown and what may not. */
export function partsOf(given: Given): { settings: ChannelSettings; secrets: ChannelSecrets } {
  const { recipients, mailServer, webhookUrl, routingKey, signingSecret, quietHours, digestMinutes } = given
  const { password, ...server } = mailServer ?? {}
  return {
    settings: {
      ...(recipients !== undefined && { recipients }),
      ...(mailServer !== undefined && { mailServer: server as MailServer }),
      ...(quietHours != null && { quietHours }),
      ...(digestMinutes != null && { digestMinutes }),
    },
    secrets: {
      ...(webhookUrl !== undefined && { webhookUrl }),
      ...(routingKey !== undefined && { routingKey }),
      ...(signingSecret !== undefined && { signingSecret }),
      ...(password !== undefined && { password }),
    },
  }
}

/**
 * The settings and secrets of a channel after a change. A password that was given for a login does not stay
 * without it.
 */
export function changedParts(
  before: Omit<ChannelTarget, 'type'>,
  given: AlertChannelPatch,
): Omit<ChannelTarget, 'type'> {
  const parts = partsOf(given)
  const kept = { ...before.secrets, ...parts.secrets }
  const settings = withoutTaken({ ...before.settings, ...parts.settings }, given)
  if (given.mailServer === undefined || given.mailServer.username !== undefined)
    return { settings, secrets: kept }
  const { password: _, ...withoutPassword } = kept
  return { settings, secrets: withoutPassword }
}

function withoutTaken(settings: ChannelSettings, given: Given): ChannelSettings {
  const { quietHours, digestMinutes, ...rest } = settings
  return {
    ...rest,
    ...(quietHours !== undefined && given.quietHours !== null && { quietHours }),
    ...(digestMinutes !== undefined && given.digestMinutes !== null && { digestMinutes }),
  }
}

/** What may be shown of where a channel delivers to. */
export function targetOf({ type, settings, secrets }: ChannelTarget): string {
  const { mailServer } = settings
  if (type === 'EMAIL') return mailServer === undefined ? '' : `${mailServer.host}:${portOf(mailServer)}`
  const fallback = type === 'PAGERDUTY' ? PAGERDUTY_URL : ''
  return URL.parse(secrets.webhookUrl ?? fallback)?.origin ?? ''
}

export const portOf = ({ port, encryption }: MailServer): number => port ?? (encryption === 'TLS' ? 465 : 587)
