import { expect, test } from 'vitest'
import { formatValue } from './format.ts'

test.each([
  ['text', 'text'],
  [1500, '1500'],
  [0.1, '0.1'],
  [-0, '0'],
  [1e21, '1000000000000000000000'],
  [1.5e-7, '0.00000015'],
  [-1.25e22, '-12500000000000000000000'],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
  [[['a', '1']], '[["a","1"]]'],
  [{ a: ['1'] }, '{"a":["1"]}'],
])('%j appears as %j', (value, text) => {
  expect(formatValue(value)).toBe(text)
})
