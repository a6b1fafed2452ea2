import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createSend } from './send.ts'

const now = new Date('2026-11-28T10:00:00Z')

test.each([
  ['7', 7],
  ['Sat, 28 Nov 2026 10:02:00 GMT', 120],
  ['Sun, 29 Nov 2026 10:00:00 GMT', 3_600],
])(
  'a receiver that asks for patience (%s) gets it, for an hour at most',
  async (header, retryAfterSeconds) => {
    const send = createSend({
      post: async () => ({
        status: 503,
        statusText: '',
        headers: { 'retry-after': header },
        body: Readable.from(['later']),
      }),
      connect: () => Promise.reject(new Error('this test sends no mail')),
      origin: () => 'http://localhost',
      clock: { now: () => now },
    })
    const target = {
      type: 'SLACK',
      settings: {},
      secrets: { webhookUrl: 'https://chat.example.com/x' },
    } as const
    const outcome = await send(
      target,
      'id',
      { kind: 'TEST', channelName: 'chat' } as never,
      new AbortController().signal,
    )
    expect(outcome).toEqual({
      fault: 'https://chat.example.com answered 503: later',
      isFinal: false,
      retryAfterSeconds,
    })
  },
)
