import { expect, test } from 'vitest'
import {
  byDay,
  byDimension,
  type ConsumptionOfDay,
  creditText,
  csvOf,
  dayAfter,
  isDay,
  monthOf,
} from './report.ts'

const item = (pipelineName: string, credits: number, environment = 'Production') => ({
  consumptionType: 'orchestration' as const,
  dimensions: { projectId: 'p', environment, pipelineName, agentId: 'r' },
  credits,
})
const days: ConsumptionOfDay[] = [
  {
    consumedFrom: '2026-01-01T00:00:00.000Z',
    consumedBefore: '2026-01-02T00:00:00.000Z',
    consumption: [item('load', 1), item('load', 0.5, 'Test'), item('=cmd|"x"', 2)],
  },
  {
    consumedFrom: '2026-01-02T00:00:00.000Z',
    consumedBefore: '2026-01-03T00:00:00.000Z',
    consumption: [],
  },
]

test('consumption is summed by day and by each of its dimensions, the most first', () => {
  expect(byDay(days)).toEqual([
    { name: '2026-01-01', credits: 3.5 },
    { name: '2026-01-02', credits: 0 },
  ])
  expect(byDimension(days, 'pipelineName')).toEqual([
    { name: '=cmd|"x"', credits: 2 },
    { name: 'load', credits: 1.5 },
  ])
  expect(byDimension(days, 'environment')).toEqual([
    { name: 'Production', credits: 3 },
    { name: 'Test', credits: 0.5 },
  ])
})

test('CSV quotes what needs it, and no spreadsheet evaluates a name', () => {
  const rows = csvOf(days, (id) => `name of ${id}, here`).split('\r\n')
  expect(rows[1]).toBe('2026-01-01,orchestration,p,"name of p, here",Production,load,r,"name of r, here",1')
  expect(rows[3]).toContain(`,"'=cmd|""x""",`)
  expect(rows).toHaveLength(5)
})

test('months and days are those of UTC', () => {
  expect(monthOf(new Date('2024-02-29T23:30:00Z'))).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  expect(dayAfter('2024-02-29')).toBe('2024-03-01')
  expect([0.00123, 12.345, 0.00003, 0].map(creditText)).toEqual(['0.0012', '12.35', '< 0.0001', '0'])
})

test('only a date is a day', () => {
  expect(isDay('2026-11-28')).toBe(true)
  for (const text of ['abc', '2026-1-1', '2026-13-01', '2026-02-30', '0000-01-01', '9999-12-31', undefined])
    expect(isDay(text)).toBe(false)
})
