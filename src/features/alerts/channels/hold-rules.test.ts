import { expect, test } from 'vitest'
import { heldUntil, quietFaults, quietUntil } from './hold-rules.ts'

const night = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }
const until = (hours: typeof night, now: string) => quietUntil(hours, new Date(now))?.toISOString()

test.each([
  ['before they begin', '2026-01-15T20:59:59Z', undefined],
  ['when they begin', '2026-01-15T21:00:00Z', '2026-01-16T06:00:00.000Z'],
  ['after midnight', '2026-01-16T02:00:00Z', '2026-01-16T06:00:00.000Z'],
  ['when they are over', '2026-01-16T06:00:00Z', undefined],
  ['in the night in which clocks go forward', '2026-03-28T23:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['in the night in which clocks go back', '2026-10-24T23:00:00Z', '2026-10-25T06:00:00.000Z'],
])('quiet hours over midnight: %s', (_, now, expected) => {
  expect(until(night, now)).toBe(expected)
})

test('quiet hours within a day, and in a zone ahead of UTC', () => {
  const lunch = { from: '12:00', to: '13:30', timeZone: 'Asia/Kolkata' }
  expect(until(lunch, '2026-01-15T06:29:59Z')).toBeUndefined()
  expect(until(lunch, '2026-01-15T06:30:00Z')).toBe('2026-01-15T08:00:00.000Z')
  expect(until(lunch, '2026-01-15T08:00:00Z')).toBeUndefined()
})

test('quiet hours always end: every minute of the nights in which clocks change', () => {
  for (const [from, to] of [
    ['22:00', '02:30'],
    ['02:15', '02:45'],
    ['02:00', '03:00'],
  ] as const)
    for (const day of ['2026-03-28T20:00:00Z', '2026-10-24T20:00:00Z'])
      for (let minute = 0; minute < 720; minute++) {
        const now = new Date(Date.parse(day) + minute * 60_000)
        const end = quietUntil({ from, to, timeZone: 'Europe/Berlin' }, now)
        if (end !== undefined) expect(end.getTime()).toBeGreaterThan(now.getTime())
      }
})

test('a digest waits for its interval after the first message, and quiet hours hold both', () => {
  const queuedAt = new Date('2026-01-15T20:50:00Z')
  const held = (now: string, holds = {}) => heldUntil(holds, queuedAt, new Date(now))?.toISOString()
  expect(held('2026-01-15T20:50:00Z')).toBeUndefined()
  expect(held('2026-01-15T20:55:00Z', { digestMinutes: 15 })).toBe('2026-01-15T21:05:00.000Z')
  expect(held('2026-01-15T21:05:00Z', { digestMinutes: 15 })).toBeUndefined()
  expect(held('2026-01-15T21:05:00Z', { digestMinutes: 15, quietHours: night })).toBe(
    '2026-01-16T06:00:00.000Z',
  )
})

test('what is wrong with quiet hours is said at the member', () => {
  expect(quietFaults({ from: '25:00', to: '7:000', timeZone: 'Mars/Base' })).toEqual([
    'body/quietHours/from must be a time of day such as 22:00',
    'body/quietHours/to must be a time of day such as 22:00',
    'body/quietHours/timeZone "Mars/Base" is not an IANA time zone such as Europe/Berlin',
  ])
  expect(quietFaults({ ...night, to: '22:00' })).toEqual([
    'body/quietHours/to must differ from body/quietHours/from',
  ])
})
