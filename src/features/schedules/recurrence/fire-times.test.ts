import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firesBetween, nextFire, previousFire } from './fire-times.ts'
import type { IntervalUnit, Recurrence } from './model.ts'
import { parseCron } from './parse-cron.ts'
import { readRecurrence } from './read-recurrence.ts'

const cron = (expression: string, timeZone = 'UTC', effectiveFrom = '2000-01-01T00:00:00Z'): Recurrence => ({
  kind: 'cron',
  cron: parseCron(expression).cron!,
  timeZone,
  effectiveFrom: new Date(effectiveFrom),
})
const interval = (
  length: number,
  unit: IntervalUnit,
  effectiveFrom: string,
  timeZone = 'UTC',
): Recurrence => ({
  kind: 'interval',
  interval: length,
  unit,
  timeZone,
  effectiveFrom: new Date(effectiveFrom),
})

const fires = (recurrence: Recurrence, after: string, count: number) =>
  firesBetween(recurrence, Date.parse(after), Infinity, count).map((due) =>
    new Date(due).toISOString().replace(':00.000Z', ''),
  )

describe('F10: daylight saving', () => {
  test('a time that does not exist runs at the first instant after the gap', () => {
    expect(fires(cron('0 30 2 * * ?', 'Europe/Berlin'), '2026-03-28T00:00Z', 3)).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ])
  })

  test('a time that exists twice runs once, at the first', () => {
    expect(fires(cron('0 30 2 * * ?', 'Europe/Berlin'), '2026-10-24T12:00Z', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ])
  })

  test('times that fall into one gap run once, together', () => {
    expect(fires(cron('0 0/30 * * * ?', 'Europe/Berlin'), '2026-03-29T00:00Z', 3)).toEqual([
      '2026-03-29T00:30',
      '2026-03-29T01:00',
      '2026-03-29T01:30',
    ])
  })

  test('a day that a zone left out runs when the next day begins', () => {
    expect(fires(cron('0 0 12 * * ?', 'Pacific/Apia'), '2011-12-29T00:00Z', 3)).toEqual([
      '2011-12-29T22:00',
      '2011-12-30T10:00',
      '2011-12-30T22:00',
    ])
  })
})

describe('intervals', () => {
  test('count from effectiveFrom, which is the first', () => {
    expect(fires(interval(90, 'MINUTES', '2026-01-01T00:10:00Z'), '2025-12-01T00:00Z', 3)).toEqual([
      '2026-01-01T00:10',
      '2026-01-01T01:40',
      '2026-01-01T03:10',
    ])
  })

  test('a late look does not shift the grid', () => {
    expect(fires(interval(6, 'HOURS', '2026-01-01T00:10:00Z'), '2026-05-05T05:05:05Z', 1)).toEqual([
      '2026-05-05T06:10',
    ])
  })

  test('days keep the time on the wall', () => {
    const daily = interval(1, 'DAYS', '2026-03-27T08:00:00Z', 'Europe/Berlin')
    expect(fires(daily, '2026-03-27T08:00Z', 3)).toEqual([
      '2026-03-28T08:00',
      '2026-03-29T07:00',
      '2026-03-30T07:00',
    ])
  })

  test('weeks keep the time on the wall', () => {
    const weekly = interval(2, 'WEEKS', '2026-10-20T07:00:00Z', 'Europe/Berlin')
    expect(fires(weekly, '2026-10-20T07:00Z', 1)).toEqual(['2026-11-03T08:00'])
  })

  test('the second pass of a repeated hour can be where a grid begins', () => {
    const daily = interval(1, 'DAYS', '2026-10-25T01:30:00Z', 'Europe/Berlin')
    expect(fires(daily, '2026-10-01T00:00Z', 2)).toEqual(['2026-10-25T01:30', '2026-10-26T01:30'])
  })
})

test('nothing fires before effectiveFrom', () => {
  const due = cron('0 0 0 * * ?', 'UTC', '2030-06-01T00:00:00Z')
  expect(fires(due, '2026-01-01T00:00Z', 1)).toEqual(['2030-06-01T00:00'])
  expect(previousFire(due, Date.parse('2030-05-31T23:59:59Z'))).toBeUndefined()
})

test('an expression whose years are over has no next time', () => {
  expect(nextFire(cron('0 0 0 1 1 ? 2025'), Date.parse('2026-01-01T00:00:00Z'))).toBeUndefined()
})

test('going forward and going back agree', () => {
  const zones = [
    'Europe/Berlin',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Tehran',
    'Africa/Casablanca',
  ]
  const expressions = ['0 0 2 * * ?', '0 0/30 * * * ?', '13 7 1-3 ? * MON-FRI', '0 59 23 L * ?']
  const recurrences = fc.oneof(
    fc
      .record({ text: fc.constantFrom(...expressions), zone: fc.constantFrom(...zones) })
      .map(({ text, zone }) => cron(text, zone)),
    fc
      .record({
        length: fc.integer({ min: 1, max: 50 }),
        unit: fc.constantFrom('MINUTES', 'HOURS', 'DAYS', 'WEEKS'),
        zone: fc.constantFrom(...zones),
      })
      .map(({ length, unit, zone }) => interval(length, unit, '2001-10-28T01:30:00Z', zone)),
  )
  const instants = fc.integer({ min: Date.UTC(2002, 0), max: Date.UTC(2037, 0) })
  fc.assert(
    fc.property(recurrences, instants, (recurrence, instant) => {
      const next = nextFire(recurrence, instant)!
      const previous = previousFire(recurrence, instant)!
      expect(next).toBeGreaterThan(instant)
      expect(previous).toBeLessThanOrEqual(instant)
      expect(nextFire(recurrence, previous)).toBe(next)
      expect(nextFire(recurrence, next - 1)).toBe(next)
      expect(previousFire(recurrence, next)).toBe(next)
      expect(previousFire(recurrence, next - 1)).toBe(previous)
    }),
    { numRuns: 3_000 },
  )
})

describe('what a client says about when a schedule is due', () => {
  const now = new Date('2026-06-01T00:00:00Z')
  const violations = (fields: Parameters<typeof readRecurrence>[0]) =>
    readRecurrence(fields, now, 'body', now).violations

  test('all violations are listed', () => {
    const both = { interval: 1, unit: 'DAYS' } as const
    expect(
      violations({ cronExpression: '0 0 99 * * ?', intervalExpression: both, cronTimezone: 'Mars/Base' }),
    ).toEqual([
      'body/cronTimezone "Mars/Base" is not an IANA time zone such as Europe/Berlin',
      'body/cronExpression: "99" is out of range: the hours must be 0 to 23',
      'body has both cronExpression and intervalExpression; send one of them',
    ])
  })

  test('neither is a violation', () => {
    expect(violations({})).toEqual(['body needs cronExpression or intervalExpression'])
  })

  test.each(['0 0 0 30 2 ?', '0 0 0 1 1 ? 2020', '0 0 31 4,6 *'])('"%s" never fires', (cronExpression) => {
    expect(violations({ cronExpression })).toEqual([
      'body/cronExpression never fires: it matches no future date',
    ])
  })

  test('an offset is no IANA zone, an alias is one', () => {
    expect(violations({ cronExpression: '0 0 * * *', cronTimezone: '+02:00' })).toHaveLength(1)
    expect(violations({ cronExpression: '0 0 * * *', cronTimezone: 'US/Eastern' })).toEqual([])
  })
})
