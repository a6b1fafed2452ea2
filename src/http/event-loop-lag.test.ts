import { createHistogram } from 'node:perf_hooks'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { collectNodeFigures } from './event-loop-lag.ts'

const SECOND = 1_000_000_000

async function lagsIn(registry: Registry): Promise<Record<string, number>> {
  const lines = (await registry.metrics()).matchAll(/^nodejs_eventloop_lag_(\w+)_seconds (.*)$/gm)
  return Object.fromEntries(Array.from(lines, ([, name, value]) => [name, Number(value)]))
}

test('the wait between two looks at the event loop is no lag, and what was read last stays without a look', async () => {
  const registry = new Registry()
  const delay = createHistogram()
  collectNodeFigures(registry, delay)
  expect(await lagsIn(registry)).toEqual({ min: 0, max: 0, mean: 0, stddev: 0, p50: 0, p90: 0, p99: 0 })

  for (const time of [0.99, 1, 1, 1, 3]) delay.record(time * SECOND)
  const late = await lagsIn(registry)
  expect(late).toMatchObject({ min: 0, max: expect.closeTo(2, 2), p50: expect.closeTo(0, 2) })
  expect(late).toMatchObject({ mean: expect.closeTo(0.4, 2), p99: expect.closeTo(2, 2) })
  expect(await lagsIn(registry)).toEqual(late)
})

test('the loop of this process is looked at', async () => {
  const registry = new Registry()
  collectNodeFigures(registry)
  expect(Object.values(await lagsIn(registry)).every((value) => value >= 0 && value < 60)).toBe(true)
})
