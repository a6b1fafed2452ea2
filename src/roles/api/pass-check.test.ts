import { expect, test } from 'vitest'
import { passCheck, stuckConnectionCheck, stuckPassCheck } from './pass-check.ts'

/** What the check says `ms` after the last success of a pass that runs every `intervalMs`. */
async function after(ms: number, intervalMs: number): Promise<string | undefined> {
  let now = new Date(0)
  const check = passCheck({ name: 'p', intervalMs, lastOkAt: () => new Date(0) }, { now: () => now })
  now = new Date(ms)
  return check.check()
}

test('a pass that runs every second is reported after a minute without success', async () => {
  expect(await after(59_000, 1_000)).toBeUndefined()
  expect(await after(61_000, 1_000)).toContain('1970-01-01T00:00:00.000Z')
})

test('a pass that runs every hour is well between its turns', async () => {
  expect(await after(3_500_000, 3_600_000)).toBeUndefined()
  expect(await after(7_300_000, 3_600_000)).toContain('has not succeeded')
})

test('a pass that does not end for ten minutes is stuck, and so is a connection that nobody cut', async () => {
  const stuckPass = (runningMs: number) => stuckPassCheck({ name: 'p', runningMs: () => runningMs }).check()
  expect(await stuckPass(599_000)).toBeUndefined()
  expect(await stuckPass(601_000)).toBe('has been running for 601 s')
  expect(await stuckConnectionCheck(() => 35_000).check()).toBeUndefined()
  expect(await stuckConnectionCheck(() => 91_000).check()).toContain('for 91 s')
})
