import { expect, test } from 'vitest'
import { inSlices } from './in-slices.ts'

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
