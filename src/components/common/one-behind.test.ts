import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneBehind } from './one-behind.ts'

test('a batch is worked on while the next is made, in order and never two at once', async () => {
  const seen: string[] = []
  const { give, done } = oneBehind<number>(async (batch) => {
    seen.push(`begins ${batch}`)
    await sleep(5)
    seen.push(`ends ${batch}`)
  })
  for (const batch of [1, 2, 3]) {
    seen.push(`makes ${batch}`)
    await give(batch)
  }
  await done()
  expect(seen).toEqual([
    ...['makes 1', 'begins 1', 'makes 2', 'ends 1', 'begins 2', 'makes 3', 'ends 2', 'begins 3', 'ends 3'],
  ])
})

test('a failure reaches the next call, and nothing is worked on after it', async () => {
  const worked: number[] = []
  const { give, done } = oneBehind<number>(async (batch) => {
    worked.push(batch)
    throw new Error(`batch ${batch}`)
  })
  await give(1)
  await expect(give(2)).rejects.toThrow('batch 1')
  await expect(done()).rejects.toThrow('batch 1')
  expect(worked).toEqual([1])
})
