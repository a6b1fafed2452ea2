import { expect, test } from 'vitest'
import { inSlices, oneAtATime } from './in-slices.ts'

/** Turns of the event loop while `work` lasts. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let going = true
  const turn = () => {
    turns += 1
    if (going) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  going = false
  return turns
}

function* counting(steps: number): Generator<undefined, string> {
  for (let n = 0; n < steps; n++) yield
  return 'done'
}

test('a computation whose every step uses its slice up leaves the thread to others after each', async () => {
  let result = ''
  const turns = await turnsDuring(async () => {
    result = await inSlices(counting(20), 0)
  })
  expect(result).toBe('done')
  expect(turns).toBeGreaterThanOrEqual(20)
})

test('a short computation is done in one go', async () => {
  expect(await turnsDuring(() => inSlices(counting(20), 60_000))).toBe(0)
})

test('works follow each other in order, also after one that failed', async () => {
  const inTurn = oneAtATime()
  const told: string[] = []
  const work = (name: string) => async () => {
    told.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    told.push(`${name} ends`)
    if (name === 'b') throw new Error('b is bad')
    return name
  }
  const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => inTurn(work(name))))
  expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
