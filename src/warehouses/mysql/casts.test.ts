import { expect, test } from 'vitest'
import { rangeOf } from './casts.ts'

test.each([
  ['mediumint unsigned', '0 and 16777215'],
  ['mediumint', '-8388608 and 8388607'],
  ['int unsigned', '0 and 4294967295'],
])('%s holds %s', (type, range) => {
  expect(rangeOf(type)).toBe(range)
})
