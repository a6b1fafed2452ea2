import Type, { type Static } from 'typebox'
import { NamedPageQuery, pageOf } from '../../../http/page.ts'
import { OfInstallation, OwnerId } from '../schema.ts'

const strict = { additionalProperties: false } as const
const Instant = Type.String({ format: 'date-time' })
const MAX_RECIPIENTS = 50
const MAX_DIGEST_MINUTES = 1_440

export const AlertChannelType = Type.Enum(['WEBHOOK', 'SLACK', 'TEAMS', 'PAGERDUTY', 'EMAIL'])
export const MailEncryption = Type.Enum(['STARTTLS', 'TLS', 'NONE'], {
  description:
    'STARTTLS upgrades the connection before the login, TLS encrypts from the start. STARTTLS by default',
})

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'Unique among the channels of its owner without regard to case',
  examples: ['On call'],
})
const Recipients = Type.Array(Type.String({ minLength: 3, maxLength: 320 }), {
  minItems: 1,
  maxItems: MAX_RECIPIENTS,
  description: 'EMAIL: who receives it',
  examples: [['ada@example.com']],
})
const server = {
  host: Type.String({ minLength: 1, maxLength: 255, examples: ['smtp.example.com'] }),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: '465 with TLS, else 587' })),
  encryption: Type.Optional(MailEncryption),
  sender: Type.String({ minLength: 3, maxLength: 320, examples: ['Headrace <alerts@example.com>'] }),
  username: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
}

/** The mail server of a channel, without its password. */
export const MailServer = Type.Object(server)
export const NewMailServer = Type.Object(
  {
    ...server,
    password: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, description: 'Encrypted, and never shown again' }),
    ),
  },
  strict,
)

/** A time of every day at which messages are held back. */
export const QuietHours = Type.Object(
  {
    from: Type.String({ minLength: 5, maxLength: 5, examples: ['22:00'] }),
    to: Type.String({
      minLength: 5,
      maxLength: 5,
      description: 'When what was held back is sent; may be on the next day',
      examples: ['07:00'],
    }),
    timeZone: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'IANA name',
      examples: ['Europe/Berlin'],
    }),
  },
  {
    ...strict,
    description: 'Messages are held back at these times of every day, and sent when they are over',
  },
)
const DigestMinutes = Type.Integer({
  minimum: 1,
  maximum: MAX_DIGEST_MINUTES,
  description:
    'Messages wait this long after the first, and go out together as one message. Without it each is sent at once. Not for ' +
    'PAGERDUTY, which has an event for each incident',
})

/** Where alerts go, without its secrets. */
export const AlertChannel = Type.Object({
  id: Type.String({ format: 'uuid' }),
  projectId: Type.Optional(OwnerId),
  name: Name,
  type: AlertChannelType,
  enabled: Type.Boolean(),
  target: Type.String({
    description: 'The origin of its address, or its mail server; the rest of an address is a secret',
    examples: ['https://hooks.slack.com'],
  }),
  recipients: Type.Optional(Type.Array(Type.String())),
  mailServer: Type.Optional(MailServer),
  digestMinutes: Type.Optional(DigestMinutes),
  quietHours: Type.Optional(QuietHours),
  lastDeliveredAt: Type.Optional(Instant),
  lastError: Type.Optional(
    Type.String({ description: 'Why the last attempt failed; absent after one that succeeded' }),
  ),
  updatedAt: Instant,
  updatedBy: Type.String(),
})

/** The answer of a create: a signing secret that the server made is in it, this once. */
export const CreatedAlertChannel = Type.Object({
  ...AlertChannel.properties,
  signingSecret: Type.Optional(
    Type.String({
      description: 'WEBHOOK: made by the server. It is shown this once',
      examples: ['whsec_MfKQ9r8G…'],
    }),
  ),
})

const secrets = {
  webhookUrl: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4_000,
      description:
        'WEBHOOK, SLACK, TEAMS: the address to post to. PAGERDUTY: another endpoint of the Events API v2, such as that ' +
        'of the EU. Encrypted; only its origin is shown again',
      examples: ['https://example.com/alerts'],
    }),
  ),
  routingKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'PAGERDUTY: the integration key. Encrypted, and never shown again',
    }),
  ),
  signingSecret: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'WEBHOOK: `whsec_` and 24 to 64 bytes in base64 (Standard Webhooks). Made by the server when absent. ' +
        'Encrypted, and never shown again',
    }),
  ),
}

export const NewAlertChannel = Type.Object(
  {
    projectId: Type.Optional(OwnerId),
    name: Name,
    type: AlertChannelType,
    enabled: Type.Optional(Type.Boolean({ description: 'True by default' })),
    recipients: Type.Optional(Recipients),
    mailServer: Type.Optional(NewMailServer),
    digestMinutes: Type.Optional(DigestMinutes),
    quietHours: Type.Optional(QuietHours),
    ...secrets,
  },
  strict,
)
/** What is absent stays as it is. */
export const AlertChannelPatch = Type.Object(
  {
    name: Type.Optional(Name),
    enabled: Type.Optional(Type.Boolean()),
    recipients: Type.Optional(Recipients),
    mailServer: Type.Optional(NewMailServer),
    digestMinutes: Type.Optional(Type.Union([DigestMinutes, Type.Null()])),
    quietHours: Type.Optional(Type.Union([QuietHours, Type.Null()])),
    ...secrets,
  },
  {
    ...strict,
    description:
      'Null takes digests or quiet hours away. The password of a mail server stays while its host and user name do; another host needs it ' +
      'again, and so does another endpoint the routing key',
  },
)
/** What became of a test message. */
export const AlertChannelTest = Type.Object({
  delivered: Type.Boolean(),
  message: Type.String({ description: 'The response of the receiver, or why nothing reached it' }),
})
export const AlertChannelPage = pageOf(AlertChannel)
export const AlertChannelPath = Type.Object({ alertChannelId: Type.String({ format: 'uuid' }) })
export const AlertChannelQuery = Type.Object({
  ...NamedPageQuery.properties,
  projectId: Type.Optional(Type.String({ format: 'uuid', description: 'Only those of this project' })),
  ofInstallation: OfInstallation,
})

export type AlertChannelType = Static<typeof AlertChannelType>
export type AlertChannel = Static<typeof AlertChannel>
export type CreatedAlertChannel = Static<typeof CreatedAlertChannel>
export type NewAlertChannel = Static<typeof NewAlertChannel>
export type AlertChannelPatch = Static<typeof AlertChannelPatch>
export type AlertChannelTest = Static<typeof AlertChannelTest>
export type MailServer = Static<typeof MailServer>
