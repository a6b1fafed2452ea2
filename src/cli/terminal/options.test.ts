import { afterEach, expect, test, vi } from 'vitest'
import { dateOrInstant, day, instant, instantIn } from './options.ts'

afterEach(() => void vi.unstubAllEnvs())

test('a date is its midnight here, as what is shown is local time; a time with an offset is that instant', () => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(instant('2026-01-31')).toBe('2026-01-31T05:00:00.000Z')
  expect(instant('2026-01-31T08:30')).toBe('2026-01-31T13:30:00.000Z')
  expect(instant('2026-01-31 08:30')).toBe('2026-01-31T13:30:00.000Z')
  expect(instant('2026-01-31T08:30:00Z')).toBe('2026-01-31T08:30:00.000Z')
  expect(instant('2026-01-31T08:30:00+02:00')).toBe('2026-01-31T06:30:00.000Z')
})

test('a date for a schedule is midnight in its time zone, or the first time after it that there is', () => {
  expect(instantIn('Asia/Tokyo', dateOrInstant('2026-01-31'))).toBe('2026-01-30T15:00:00.000Z')
  expect(instantIn('America/Santiago', dateOrInstant('2025-09-07'))).toBe('2025-09-07T04:00:00.000Z')
  expect(instantIn('Asia/Tokyo', dateOrInstant('2026-01-31T00:00Z'))).toBe('2026-01-31T00:00:00.000Z')
  expect(() => instantIn('Nowhere', '2026-01-31')).toThrow('Nowhere is unknown')
})

test.each(['1', '2026', '2026-01', '2026-02-30', '2026-13-01', '31.01.2026', '2026-01-31T25:00', 'now'])(
  '%s is no date or time',
  (text) => {
    expect(() => instant(text)).toThrow('Expected a date or time')
    expect(() => day(text)).toThrow('Expected a date such as')
  },
)
