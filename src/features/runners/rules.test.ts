import { expect, test } from 'vitest'
import { compareVersions } from '../../lib/versions.ts'
import { DRAINED, mayDelete, pauseEnd, type RunnerFacts, runnerStatus } from './rules.ts'
import { type RunnerState, runnerLife } from './states.ts'

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

interface World {
  readonly facts: RunnerFacts
  readonly now: number
}

/** Everything that can happen to a runner; undefined when it cannot happen now. */
const happenings: readonly ((world: World) => Partial<RunnerFacts> | undefined)[] = [
  // A connecting process resumes what a lost one left.
  ({ now }) => ({ liveSince: new Date(now), everConnected: true }),
  ({ facts: { liveSince } }) =>
    liveSince && { liveSince: undefined, lastEndReason: DRAINED, activeExecutions: 0 },
  ({ facts: { liveSince } }) => liveSince && { liveSince: undefined, lastEndReason: 'lease lost' },
  ({ now }) => ({ pausedUntil: new Date(now + 10) }),
  () => ({ pausedUntil: undefined }),
  ({ now }) => ({ stopRequestedAt: new Date(now) }),
  ({ facts, now }) =>
    runnerStatus(facts, new Date(now)) === 'running'
      ? { activeExecutions: facts.activeExecutions + 1 }
      : undefined,
  ({ facts }) => (facts.activeExecutions > 0 ? { activeExecutions: facts.activeExecutions - 1 } : undefined),
]

test('a runner changes its status exactly as the table of states says', () => {
  const seen = new Set<string>()
  const visit = (world: World, depth: number) => {
    if (depth === 0) return
    const from = runnerStatus(world.facts, new Date(world.now))
    for (const happen of happenings) {
      const change = happen(world)
      if (change === undefined) continue
      const next = { facts: { ...world.facts, ...change }, now: world.now + 1 }
      const to = runnerStatus(next.facts, new Date(next.now))
      if (from !== to) seen.add(`${from} -> ${to}`)
      visit(next, depth - 1)
    }
  }
  visit({ facts: facts({ liveSince: undefined, everConnected: false }), now: now.getTime() }, 6)
  const listed = Object.entries(runnerLife.next).flatMap(([from, targets]) =>
    (targets as readonly RunnerState[]).map((to) => `${from} -> ${to}`),
  )
  expect([...seen].sort()).toEqual(listed.sort())
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
