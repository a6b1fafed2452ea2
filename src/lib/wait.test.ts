import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { deadline, sleepUntilAborted } from './wait.ts'

test('what answers in time is answered, what fails fails, and what takes longer is given up', async () => {
  expect(await deadline(10_000, Promise.resolve(1))).toBe(1)
  await expect(deadline(10_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  await expect(deadline(500, new Promise(() => undefined))).rejects.toThrow('no answer within 0.5 s')
})

test('a sleep of months lasts until it is aborted', async () => {
  const aborting = new AbortController()
  const slept = sleepUntilAborted(3_600 * 3_600_000, aborting.signal).then(() => 'slept')
  expect(await Promise.race([slept, sleep(50, 'still asleep')])).toBe('still asleep')
  aborting.abort()
  expect(await slept).toBe('slept')
})

test('time in which this process could not listen does not count', async () => {
  const answered = deadline(
    500,
    sleep(700).then(() => 'late'),
  )
  const until = performance.now() + 600
  while (performance.now() < until);
  expect(await answered).toBe('late')
})
