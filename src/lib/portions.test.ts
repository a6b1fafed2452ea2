import { expect, test } from 'vitest'
import { inPortions } from './portions.ts'

const portions = (sizes: readonly number[]) => [
  ...inPortions(sizes, { items: 3, size: 10, sizeOf: (size) => size }),
]

test('items stay in order, and a portion keeps to both limits but for an item that is too large', () => {
  expect(portions([])).toEqual([])
  expect(portions([1, 1, 1, 1])).toEqual([[1, 1, 1], [1]])
  expect(portions([6, 4, 1, 99, 1])).toEqual([[6, 4], [1], [99], [1]])
})
