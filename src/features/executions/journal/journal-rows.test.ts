import { expect, test } from 'vitest'
import type { Report } from '../../../protocol/messages.ts'
import { journalRows } from './journal-rows.ts'

const root = '00000000-0000-7000-8000-000000000001'
const child = '00000000-0000-7000-8000-000000000002'
const at = '2026-01-01T00:00:00.000Z'
const started = (n: number, seq: number, own: object = {}) =>
  ({
    kind: 'step-started',
    root,
    n,
    execution: root,
    seq,
    key: `k${seq}`,
    name: 'A',
    type: 'start',
    attempt: 1,
    at,
    ...own,
  }) as Report
const finished = (n: number, seq: number) =>
  ({ kind: 'step-finished', root, n, execution: root, seq, at, outcome: { result: 'SUCCESS' } }) as Report

test('the start and the end of a step in one batch are one row', () => {
  const { steps, roots } = journalRows([{ root, session: 's', reports: [started(1, 0), finished(2, 0)] }])
  expect(steps).toMatchObject([{ seq: 0, key: 'k0', result: 'SUCCESS', finishedN: 2 }])
  expect(roots).toEqual([{ root, session: 's', lastReport: 2 }])
})

test('a step that began and ended in one report is the same row', () => {
  const ended = { at: '2026-01-01T00:00:01.000Z', outcome: { result: 'FAILED', message: 'Why', rowCount: 3 } }
  const { steps } = journalRows([{ root, session: 's', reports: [started(1, 0, { ended })] }])
  expect(steps).toMatchObject([
    { seq: 0, startedAt: at, finishedAt: ended.at, ...ended.outcome, outcome: ended.outcome, finishedN: 1 },
  ])
})

test('a child that begins and ends in one batch is one row', () => {
  const reports = [
    started(1, 0, { child: { execution: child, pipelineName: 'Child', pipelineType: 'orchestration' } }),
    { kind: 'execution-finished', root, n: 2, execution: child, at, status: 'SUCCESS' } as Report,
  ]
  const { children, roots } = journalRows([{ root, session: 's', reports }])
  expect(children).toMatchObject([{ id: child, parent: root, pipelineName: 'Child', status: 'SUCCESS' }])
  expect(roots[0]).not.toHaveProperty('status')
})

test('two frames about one root are one row that ends with the later', () => {
  const batch = [
    { root, session: 's', reports: [started(1, 0)] },
    {
      root,
      session: 's',
      reports: [
        finished(2, 0),
        {
          kind: 'execution-finished',
          root,
          n: 3,
          execution: root,
          at,
          status: 'FAILED',
          message: 'no',
        } as Report,
      ],
    },
  ]
  expect(journalRows(batch).roots).toEqual([
    { root, session: 's', lastReport: 3, status: 'FAILED', message: 'no', finishedAt: at },
  ])
})
