import { expect, test } from 'vitest'
import { isGivenUp, retrySeconds } from './rules.ts'

const HOUR_MS = 3_600_000
const now = new Date('2026-01-02T00:00:00Z')
const attempt = (attempts: number, hoursAgo = 0) => ({
  attempts,
  requestedAt: new Date(now.getTime() - hoursAgo * HOUR_MS),
})

test('what is unavailable is tried for a day, what is refused three times', () => {
  const away = { fault: 'down', isFinal: false }
  const refused = { fault: 'no', isFinal: true }
  expect(isGivenUp(attempt(500, 23), away, now)).toBe(false)
  expect(isGivenUp(attempt(1, 25), away, now)).toBe(true)
  expect(isGivenUp(attempt(0, 25), away, now), 'it was held back until now').toBe(false)
  expect([0, 1, 2].map((n) => isGivenUp(attempt(n), refused, now))).toEqual([false, false, true])
})

test('retries are spaced twice as far each time, up to five minutes, and no sooner than the receiver asked', () => {
  expect([1, 2, 3, 9, 10, 10_000].map((n) => retrySeconds(n, undefined, 0.5))).toEqual([
    1, 2, 4, 256, 300, 300,
  ])
  expect(retrySeconds(1, 60, 0.5)).toBe(60)
  expect(retrySeconds(10, 60, 0)).toBe(240)
})
