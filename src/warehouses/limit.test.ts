import { expect, test } from 'vitest'
import { createLimit } from './limit.ts'

const never = new AbortController().signal

test('no more than the limit are inside, and the others enter in the order they came', async () => {
  const limit = createLimit(2)
  const entered: number[] = []
  const leaving: (() => void)[] = []
  const all = [0, 1, 2, 3].map(async (n) => {
    const leave = await limit.enter(never)
    entered.push(n)
    leaving.push(leave)
  })
  await Promise.all(all.slice(0, 2))
  expect(entered).toEqual([0, 1])

  leaving[0]?.()
  await all[2]
  expect(entered).toEqual([0, 1, 2])
  leaving[1]?.()
  await all[3]
})

test('who gives up waiting takes no place', async () => {
  const limit = createLimit(1)
  const leave = await limit.enter(never)
  const cancel = new AbortController()
  const reason = new Error('cancelled')
  const given = limit.enter(cancel.signal)
  const next = limit.enter(never)
  cancel.abort(reason)
  await expect(given).rejects.toBe(reason)

  leave()
  await next
})
