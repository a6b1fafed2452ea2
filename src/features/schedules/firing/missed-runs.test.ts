import { expect, test } from 'vitest'
import { newId } from '../../../lib/ids.ts'
import { parseCron } from '../recurrence/parse-cron.ts'
import { GRACE_MS, jitterOf, type MissedRunPolicy, planRuns } from './missed-runs.ts'

const at = (text: string): number => Date.parse(`2026-05-01T${text}Z`)
const hourly = recurrence('0 0 * * * ?')
const everySecond = recurrence('* * * * * ?')

function recurrence(expression: string) {
  const effectiveFrom = new Date('2026-01-01T00:00:00Z')
  return { kind: 'cron', cron: parseCron(expression).cron!, timeZone: 'UTC', effectiveFrom } as const
}

function plan(nextDue: string, now: string, policy: MissedRunPolicy, of = hourly) {
  const { decisions, next } = planRuns(of, at(nextDue), at(now), policy)
  const text = (instant: number) => new Date(instant).toISOString().slice(11, 19)
  return {
    runs: decisions.filter(({ run }) => run).map(({ dueAt }) => text(dueAt)),
    missed: decisions.reduce((sum, { missedCount, run }) => sum + missedCount + (run ? 0 : 1), 0),
    next: next === undefined ? undefined : text(next),
  }
}

test('what is looked at in time runs, whatever the policy for missed runs', () => {
  for (const policy of ['RUN_ONCE', 'SKIP', 'RUN_ALL'] as const) {
    expect(plan('04:00:00', '04:00:30', policy)).toEqual({ runs: ['04:00:00'], missed: 0, next: '05:00:00' })
  }
})

test('a short delay leaves no due time out', () => {
  const { runs, missed } = plan('04:00:00', '04:00:30', 'SKIP', everySecond)
  expect(runs).toHaveLength(GRACE_MS / 1000 + 1)
  expect(missed).toBe(0)
})

test('after downtime one missed run is started, the latest', () => {
  expect(plan('04:00:00', '07:30:00', 'RUN_ONCE')).toEqual({
    runs: ['07:00:00'],
    missed: 3,
    next: '08:00:00',
  })
})

test('after downtime SKIP starts none', () => {
  expect(plan('04:00:00', '07:30:00', 'SKIP')).toEqual({ runs: [], missed: 4, next: '08:00:00' })
})

test('after downtime RUN_ALL starts each, the last 100 at most', () => {
  expect(plan('04:00:00', '07:30:00', 'RUN_ALL').runs).toEqual([
    '04:00:00',
    '05:00:00',
    '06:00:00',
    '07:00:00',
  ])
  const many = planRuns(hourly, Date.parse('2026-02-01T00:00Z'), at('07:30:00'), 'RUN_ALL')
  expect(many.decisions).toHaveLength(100)
  expect(many.decisions.at(-1)!.dueAt).toBe(at('07:00:00'))
  expect(many.decisions[0]!.missedCount).toBe(1_000)
})

test('a due time just now runs in addition to the missed one', () => {
  expect(plan('05:00:00', '07:00:01', 'RUN_ONCE').runs).toEqual(['06:00:00', '07:00:00'])
})

test('nothing runs before its time', () => {
  expect(plan('04:00:00', '03:59:59', 'RUN_ALL')).toEqual({ runs: [], missed: 0, next: '04:00:00' })
})

test('a long absence costs no walk through every due time', () => {
  const began = performance.now()
  const { decisions } = planRuns(everySecond, Date.parse('2026-01-01T00:00Z'), at('00:00:00'), 'RUN_ONCE')
  expect(decisions.length).toBeLessThan(40)
  expect(performance.now() - began).toBeLessThan(250)
})

test('jitter is fixed for a schedule and spreads many over the whole range', () => {
  const id = newId()
  expect(jitterOf(id, 60)).toBe(jitterOf(id, 60))
  expect(jitterOf(id, 0)).toBe(0)
  const shares = Array.from({ length: 1_000 }, () => jitterOf(newId(), 60))
  for (let tenth = 0; tenth < 10; tenth++) {
    const inside = shares.filter((share) => share >= tenth * 6_000 && share < (tenth + 1) * 6_000)
    expect(inside.length).toBeGreaterThan(50)
  }
})

test('F10: a due time that new rules of the zone put before the planned one is made up for, once', () => {
  const daily = recurrence('30 2 * * *')
  const owed = (decided: string) =>
    planRuns(daily, at('03:30:00'), at('03:30:05'), 'RUN_ONCE', at(decided)).decisions.map(
      ({ dueAt }) => dueAt,
    )
  expect(owed('00:00:00')).toEqual([at('02:30:00')])
  expect(owed('02:30:00')).toEqual([])
})
