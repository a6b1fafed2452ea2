import { expect, onTestFinished, test, vi } from 'vitest'
import { silent } from './log.ts'
import { createPasses, every, keepRunning } from './service.ts'

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

test('a failure is logged at once, and once a minute while it stays the same', async () => {
  vi.useFakeTimers()
  const stop = new AbortController()
  const error = vi.fn()
  let reason = 'the disk is full'
  const ended = createPasses({ ...silent, error })('p', 1_000, async () => {
    throw new Error(reason)
  }).run(stop.signal)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(error).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(error).toHaveBeenCalledTimes(2)
  reason = 'the database is away'
  await vi.advanceTimersByTimeAsync(2_000)
  expect(error).toHaveBeenCalledTimes(3)
  stop.abort()
  await vi.advanceTimersByTimeAsync(1_000)
  await ended
  vi.useRealTimers()
})

test('a pass that has much to do counts as well for as long as it says that it progresses', async () => {
  vi.useFakeTimers()
  const stop = new AbortController()
  let goOn = () => {}
  const pass = every(
    1_000,
    'p',
    async (_, progressed) => {
      goOn = progressed
      await new Promise((resolve) => stop.signal.addEventListener('abort', resolve))
    },
    () => undefined,
  )
  const ended = pass.run(stop.signal)
  await vi.advanceTimersByTimeAsync(90_000)
  expect([pass.lastOkAt(), pass.runningMs()]).toEqual([undefined, 90_000])
  goOn()
  expect([pass.lastOkAt(), pass.runningMs()]).toEqual([performance.now(), 0])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(pass.runningMs()).toBe(1_000)
  stop.abort()
  await ended
  vi.useRealTimers()
})

/** Runs a pass, the first turns of which fail, while time is only what the test lets pass. */
function passInFakeTime(intervalMs: number, { failing = 0, hasLookout = false } = {}) {
  vi.useFakeTimers()
  const stop = new AbortController()
  let turns = 0
  async function turn() {
    if (++turns <= failing) throw new Error('the database is away')
  }
  const pass = every(intervalMs, 'p', turn, () => undefined)
  if (hasLookout) pass.leaveToLookout()
  const ended = pass.run(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await ended
    vi.useRealTimers()
  })
  return { pass, turnsAfter: (ms: number) => vi.advanceTimersByTimeAsync(ms).then(() => turns) }
}

test('a pass that runs seldom and fails is tried again within seconds, and then has its long turns again', async () => {
  const { pass, turnsAfter } = passInFakeTime(3_600_000, { failing: 2 })
  expect(await turnsAfter(10_000)).toBe(3)
  expect(pass.lastOkAt()).toBeDefined()
  expect(await turnsAfter(3_500_000)).toBe(3)
})

test('a pass that a lookout wakes has turns of its own twice a minute, and others when it is woken', async () => {
  const { pass, turnsAfter } = passInFakeTime(1_000, { hasLookout: true })
  expect(await turnsAfter(29_000)).toBe(1)
  expect(await turnsAfter(2_000)).toBe(2)
  pass.wake()
  expect(await turnsAfter(0)).toBe(3)
})

test('turns of its own are spared a pass for which a lookout finds nothing, but for one in five minutes', async () => {
  const { pass, turnsAfter } = passInFakeTime(1_000, { hasLookout: true })
  const looking = setInterval(pass.foundNothing, 1_000)
  expect(await turnsAfter(299_000)).toBe(1)
  expect(performance.now() - pass.lastOkAt()!).toBeLessThanOrEqual(30_000)
  expect(await turnsAfter(2_000)).toBe(2)
  clearInterval(looking) // and now the lookout cannot ask
  expect(await turnsAfter(60_000)).toBe(4)
})

test('a pass that fails is tried again, although a lookout finds nothing for it', async () => {
  const { pass, turnsAfter } = passInFakeTime(60_000, { failing: 2, hasLookout: true })
  const looking = setInterval(pass.foundNothing, 1_000)
  expect(await turnsAfter(10_000)).toBe(3)
  clearInterval(looking)
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
