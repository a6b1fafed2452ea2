import { expect, test } from 'vitest'
import { beforeBy } from './iso-duration.ts'

const now = new Date('2026-03-31T12:00:00Z')

test.each([
  ['PT1H', '2026-03-31T11:00:00.000Z'],
  ['pt90m', '2026-03-31T10:30:00.000Z'],
  ['PT1,5S', '2026-03-31T11:59:58.500Z'],
  ['P7D', '2026-03-24T12:00:00.000Z'],
  ['P1W', '2026-03-24T12:00:00.000Z'],
  ['P1M', '2026-02-28T12:00:00.000Z'],
  ['P2Y3M', '2023-12-31T12:00:00.000Z'],
  ['P1DT12H', '2026-03-30T00:00:00.000Z'],
])('%s before the end of March', (duration, begin) => {
  expect(beforeBy(now, duration)?.toISOString()).toBe(begin)
})

test.each(['', 'P', 'PT', 'P1', '1D', 'P-1D', 'P1DT', 'P1H', 'PT1D', 'P3000Y', 'P999999Y', ' P1D'])(
  '%j is none',
  (text) => expect(beforeBy(now, text)).toBeUndefined(),
)
