import { expect, test } from 'vitest'
import { createBreather } from './yield.ts'

test('work that never waits lets a timer through after a few milliseconds', async () => {
  const breathe = createBreather(5)
  let fired = false
  const timer = setTimeout(() => {
    fired = true
  }, 1)
  const until = performance.now() + 2_000
  while (!fired && performance.now() < until) await breathe()
  clearTimeout(timer)
  expect(fired).toBe(true)
})
