import { afterEach, expect, test, vi } from 'vitest'
import { play, success, variable } from '../../../test/support/flow-player.ts'

/** Every look-up in a collection and every step of a loop over one, counted for as long as a test needs it. */
function countOperations() {
  let operations = 0
  const count = (owner: object, method: string) => {
    const original = Reflect.get(owner, method) as (...given: unknown[]) => unknown
    vi.spyOn(owner as Record<string, () => unknown>, method).mockImplementation(function (
      this: unknown,
      ...given: unknown[]
    ) {
      operations++
      return original.apply(this, given)
    })
  }
  for (const method of ['get', 'set', 'has', 'delete']) count(Map.prototype, method)
  for (const method of ['has', 'add']) count(Set.prototype, method)
  for (const iterator of [new Map().values(), new Set().values(), [].values()]) {
    count(Object.getPrototypeOf(iterator) as object, 'next')
  }
  return () => operations
}

afterEach(() => vi.restoreAllMocks())

test.each(['Sequential', 'Concurrent'])(
  'the cost of an event is the same after 4,900 iterations: %s',
  (concurrency) => {
    const { flow } = play(
      {
        Start: { type: 'start', to: { unconditional: ['Loop'] } },
        Loop: { type: 'loop-iterator', around: 'A', parameters: { concurrency } },
        A: {},
      },
      { variables: [variable('i', 0), variable('all', 0, 'SHARED')] },
    )
    flow.begin()
    flow.apply({ kind: 'finished', key: 'Start', outcome: success })
    const iterations = Array.from({ length: 5_000 }, (_, at) => [{ variable: 'i', value: at }])
    flow.apply({ kind: 'expanded', key: 'Loop', iterations })

    const operations = countOperations()
    const costs: number[] = []
    for (let i = 1; i < 5_000; i++) {
      const before = operations()
      const outcome = { result: 'SUCCESS' as const, updates: [{ variable: 'all', value: i }] }
      flow.apply({ kind: 'finished', key: `A[${i}]`, outcome })
      costs.push(operations() - before)
    }
    vi.restoreAllMocks()
    expect(Math.min(...costs)).toBeGreaterThan(0)
    expect(Math.max(...costs)).toBeLessThan(60)
    const sum = (some: number[]) => some.reduce((total, cost) => total + cost, 0)
    expect(sum(costs.slice(-100))).toBe(sum(costs.slice(0, 100)))
    expect(flow.apply({ kind: 'finished', key: 'A[5000]', outcome: success })).toMatchObject([
      { kind: 'conclude', outcome: { result: 'SUCCESS', message: '5,000 iterations succeeded' } },
    ])
  },
)
