import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

test.each([
  ['2', 2_000],
  [' 1.5 ', 1_500],
  ['Sat, 28 Nov 2026 10:00:05 GMT', 5_000],
  ['Sat, 28 Nov 2026 09:00:00 GMT', undefined],
  ['soon', undefined],
  [null, undefined],
])('Retry-After: %s', (header, wait) => {
  expect(retryAfterMs(header, Date.parse('2026-11-28T10:00:00Z'))).toBe(wait)
})
