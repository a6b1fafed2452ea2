import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

const place = { root: 'first', project: 'orders', environment: 'Production' }
const path = ['Load']
const never = { ...place, signal: new AbortController().signal }

test('no more than the capacity run at once, and the next in line gets the free place', async () => {
  const slots = createSlots(2)
  const first = await slots.take(never, path)
  await slots.take(never, path)
  const order: string[] = []
  const third = slots.take(never, path).then(() => order.push('third'))
  void slots.take(never, path).then(() => order.push('fourth'))
  expect({ taken: slots.taken, waiting: slots.waiting }).toEqual({ taken: 2, waiting: 2 })
  first?.()
  await third
  expect(order).toEqual(['third'])
  expect({ taken: slots.taken, waiting: slots.waiting }).toEqual({ taken: 2, waiting: 1 })
})

test('giving a place back twice frees one place', async () => {
  const slots = createSlots(1)
  const give = await slots.take(never, path)
  give?.()
  give?.()
  expect(slots.taken).toBe(0)
  await slots.take(never, path)
  expect(slots.taken).toBe(1)
})

test('a waiter that is aborted leaves the queue and takes no slot', async () => {
  const slots = createSlots(1)
  const give = await slots.take(never, path)
  const abort = new AbortController()
  const gone = slots.take({ ...place, signal: abort.signal }, path)
  const next = slots.take(never, path)
  abort.abort()
  expect(await gone).toBeUndefined()
  give?.()
  expect(await next).toBeTypeOf('function')
  expect({ taken: slots.taken, waiting: slots.waiting }).toEqual({ taken: 1, waiting: 0 })
})

/** What gets the only slot, in that order, of what asks for it while it is taken. */
async function turnsOf(...asking: readonly (readonly [name: string, more?: object, path?: string[]])[]) {
  const slots = createSlots(1)
  const order: string[] = []
  const release = await slots.take(never, path)
  const all = asking.map(async ([name, more, own = path]) => {
    const done = await slots.take({ ...never, ...more }, own)
    order.push(name)
    done?.()
  })
  release?.()
  await Promise.all(all)
  return order
}

test('environments take turns, however many of one wait', async () => {
  const order = await turnsOf(
    ...([['first'], ['second'], ['third']] as const),
    ['other environment', { environment: 'Development' }],
    ['other project', { project: 'sales' }],
  )
  expect(order).toEqual(['first', 'other environment', 'other project', 'second', 'third'])
})

test('executions of an environment take turns, and so do the components of an execution', async () => {
  const order = await turnsOf(
    ...([['first'], ['second'], ['third']] as const),
    ['other execution', { root: 'second' }],
    ['other branch', {}, ['Check']],
    ['in a called pipeline', {}, ['Call', 'Load']],
  )
  expect(order).toEqual([
    'first',
    'other execution',
    'other branch',
    'in a called pipeline',
    'second',
    'third',
  ])
})
