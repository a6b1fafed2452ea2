import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

const never = new AbortController().signal

test('no more than the capacity run at once, and the next in line gets the free place', async () => {
  const slots = createSlots(2)
  const first = await slots.take(never)
  await slots.take(never)
  const order: string[] = []
  const third = slots.take(never).then(() => order.push('third'))
  void slots.take(never).then(() => order.push('fourth'))
  expect({ taken: slots.taken, waiting: slots.waiting }).toEqual({ taken: 2, waiting: 2 })
  first?.()
  await third
  expect(order).toEqual(['third'])
  expect({ taken: slots.taken, waiting: slots.waiting }).toEqual({ taken: 2, waiting: 1 })
})

test('giving a place back twice frees one place', async () => {
  const slots = createSlots(1)
  const give = await slots.take(never)
  give?.()
  give?.()
  expect(slots.taken).toBe(0)
  await slots.take(never)
  expect(slots.taken).toBe(1)
})

test('a waiter that is aborted leaves the queue and takes no slot', async () => {
  const slots = createSlots(1)
  const give = await slots.take(never)
  const abort = new AbortController()
  const gone = slots.take(abort.signal)
  const next = slots.take(never)
  abort.abort()
  expect(await gone).toBeUndefined()
  give?.()
  expect(await next).toBeTypeOf('function')
  expect({ taken: slots.taken, waiting: slots.waiting }).toEqual({ taken: 1, waiting: 0 })
})
