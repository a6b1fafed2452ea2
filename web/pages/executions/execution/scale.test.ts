import { expect, test } from 'vitest'
import { placeIn, ticksOf } from './scale.ts'

const at = (second: number) => new Date(second * 1_000).toISOString()
const span = { from: 10_000, to: 20_000 }

test('a bar is placed at its time, and a running one reaches to the end', () => {
  expect(placeIn(span, at(12), at(15))).toEqual({ left: 0.2, width: 0.3 })
  expect(placeIn(span, at(15), undefined)).toEqual({ left: 0.5, width: 0.5 })
})

test('what a rerun kept from an earlier day has no bar', () => {
  expect(placeIn(span, at(2), at(5))).toBeUndefined()
})

test('ticks are round and few, from milliseconds to months', () => {
  expect(ticksOf({ from: 0, to: 37 })).toEqual([10, 20, 30])
  expect(ticksOf({ from: 0, to: 90_000 })).toEqual([15_000, 30_000, 45_000, 60_000, 75_000, 90_000])
  expect(ticksOf({ from: 0, to: 90 * 86_400_000 }).length).toBeLessThanOrEqual(6)
  expect(ticksOf({ from: 5, to: 5 })).toEqual([])
})
