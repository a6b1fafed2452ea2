import { expect, test } from 'vitest'
import {
  type ChannelTarget,
  changedParts,
  channelFaults,
  PAGERDUTY_URL,
  partsOf,
  patchFaults,
  signingKey,
  signingSecretOf,
  targetOf,
} from './rules.ts'
import type { NewAlertChannel } from './schema.ts'

const mailServer = { host: 'smtp.example.com', sender: 'Headrace <a@example.com>' }
const valid: Readonly<Record<NewAlertChannel['type'], Omit<NewAlertChannel, 'name' | 'type'>>> = {
  WEBHOOK: { webhookUrl: 'https://example.com/in' },
  SLACK: { webhookUrl: 'https://hooks.slack.com/services/T/B/x' },
  TEAMS: { webhookUrl: 'https://example.com/workflows/1' },
  PAGERDUTY: { routingKey: 'k'.repeat(32) },
  EMAIL: { recipients: ['ada@example.com'], mailServer },
}
const types = Object.keys(valid) as NewAlertChannel['type'][]

test.each(types)('a channel of type %s needs its own members and takes no others', (type) => {
  expect(channelFaults({ name: 'n', type, ...valid[type] })).toEqual([])
  expect(channelFaults({ name: 'n', type }).length).toBe(Object.keys(valid[type]).length)
  const others = types.filter((other) => !Object.keys(valid[other]).some((member) => member in valid[type]))
  for (const other of others) {
    const mixed = { name: 'n', type, ...valid[type], ...valid[other] }
    if (type === 'PAGERDUTY' && 'webhookUrl' in valid[other]) continue // its endpoint may be another one
    expect(channelFaults(mixed).join()).toContain('does not belong to a channel of type')
  }
})

test.each([
  [{ webhookUrl: 'ftp://example.com' }, 'http or https'],
  [{ webhookUrl: 'nonsense' }, 'http or https'],
  [{ webhookUrl: 'https://me:pass@example.com' }, 'must not contain a user name'],
  [{ webhookUrl: 'https://example.com', signingSecret: 'whsec_c2hvcnQ=' }, '24 to 64 bytes'],
])('%o is refused', (given, reason) => {
  expect(channelFaults({ name: 'n', type: 'WEBHOOK', ...given }).join()).toContain(reason)
})

test.each([
  [{ username: 'me' }, 'password is required'],
  [{ password: 'p' }, 'username is required'],
  [{ username: 'me', password: 'p', encryption: 'NONE' as const }, 'sent unencrypted'],
  [{ sender: 'nobody' }, 'not an e-mail address'],
  [{ sender: 'a@example.com\r\nBcc: b@example.com' }, 'not an e-mail address'],
])('a mail server with %o is refused', (own, reason) => {
  const given = { recipients: ['ada@example.com'], mailServer: { ...mailServer, ...own } }
  expect(channelFaults({ name: 'n', type: 'EMAIL', ...given }).join()).toContain(reason)
})

test('a password stays with its host and user name only, and goes with the login', () => {
  const before = partsOf({ ...valid.EMAIL, mailServer: { ...mailServer, username: 'me', password: 'p' } })
  expect(before.settings).toEqual({
    recipients: ['ada@example.com'],
    mailServer: { ...mailServer, username: 'me' },
  })
  const change = (own: object) => ({ mailServer: { ...mailServer, username: 'me', ...own } })
  const channel = { type: 'EMAIL' as const, ...before }
  expect(patchFaults(channel, change({ port: 2525 }))).toEqual([])
  expect(changedParts(before, change({ port: 2525 })).secrets).toEqual({ password: 'p' })
  for (const own of [{ host: 'evil.example.com' }, { username: 'other' }])
    expect(patchFaults(channel, change(own)).join()).toContain('password is required')
  expect(patchFaults(channel, change({ encryption: 'NONE' })).join()).toContain('sent unencrypted')
  expect(changedParts(before, { mailServer }).secrets).toEqual({})
})

test('a routing key stays with its endpoint only', () => {
  const channel = { type: 'PAGERDUTY' as const, ...partsOf(valid.PAGERDUTY) }
  expect(patchFaults(channel, { webhookUrl: `${PAGERDUTY_URL}?x=1` })).toEqual([])
  const elsewhere = { webhookUrl: 'https://evil.example.com/v2/enqueue' }
  expect(patchFaults(channel, elsewhere)).toEqual([
    'body/routingKey is required: the stored key is for another endpoint',
  ])
  expect(patchFaults(channel, { ...elsewhere, routingKey: 'another' })).toEqual([])
})

test('what is shown of an address is its origin', () => {
  const target = (type: ChannelTarget['type']) => targetOf({ type, ...partsOf(valid[type]) })
  expect(types.map(target)).toEqual([
    'https://example.com',
    'https://hooks.slack.com',
    'https://example.com',
    'https://events.pagerduty.com',
    'smtp.example.com:587',
  ])
})

test('a signing secret is 24 to 64 bytes in base64', () => {
  const key = Buffer.alloc(32, 7)
  expect(signingKey(signingSecretOf(key))).toEqual(key)
  expect([23, 24, 64, 65].map((n) => signingKey(signingSecretOf(Buffer.alloc(n)))?.length)).toEqual([
    undefined,
    24,
    64,
    undefined,
  ])
  expect(signingKey(key.toString('base64'))).toBeUndefined()
})
