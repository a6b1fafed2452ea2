import { expect, test } from 'vitest'
import { parseSearch, readSearch, stringifySearch } from './address.ts'

const shape = { page: 'number', name: 'text' } as const

test('a search keeps what fits its shape and says undefined for what does not', () => {
  expect(readSearch(shape, { page: '2', name: 'a', other: 'b' })).toStrictEqual({ page: 2, name: 'a' })
  expect(readSearch(shape, { page: 'two', name: '' })).toStrictEqual({ page: undefined, name: undefined })
})

test('a search that was read is read again as the same', () => {
  const read = readSearch(shape, parseSearch('?page=2&name=3'))
  expect(readSearch(shape, read)).toStrictEqual({ page: 2, name: '3' })
  expect(stringifySearch(read)).toBe('?page=2&name=3')
})
