import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { orchestration, start } from '../../test/support/pipelines.ts'
import { clientId, clientSecret, scripts, startRunnerApi } from '../../test/support/runner-api.ts'
import { silent } from '../lib/log.ts'
import { createExecutionClock, createRunnerClock } from './clock.ts'
import { runRunner } from './runner.ts'

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
  clock.set('2026-03-01T11:00:00.000Z', 0)
  at.monotonic += 250
  expect(iso(clock.nowMs())).toBe('2026-03-01T11:00:00.250Z')
  clock.set('no time', 0)
  expect(iso(clock.nowMs())).toBe('2026-03-01T11:00:00.250Z')
})

test('an answer that took long is refined by one that was faster', () => {
  const { at, clock } = machine()
  at.monotonic += 300
  clock.set('2026-03-01T11:00:00.000Z', 300) // true when it was given, up to 300 ms ago
  at.monotonic += 1_000
  expect(iso(clock.nowMs())).toBe('2026-03-01T11:00:01.000Z')
  clock.refine('2026-03-01T11:00:01.240Z', 2)
  expect(iso(clock.nowMs())).toBe('2026-03-01T11:00:01.240Z')
  at.monotonic += 1_000
  clock.refine('2026-03-01T11:00:02.200Z', 60) // slow again: it says less than what is known
  clock.refine('no time', 0)
  expect(iso(clock.nowMs())).toBe('2026-03-01T11:00:02.240Z')
})

test.each([-3_600_000, -50, 50, 3_600_000])(
  'a clock of the API that is set by %i ms changes nothing',
  (shiftMs) => {
    const { at, clock } = machine()
    clock.set('2026-03-01T11:00:00.000Z', 10)
    at.monotonic += 1_000
    clock.refine(iso(Date.parse('2026-03-01T11:00:01.000Z') + shiftMs), 10)
    expect(iso(clock.nowMs())).toBe('2026-03-01T11:00:01.000Z')
  },
)

test('the instants of an execution never run backwards, whatever the API says, nor before those of its journal', () => {
  const { at, clock } = machine()
  const journal = ['2026-03-01T12:00:30.000Z', '2026-03-01T11:00:00.000Z', 'no time']
  const execution = createExecutionClock(clock, journal)
  expect(execution.instant()).toBe('2026-03-01T12:00:30.000Z')
  at.monotonic += 40_000
  expect(execution.instant()).toBe('2026-03-01T12:00:40.000Z')
  clock.set('2026-03-01T09:00:00.000Z', 0)
  expect(execution.instant()).toBe('2026-03-01T12:00:40.000Z')
  expect(createExecutionClock(clock, []).instant()).toBe('2026-03-01T09:00:00.000Z')
})

test('what the API says to a heartbeat is the time of what is reported from then on', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'headrace-clock-'))
  const api = await startRunnerApi()
  const stopping = new AbortController()
  const identity = { clientId, clientSecret, version: '1.0.0', allowPrivateAddresses: true, scripts }
  const options = { apiUrl: api.apiUrl, dataDir, ...identity, capacity: 1, maxExecutions: 1 }
  const exit = runRunner(options, silent, stopping.signal)
  onTestFinished(async () => {
    stopping.abort()
    await exit
    await api.close()
    rmSync(dataDir, { recursive: true })
  })
  await api.until('a heartbeat', () => api.of('heartbeat').length > 0)
  const now = Date.now() + 60_000
  api.send({ kind: 'time', now: iso(now) })
  api.run(api.publish({ 'main.orch.yaml': orchestration({ Start: start() }) }), 'main')
  const begun = await api.until('a step begins', () => api.of('step-started')[0])
  expect(Date.parse(begun.at)).toBeGreaterThanOrEqual(now)
})
