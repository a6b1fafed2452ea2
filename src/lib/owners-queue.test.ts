import { expect, test } from 'vitest'
import { createOwnersQueue } from './owners-queue.ts'

const full = () => new Error('full')

test('owners take turns, and each its own in their order', async () => {
  const queue = createOwnersQueue(10, full)
  const order: string[] = []
  const waiting = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(async (name) => {
    await queue.wait(name[0]!)
    order.push(name)
  })
  while (queue.next()) await Promise.resolve()
  await Promise.all(waiting)
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('a full queue refuses the owner with the most in it', async () => {
  const queue = createOwnersQueue(4, full)
  const greedy = [1, 2, 3, 4].map(() => queue.wait('greedy'))
  await expect(queue.wait('greedy')).rejects.toThrow('full')
  const first = queue.wait('modest')
  await expect(greedy[3]).rejects.toThrow('full')
  const second = queue.wait('modest')
  await expect(greedy[2]).rejects.toThrow('full')
  await expect(queue.wait('modest')).rejects.toThrow('full')
  const admitted = [...Array(5)].map(() => queue.next())
  expect(admitted).toEqual([true, true, true, true, false])
  await Promise.all([greedy[0], greedy[1], first, second])
})

test('a queue without room refuses', async () => {
  await expect(createOwnersQueue(0, full).wait('a')).rejects.toThrow('full')
})
