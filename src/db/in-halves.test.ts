import pg from 'pg'
import { expect, test } from 'vitest'
import { inHalves } from './in-halves.ts'

function refused(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('refused', 0, 'error')
  error.code = code
  return error
}

/** Works through numbers; `code`: how those together are refused that one of `refusedItems` is among. */
async function through(refusedItems: readonly number[], code: string) {
  const done: number[] = []
  const aside: number[] = []
  let attempts = 0
  const work = async (items: readonly number[]) => {
    attempts++
    if (items.some((item) => refusedItems.includes(item))) throw refused(code)
    done.push(...items)
  }
  const setAside = async (item: number) => void aside.push(item)
  const failure = await inHalves([...Array(500).keys()], work, setAside).catch((error: unknown) => error)
  return { done: done.length, aside, attempts, failure }
}

const TOO_LARGE = '54000'
const TIMED_OUT = '57014'

test('what is refused alone is set aside, and all others are done with few attempts', async () => {
  expect(await through([], TOO_LARGE)).toMatchObject({ done: 500, aside: [], attempts: 1 })
  expect(await through([7, 333], TOO_LARGE)).toMatchObject({ done: 498, aside: [7, 333] })
  expect((await through([7, 333], TOO_LARGE)).attempts).toBeLessThan(40)
})

test('what takes too long alone is no fault of the data, and neither is any other failure', async () => {
  const slow = await through([499], TIMED_OUT)
  expect(slow).toMatchObject({ done: 499, aside: [], failure: { code: TIMED_OUT } })
  expect(await through([0], '57P01')).toMatchObject({ done: 0, attempts: 1, failure: { code: '57P01' } })
})

test('without items nothing is done', async () => {
  const failing = async () => {
    throw refused(TOO_LARGE)
  }
  await inHalves([], failing, failing)
})
