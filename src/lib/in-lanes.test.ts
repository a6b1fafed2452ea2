import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inLanes } from './in-lanes.ts'

test('every item is worked on once, and no more of them at a time than there are lanes', async () => {
  const items = Array.from({ length: 20 }, (_, n) => n)
  const done: number[] = []
  let atOnce = 0
  let most = 0
  await inLanes(items, 3, async (item) => {
    most = Math.max(most, ++atOnce)
    await sleep(1)
    atOnce -= 1
    done.push(item)
  })
  expect(most).toBe(3)
  expect(done.sort((a, b) => a - b)).toEqual(items)
})

test('a failure is thrown when the other lanes have done the rest', async () => {
  const done: number[] = []
  const work = async (item: number) => {
    await sleep(1)
    if (item === 0) throw new Error('no')
    done.push(item)
  }
  await expect(inLanes([0, 1, 2, 3], 2, work)).rejects.toThrow('no')
  expect(done).toEqual([1, 2, 3])
})
