import { expect, test } from 'vitest'
import { createExecutionClock, createRunnerClock } from './clock.ts'

/** Clocks of a machine that a test sets. */
function machine() {
  const at = { wall: Date.parse('2026-03-01T12:00:00Z'), monotonic: 5_000 }
  const clock = createRunnerClock(
    () => at.wall,
    () => at.monotonic,
  )
  return { at, clock }
}
const iso = (ms: number) => new Date(ms).toISOString()

test('a clock of the machine that is set changes nothing', () => {
  const { at, clock } = machine()
  at.wall += 3_600_000
  at.monotonic += 1_000
  expect(iso(clock.nowMs())).toBe('2026-03-01T12:00:01.000Z')
})

test('the API says what time it is, and the time goes on from there', () => {
  const { at, clock } = machine()
  clock.set('2026-03-01T11:00:00.000Z')
  at.monotonic += 250
  expect(iso(clock.nowMs())).toBe('2026-03-01T11:00:00.250Z')
  clock.set('no time')
  expect(iso(clock.nowMs())).toBe('2026-03-01T11:00:00.250Z')
})

test('the instants of an execution never run backwards, whatever the API says, nor before those of its journal', () => {
  const { at, clock } = machine()
  const journal = ['2026-03-01T12:00:30.000Z', '2026-03-01T11:00:00.000Z', 'no time']
  const execution = createExecutionClock(clock, journal)
  expect(execution.instant()).toBe('2026-03-01T12:00:30.000Z')
  at.monotonic += 40_000
  expect(execution.instant()).toBe('2026-03-01T12:00:40.000Z')
  clock.set('2026-03-01T09:00:00.000Z')
  expect(execution.instant()).toBe('2026-03-01T12:00:40.000Z')
  expect(createExecutionClock(clock, []).instant()).toBe('2026-03-01T09:00:00.000Z')
})
