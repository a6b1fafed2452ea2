import { expect, test } from 'vitest'
import { distance } from './time.tsx'

const saturday = new Date(2026, 10, 28, 12)

test.each([
  [new Date(2026, 10, 30, 2, 30), 'in 2 days'],
  [new Date(2026, 10, 29, 12), 'tomorrow'],
  [new Date(2026, 10, 29, 11, 59), 'in 23 hours'],
  [new Date(2026, 10, 28, 11, 58), '2 minutes ago'],
  [new Date(2026, 10, 27, 12), 'yesterday'],
  [new Date(2026, 10, 26, 23), '2 days ago'],
])('%s is %s', (at, text) => {
  expect(distance(at, saturday)).toBe(text)
})
