import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readFromRunner, writeFrames } from '../../protocol/frames.ts'
import type { Report } from '../../protocol/messages.ts'
import { wireOutcome } from './report-writer.ts'

/** The report of a step that ended so, as it arrives. */
function arrived(outcome: Parameters<typeof wireOutcome>[0]) {
  const root = randomUUID()
  const report: Report = {
    kind: 'step-finished',
    root,
    execution: root,
    n: 1,
    seq: 0,
    at: new Date().toISOString(),
    outcome: wireOutcome(outcome),
  }
  const [frame = ''] = writeFrames([report])
  const [read] = readFromRunner(frame)
  return read?.kind === 'step-finished' ? read.outcome : read
}

test('what counts rows and bytes is reported', () => {
  const counts = { rowCount: 0, byteCount: 7, changes: { inserted: 3, updated: 0, deleted: 1 } }
  expect(arrived({ result: 'SUCCESS', ...counts })).toEqual({ result: 'SUCCESS', ...counts })
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1.5, -1, 1e300])(
  '%d is no count and is left out, or the API would refuse the report each time',
  (figure) => {
    const changes = { inserted: 3, updated: figure, deleted: 0 }
    const outcome = { result: 'SUCCESS' as const, message: 'done' }
    expect(arrived({ ...outcome, rowCount: figure, byteCount: figure, changes })).toEqual(outcome)
  },
)
