import { expect, test } from 'vitest'
import { createEventLoopYield } from './event-loop-yield.ts'

test('work that never waits lets a timer through after a few milliseconds', async () => {
  const yieldToEventLoop = createEventLoopYield(5)
  let fired = false
  const timer = setTimeout(() => {
    fired = true
  }, 1)
  const until = performance.now() + 2_000
  while (!fired && performance.now() < until) await yieldToEventLoop()
  clearTimeout(timer)
  expect(fired).toBe(true)
})
