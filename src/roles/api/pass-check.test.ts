import { expect, onTestFinished, test, vi } from 'vitest'
import { every } from '../../lib/service.ts'
import { passCheck, stuckConnectionCheck, stuckPassCheck } from './pass-check.ts'

/** What the check says `ms` after the last success of a pass that runs every `intervalMs`. */
async function after(ms: number, intervalMs: number): Promise<string | undefined> {
  let now = 0
  const check = passCheck({ name: 'p', intervalMs, lastOkAt: () => 0 }, () => now)
  now = ms
  return check.check()
}

test('a pass that runs every second is reported after a minute without success', async () => {
  expect(await after(59_000, 1_000)).toBeUndefined()
  expect(await after(61_000, 1_000)).toBe('has not succeeded for 61 s')
})

test('a pass that runs every hour is well between its turns', async () => {
  expect(await after(3_500_000, 3_600_000)).toBeUndefined()
  expect(await after(7_300_000, 3_600_000)).toContain('has not succeeded')
})

test('a pass is well or not whatever the clock is set to', async () => {
  vi.useFakeTimers()
  const stop = new AbortController()
  let isAway = false
  async function turn() {
    if (isAway) throw new Error('the database is away')
  }
  const pass = every(1_000, 'p', turn, () => undefined)
  const ended = pass.run(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await ended
    vi.useRealTimers()
  })
  const check = passCheck(pass)
  await vi.advanceTimersByTimeAsync(500)
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(await check.check()).toBeUndefined()
  isAway = true
  vi.setSystemTime(Date.now() - 7_200_000)
  await vi.advanceTimersByTimeAsync(90_000)
  expect(await check.check()).toContain('has not succeeded')
})

test('a pass that does not end for ten minutes is stuck, and so is a connection that nobody cut', async () => {
  const stuckPass = (runningMs: number) => stuckPassCheck({ name: 'p', runningMs: () => runningMs }).check()
  expect(await stuckPass(599_000)).toBeUndefined()
  expect(await stuckPass(601_000)).toBe('has been running for 601 s')
  expect(await stuckConnectionCheck(() => 35_000).check()).toBeUndefined()
  expect(await stuckConnectionCheck(() => 91_000).check()).toContain('for 91 s')
})
