import { expect, test } from 'vitest'
import { lowered } from './lowered.ts'

test.each([
  ['Orders 1', 'orders 1'],
  ['ΑΠΟΘΗΚΕΣ', 'αποθηκεσ'],
  ['İstanbul', 'istanbul'],
  ['𐐀', '𐐨'],
  ['Straße', 'straße'],
])('%s is lower-cased letter by letter', (name, lower) => {
  expect(lowered(name)).toBe(lower)
})
