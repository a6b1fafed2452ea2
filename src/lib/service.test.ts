import { expect, test, vi } from 'vitest'
import { silent } from './log.ts'
import { every, keepRunning } from './service.ts'

/** For a machine that has other things to do. */
const PATIENCE_MS = 15_000

test('a pass that throws before its first wait is reported and tried again like any other', async () => {
  const stop = new AbortController()
  const errors: unknown[] = []
  let turns = 0
  const pass = every(
    1,
    'p',
    () => {
      if (++turns === 3) stop.abort()
      throw new Error(`turn ${turns}`)
    },
    (error) => errors.push(String(error)),
  )
  await pass.run(stop.signal)
  expect(errors).toEqual(['Error: turn 1', 'Error: turn 2', 'Error: turn 3'])
})

test('a pass that runs seldom and fails is tried again within seconds, and then has its long turns again', async () => {
  vi.useFakeTimers()
  const stop = new AbortController()
  let turns = 0
  const pass = every(
    3_600_000,
    'p',
    async () => {
      if (++turns < 3) throw new Error('the database is away')
    },
    () => undefined,
  )
  const ended = pass.run(stop.signal)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(turns).toBe(3)
  expect(pass.lastOkAt()).toBeDefined()
  await vi.advanceTimersByTimeAsync(3_500_000)
  expect(turns).toBe(3)
  stop.abort()
  await ended
  vi.useRealTimers()
})

test('a pass that a lookout wakes has turns of its own twice a minute, and others when it is woken', async () => {
  vi.useFakeTimers()
  const stop = new AbortController()
  let turns = 0
  const pass = every(
    1_000,
    'p',
    async () => void turns++,
    () => undefined,
  )
  pass.leaveToLookout()
  const ended = pass.run(stop.signal)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(turns).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(turns).toBe(2)
  pass.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(turns).toBe(3)
  stop.abort()
  await ended
  vi.useRealTimers()
})

test('turns of its own are spared a pass for which a lookout finds nothing, but for one in five minutes', async () => {
  vi.useFakeTimers()
  const stop = new AbortController()
  let turns = 0
  const pass = every(
    1_000,
    'p',
    async () => void turns++,
    () => undefined,
  )
  pass.leaveToLookout()
  const looking = setInterval(pass.foundNothing, 1_000)
  const ended = pass.run(stop.signal)
  await vi.advanceTimersByTimeAsync(299_000)
  expect(turns).toBe(1)
  expect(Date.now() - pass.lastOkAt()!.getTime()).toBeLessThanOrEqual(30_000)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(turns).toBe(2)
  clearInterval(looking) // and now the lookout cannot ask
  await vi.advanceTimersByTimeAsync(60_000)
  expect(turns).toBe(4)
  stop.abort()
  await ended
  vi.useRealTimers()
})

test('a pass that fails is tried again, although a lookout finds nothing for it', async () => {
  vi.useFakeTimers()
  const stop = new AbortController()
  let turns = 0
  const pass = every(
    60_000,
    'p',
    async () => {
      if (++turns < 3) throw new Error('the database is away')
    },
    () => undefined,
  )
  pass.leaveToLookout()
  const looking = setInterval(pass.foundNothing, 1_000)
  const ended = pass.run(stop.signal)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(turns).toBe(3)
  clearInterval(looking)
  stop.abort()
  await ended
  vi.useRealTimers()
})

test('a pass says for how long its turn has been running, and nothing between turns', async () => {
  const stop = new AbortController()
  const turn = Promise.withResolvers<void>()
  const pass = every(
    10_000,
    'p',
    () => turn.promise,
    () => undefined,
  )
  const ended = pass.run(stop.signal)
  await vi.waitFor(() => expect(pass.runningMs()).toBeGreaterThan(0), PATIENCE_MS)
  turn.resolve()
  await vi.waitFor(() => expect(pass.runningMs()).toBe(0), PATIENCE_MS)
  stop.abort()
  await ended
})

test('a service that fails is started again, until it is to stop', async () => {
  const stop = new AbortController()
  let starts = 0
  const run = async () => {
    if (++starts === 2) stop.abort()
    throw new Error('defect')
  }
  const ended = keepRunning({ name: 's', run }, stop.signal, silent)
  await ended
  expect(starts).toBe(2)
})
