import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

test('runs tasks in order, also after one that failed', async () => {
  const inTurn = oneAtATime()
  const log: string[] = []
  const work = (name: string) => async () => {
    log.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    log.push(`${name} ends`)
    if (name === 'b') throw new Error('b is bad')
    return name
  }
  const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => inTurn(work(name))))
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
