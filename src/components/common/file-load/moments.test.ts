import { expect, test } from 'vitest'
import { momentReader } from './moments.ts'

test.each([
  ['date', '2024-02-29', '2024-02-29'],
  ['date', '2/9/2024', '2024-02-09'],
  ['date', '2024-00-01', undefined],
  ['date', '2024-2', undefined],
  ['timestamp', '2024-02-29 08:00:00.25', '2024-02-29 08:00:00.25'],
  ['timestamp', '2024-02-29T8:00', '2024-02-29 08:00:00'],
  ['timestamp', '2024-00-01 08:00:00', undefined],
  ['timestamp with time zone', '2024-02-29 08:00:00', '2024-02-29 08:00:00+00:00'],
] as const)('as %s, %s is read as %s', (type, text, expected) => {
  expect(momentReader(type, 'auto')!(text)).toBe(expected)
})
