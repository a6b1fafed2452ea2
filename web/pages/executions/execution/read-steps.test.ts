import { expect, test } from 'vitest'
import type { Step } from '../../../components/executions/shapes.ts'
import { isBehind, nothingRead, PAGE_STEPS, readOn, type StepsRead } from './read-steps.ts'

/** Steps as a server holds them, and which pages were asked for. */
function server(count: number, isOpen: (at: number) => boolean) {
  const asked: number[] = []
  const step = (at: number) => ({ id: `${at}`, result: isOpen(at) ? 'RUNNING' : 'SUCCESS' }) as Step
  const fetchPage = async (page: number) => {
    asked.push(page)
    const all = Array.from({ length: count }, (_, at) => step(at))
    return { results: all.slice(page * PAGE_STEPS, (page + 1) * PAGE_STEPS), total: count }
  }
  return { fetchPage, asked: () => asked.splice(0) }
}

async function readAll(fetchPage: ReturnType<typeof server>['fetchPage']): Promise<StepsRead> {
  let known = await readOn(nothingRead, fetchPage)
  while (isBehind(known)) known = await readOn(known, fetchPage)
  return known
}

test('thousands of steps are read whole and in order', async () => {
  const known = await readAll(server(5_432, () => false).fetchPage)
  expect(known.steps.map(({ id }) => Number(id))).toEqual(Array.from({ length: 5_432 }, (_, at) => at))
})

test('of what has ended nothing is read again', async () => {
  const first = server(1_000, (at) => at === 150)
  const known = await readAll(first.fetchPage)
  const later = server(1_020, () => false)
  const after = await readOn(known, later.fetchPage)
  expect(later.asked()).toEqual([1, 10])
  expect(after.steps[150]!.result).toBe('SUCCESS')
  expect(after.steps).toHaveLength(1_020)
})

test('when more is running than is read at once, every page has its turn', async () => {
  const { fetchPage, asked } = server(3_000, () => true)
  let known = await readAll(fetchPage)
  asked()
  for (let round = 0; round < 4; round++) known = await readOn(known, fetchPage)
  expect(new Set(asked()).size).toBeGreaterThanOrEqual(30)
})
