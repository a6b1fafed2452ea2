import { expect, test } from 'vitest'
import { readSeconds } from './shapes.ts'

test.each([
  [3_600, '1 hour'],
  [5_400, '90 minutes'],
  [172_800, '2 days'],
  [61, '61 seconds'],
])('%d seconds are %s', (seconds, text) => {
  expect(readSeconds(seconds)).toBe(text)
})
