import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

const GATHER_TURNS = 4

function recording() {
  const batches: number[][] = []
  const batcher = createBatcher<number, number>(
    { laneCount: 1, maxItems: 100, gatherTurns: GATHER_TURNS },
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

test('a lane with little to do writes after one turn, and a large batch is not kept back itself', async () => {
  const { addAll, batches } = recording()
  for (const items of [[1], [2], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]) {
    const before = batches.length
    const added = addAll(items)
    await nextTurn()
    expect(batches.slice(before)).toEqual([items])
    await added
  }
})

test('after a large batch a lane gathers what the next turns bring', async () => {
  const { addAll, batches } = recording()
  await addAll([1, 2, 3, 4, 5, 6, 7, 8])
  const first = addAll([9])
  await nextTurn()
  await nextTurn()
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
