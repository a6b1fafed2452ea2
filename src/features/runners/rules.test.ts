import { expect, test } from 'vitest'
import { compareVersions } from '../../lib/versions.ts'
import { mayDelete, pauseEnd, type RunnerFacts, runnerStatus } from './rules.ts'

const now = new Date('2026-01-02T00:00:00Z')
const before = new Date('2026-01-01T00:00:00Z')
const ahead = new Date('2026-01-03T00:00:00Z')
const facts = (own: Partial<RunnerFacts>): RunnerFacts => ({
  pausedUntil: undefined,
  stopRequestedAt: undefined,
  liveSince: before,
  everConnected: true,
  lastEndReason: undefined,
  activeExecutions: 0,
  ...own,
})

test.each([
  ['pending', { liveSince: undefined, everConnected: false }],
  ['running', {}],
  ['running', { pausedUntil: before }],
  ['paused', { pausedUntil: ahead }],
  ['pausing', { pausedUntil: ahead, activeExecutions: 2 }],
  ['stopping', { stopRequestedAt: now }],
  ['running', { stopRequestedAt: new Date('2025-12-31T00:00:00Z') }],
  ['stopped', { liveSince: undefined, lastEndReason: 'drained' }],
  ['unknown', { liveSince: undefined, lastEndReason: 'lease lost' }],
] as const)('a runner is %s when %o', (status, own) => {
  expect(runnerStatus(facts(own), now)).toBe(status)
})

test('only a runner that does nothing may be deleted', () => {
  expect(['stopped', 'pending', 'unknown'].every((status) => mayDelete(status as never))).toBe(true)
  expect(['running', 'stopping', 'pausing', 'paused'].some((status) => mayDelete(status as never))).toBe(
    false,
  )
})

test('versions compare by number, not by text', () => {
  expect(compareVersions('0.9.0', '0.10.0')).toBeLessThan(0)
  expect(compareVersions('1.2', '1.2.0')).toBe(0)
})

test('a pause lasts 24 hours unless said otherwise, and at most 30 days', () => {
  expect(pauseEnd(undefined, now)).toEqual(ahead)
  expect(pauseEnd(before.toISOString(), now)).toEqual({ fault: 'body/pausedUntil must be in the future' })
  expect(pauseEnd('2026-02-02T00:00:00Z', now)).toHaveProperty('fault')
})
