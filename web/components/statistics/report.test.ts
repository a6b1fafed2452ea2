import { expect, test } from 'vitest'
import { durationBars, lastDays, outcomeBars, percent } from './report.ts'

test('the last days end with today, in UTC', () => {
  const now = new Date('2026-03-01T23:30:00Z')
  expect(lastDays(7, now)).toEqual({ endedFrom: '2026-02-23', endedBefore: '2026-03-02' })
  expect(lastDays(1, now)).toEqual({ endedFrom: '2026-03-01', endedBefore: '2026-03-02' })
})

test('a rate is rounded, but a single failure is never shown as 100 %', () => {
  expect([percent(undefined), percent(0), percent(1), percent(0.98765), percent(0.99999)]).toEqual([
    '–',
    '0 %',
    '100 %',
    '98.8 %',
    '99.9 %',
  ])
})

test('a bar of a day has what ended, and how long that ran', () => {
  const day = {
    day: '2026-01-01',
    succeeded: 3,
    failed: 1,
    cancelled: 0,
    rows: 0,
    medianMs: 1_000,
    p95Ms: 4_000,
  }
  expect(outcomeBars([day])[0]).toEqual({
    name: '2026-01-01',
    title: '2026-01-01: 3 succeeded, 1 failed, 0 cancelled',
    parts: [
      ['good', 3],
      ['bad', 1],
      ['muted', 0],
    ],
  })
  expect(durationBars([day])[0]!.parts).toEqual([
    ['neutral', 1_000],
    ['muted', 3_000],
  ])
})
