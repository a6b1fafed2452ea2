import { expect, test } from 'vitest'
import { bytesOr, bytesText } from './bytes.ts'

test('bytes are shown in the unit that fits, and not at all where they are unknown', () => {
  expect([0, 999, 1_000, 48_210, 3_100_000_000, 2e18].map(bytesText)).toEqual([
    '0 B',
    '999 B',
    '1 kB',
    '48.2 kB',
    '3.1 GB',
    '2,000 PB',
  ])
  expect(bytesOr(undefined)).toBe('–')
})
