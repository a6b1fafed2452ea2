import { expect, test } from 'vitest'
import { firstDayFrom } from './day-range.ts'

test.each([
  ['2026-01-31T00:00:00Z', '2026-01-31'],
  ['2026-01-31T00:00:01Z', '2026-02-01'],
  ['2026-01-31T23:30:00-01:00', '2026-02-02'],
  ['9999-12-31T12:00:00Z', '9999-12-31'],
])('the first day from %s is %s', (instant, day) => {
  expect(firstDayFrom(instant)).toBe(day)
})
