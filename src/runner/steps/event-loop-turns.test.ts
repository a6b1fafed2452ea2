import { expect, test } from 'vitest'
import { createEventLoopTurns } from './event-loop-turns.ts'

test('work that never waits lets a timer through after a few milliseconds', async () => {
  const turns = createEventLoopTurns(5)
  let fired = false
  const timer = setTimeout(() => {
    fired = true
  }, 1)
  const until = performance.now() + 2_000
  while (!fired && performance.now() < until) await turns.yield()
  clearTimeout(timer)
  expect(fired).toBe(true)
})

test('what enters together goes on one after the other, each until it waits for something else', async () => {
  const turns = createEventLoopTurns()
  const steps: string[] = []
  const run = async (name: string) => {
    await turns.enter()
    for (let step = 1; step <= 3; step++) {
      await turns.yield()
      await Promise.resolve()
      steps.push(`${name}${step}`)
    }
  }
  await Promise.all(['a', 'b', 'c'].map(run))
  expect(steps).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3'])
})

test('a long execution does not keep short ones waiting longer than a turn', async () => {
  const turns = createEventLoopTurns(5)
  const ended: string[] = []
  const longRun = async () => {
    await turns.enter()
    const until = performance.now() + 30
    while (performance.now() < until) await turns.yield()
    ended.push('long')
  }
  const shortRun = async (name: string) => {
    await turns.enter()
    await turns.yield()
    ended.push(name)
  }
  await Promise.all([longRun(), shortRun('first'), shortRun('second')])
  expect(ended).toEqual(['first', 'second', 'long'])
})
