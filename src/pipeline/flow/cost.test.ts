import { expect, test } from 'vitest'
import { play, success, variable } from '../../../test/support/flow-player.ts'

type Method = (this: unknown, ...given: unknown[]) => unknown

/** Counts every look-up in a collection and every step of a loop over one while `work` runs. */
function countOperations(work: (operations: () => number) => void) {
  let operations = 0
  const restore: (() => void)[] = []
  const count = (owner: object, method: string) => {
    const original = Reflect.get(owner, method) as Method
    const counted: Method = function (...given) {
      operations++
      return original.apply(this, given)
    }
    Object.assign(owner, { [method]: counted })
    restore.push(() => Object.assign(owner, { [method]: original }))
  }
  for (const method of ['get', 'set', 'has', 'delete']) count(Map.prototype, method)
  for (const method of ['has', 'add']) count(Set.prototype, method)
  const iterators = [new Map().values(), new Set().values(), [].values()].map(Object.getPrototypeOf)
  for (const iterator of iterators) count(iterator as object, 'next')
  try {
    work(() => operations)
  } finally {
    for (const one of restore) one()
  }
}

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

    const costs: number[] = []
    countOperations((operations) => {
      for (let i = 1; i < 5_000; i++) {
        const before = operations()
        const outcome = { result: 'SUCCESS' as const, updates: [{ variable: 'all', value: i }] }
        flow.apply({ kind: 'finished', key: `A[${i}]`, outcome })
        costs.push(operations() - before)
      }
    })
    expect(Math.min(...costs)).toBeGreaterThan(0)
    expect(Math.max(...costs)).toBeLessThan(60)
    const sum = (some: number[]) => some.reduce((total, cost) => total + cost, 0)
    expect(sum(costs.slice(-100))).toBe(sum(costs.slice(0, 100)))
    expect(flow.apply({ kind: 'finished', key: 'A[5000]', outcome: success })).toMatchObject([
      { kind: 'conclude', outcome: { result: 'SUCCESS', message: '5,000 iterations succeeded' } },
    ])
  },
)
