import { expect, test, vi } from 'vitest'
import { createBatcher } from './batcher.ts'

const GATHER_MS = 20

function recording() {
  const batches: number[][] = []
  const batcher = createBatcher<number, number>(
    { laneCount: 1, maxItems: 100, gatherMs: GATHER_MS },
    async (items) => {
      batches.push([...items])
      return items.map((item) => item * 2)
    },
  )
  const addAll = (items: readonly number[]) => Promise.all(items.map((item) => batcher.add('', item)))
  return { batches, batcher, addAll }
}

test('everybody gets the result of their own item', async () => {
  const { addAll, batches, batcher } = recording()
  expect(await addAll([1, 2, 3])).toEqual([2, 4, 6])
  expect(batches).toEqual([[1, 2, 3]])
  expect(batcher.waiting()).toBe(0)
})

test('a lane with little to do never waits, and a large batch is not kept back itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { addAll, batches } = recording()
  await addAll([1])
  await addAll([2])
  await addAll([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(batches).toHaveLength(3)
  vi.useRealTimers()
})

test('after a large batch a lane gathers what the next moments bring', async () => {
  const { addAll, batches } = recording()
  await addAll([1, 2, 3, 4, 5, 6, 7, 8])
  const first = addAll([9])
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  await Promise.all([first, addAll([10])])
  expect(batches).toEqual([
    [1, 2, 3, 4, 5, 6, 7, 8],
    [9, 10],
  ])
  await addAll([11])
  expect(batches).toHaveLength(3)
})

test('a batch that fails fails for those in it only', async () => {
  let fails = true
  const batcher = createBatcher<number, number>({ laneCount: 1, maxItems: 10 }, async (items) => {
    if (fails) throw new Error('away')
    return [...items]
  })
  await expect(batcher.add('', 1)).rejects.toThrow('away')
  fails = false
  expect(await batcher.add('', 2)).toBe(2)
})
