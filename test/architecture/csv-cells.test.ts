import { expect, test } from 'vitest'
import { defusedCell } from '../../src/lib/csv.ts'
import { csvOf } from '../../web/components/consumption/report.ts'

test.each([
  '=1',
  '+1',
  '-1',
  '@a',
  '\t=1',
  '\n=1',
  '＝1',
  '＋1',
  '－1',
  '＠a',
  "'=1",
  "''@a",
  "'a",
  'a=1',
  '',
])('a cell of the interface is defused like one of the API: %j', (text) => {
  const dimensions = { projectId: 'p', environment: 'E', pipelineName: text, agentId: 'r' }
  const consumption = [{ consumptionType: 'orchestration' as const, dimensions, credits: 1 }]
  const days = [{ consumedFrom: '2026-01-01', consumedBefore: '2026-01-02', consumption }]
  const [, row] = csvOf(days, (id) => id).split(/\r\n(?=2026|$)/)
  const quoted = defusedCell(text)
  const written = /[",\r\n]/.test(quoted) ? `"${quoted}"` : quoted
  expect(row).toBe(`2026-01-01,orchestration,p,p,E,${written},r,r,1`)
})
