import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

const place = { project: 'orders', environment: 'Production' }
const never = { ...place, signal: new AbortController().signal }

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
  const gone = slots.take({ ...place, signal: abort.signal })
  const next = slots.take(never)
  abort.abort()
  expect(await gone).toBeUndefined()
  give?.()
  expect(await next).toBeTypeOf('function')
  expect({ taken: slots.taken, waiting: slots.waiting }).toEqual({ taken: 1, waiting: 0 })
})

test('environments take turns, however many of one wait', async () => {
  const slots = createSlots(1)
  const order: string[] = []
  const work = async (name: string, project = 'orders', environment = 'Production') => {
    const give = await slots.take({ ...never, project, environment })
    order.push(name)
    give?.()
  }
  const give = await slots.take(never)
  const iterations = ['first', 'second', 'third'].map((name) => work(name))
  const others = [work('other environment', 'orders', 'Development'), work('other project', 'sales')]
  give?.()
  await Promise.all([...iterations, ...others])
  expect(order).toEqual(['first', 'other environment', 'other project', 'second', 'third'])
})
