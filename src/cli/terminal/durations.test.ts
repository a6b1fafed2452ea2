import { expect, test } from 'vitest'
import { durationBetween, formatDuration } from './durations.ts'

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_000, '1.0 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min 00 s'],
  [185_000, '3 min 05 s'],
  [3_599_900, '1 h 00 min'],
  [3_720_000, '1 h 02 min'],
])('%i ms reads %s', (ms, text) => expect(formatDuration(ms)).toBe(text))

test('a running step is measured until now, one that has not started not at all', () => {
  const begin = '2025-03-01T00:00:00.000Z'
  expect(durationBetween(begin, '2025-03-01T00:00:02.000Z', 0)).toBe('2.0 s')
  expect(durationBetween(begin, undefined, Date.parse(begin) + 5)).toBe('5 ms')
  expect(durationBetween(undefined, undefined, 0)).toBe('')
})
