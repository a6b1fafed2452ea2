import { expect, test } from 'vitest'
import { type End, evaluateEnds, type Incident, type WatchingRule } from './rules.ts'

const rule: WatchingRule = {
  id: 'r',
  projectId: 'p',
  name: 'Nightly',
  events: ['FAILED'],
  environmentName: null,
  pipelineName: null,
  tag: null,
  notifyRecovered: true,
}
let serial = 0
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
const end = (status: End['status'], second: number, own: Partial<End> = {}): End => ({
  executionId: `x${++serial}`,
  projectId: 'p',
  projectName: 'Shop',
  environmentName: 'Production',
  pipelineName: 'load',
  tag: null,
  status,
  startedBy: 'ada',
  startedAt: at(second - 1),
  finishedAt: at(second),
  message: status === 'FAILED' ? 'no such table' : null,
  gateFailures: null,
  earlierRuns: 0,
  shortestSeconds: null,
  ...own,
})
const evaluate = (ends: readonly End[], rules = [rule], open: readonly Incident[] = []) =>
  evaluateEnds(ends, rules, open, () => `i${++serial}`)

test('failures of one pipeline are one incident and one message, and the next success closes it with another', () => {
  const { incidents, messages } = evaluate([end('FAILED', 1), end('FAILED', 2), end('SUCCESS', 3)])
  expect(messages.map(({ kind }) => kind)).toEqual(['OPENED', 'RECOVERED'])
  expect(incidents).toMatchObject([{ occurrences: 2, lastAt: at(2), closedAt: at(3), openedAt: at(1) }])
  expect(messages[0]!.facts).toMatchObject({ detail: 'no such table', pipelineName: 'load' })
})

test('a failed gate is an incident of its own, a warning too, until the pipeline succeeds without', () => {
  const gates = { ...rule, events: ['FAILED' as const, 'GATE_FAILED' as const] }
  const failed = { gateFailures: 'Gate "Enough": expected at least 5 rows, found 1 row' }
  const { incidents, messages } = evaluate(
    [end('SUCCESS', 1, failed), end('FAILED', 2, failed), end('FAILED', 3), end('SUCCESS', 4)],
    [gates],
  )
  expect(messages.map(({ kind, event }) => `${kind} ${event}`)).toEqual([
    'OPENED GATE_FAILED',
    'OPENED FAILED',
    'RECOVERED FAILED',
    'RECOVERED GATE_FAILED',
  ])
  expect(messages[0]!.facts.detail).toBe(failed.gateFailures)
  expect(messages[1]!.facts.detail).toBe('no such table')
  expect(incidents).toMatchObject([{ occurrences: 2, closedAt: at(4) }, { occurrences: 2 }])
})

test('a success that took less than half of the shortest before it is an incident, until one takes its usual time', () => {
  const short = { ...rule, events: ['RAN_SHORT' as const] }
  const known = { earlierRuns: 30, shortestSeconds: 100 }
  const took = (seconds: number, second: number, own: Partial<End> = {}) =>
    end('SUCCESS', second, { startedAt: at(second - seconds), ...known, ...own })
  const { incidents, messages } = evaluate(
    [took(49, 1), took(10, 2), end('FAILED', 3, known), took(50, 4), took(49, 5, { earlierRuns: 9 })],
    [short],
  )
  expect(messages.map(({ kind, event }) => `${kind} ${event}`)).toEqual([
    'OPENED RAN_SHORT',
    'RECOVERED RAN_SHORT',
  ])
  expect(incidents).toMatchObject([{ occurrences: 2, closedAt: at(4) }])
  expect(messages[0]!.facts.detail).toBe('It took 49 s; the last 30 successful runs took 100 s at least.')
})

test('a failure after a recovery is another incident', () => {
  const { incidents, messages } = evaluate([end('FAILED', 1), end('SUCCESS', 2), end('FAILED', 3)])
  expect(messages.map(({ kind }) => kind)).toEqual(['OPENED', 'RECOVERED', 'OPENED'])
  expect(incidents.map(({ closedAt }) => closedAt)).toEqual([at(2), null])
  expect(new Set(messages.map(({ incidentId }) => incidentId)).size).toBe(2)
})

test('an incident that is open already is told no second time', () => {
  const [present] = evaluate([end('FAILED', 1)]).incidents
  const later = evaluate([end('FAILED', 5)], [rule], [{ ...present!, isNew: false }])
  expect(later.messages).toEqual([])
  expect(later.incidents).toMatchObject([{ id: present!.id, occurrences: 2, lastAt: at(5), isNew: false }])
})

test('a success that ended before the failure closes nothing, even when it arrives later', () => {
  const { incidents, messages } = evaluate([end('FAILED', 5), end('SUCCESS', 4)])
  expect(messages.map(({ kind }) => kind)).toEqual(['OPENED'])
  expect(incidents).toMatchObject([{ closedAt: null }])
})

test.each<[string, Partial<WatchingRule>, Partial<End>, boolean]>([
  ['another project', {}, { projectId: 'q' }, false],
  ['any project for the installation', { projectId: null }, { projectId: 'q' }, true],
  ['its environment', { environmentName: 'Production' }, {}, true],
  ['another environment', { environmentName: 'Test' }, {}, false],
  ['another pipeline', { pipelineName: 'other' }, {}, false],
  ['no tag', { tag: 'nightly' }, {}, false],
  ['its tag', { tag: 'nightly' }, { tag: 'nightly' }, true],
  ['a tag that it does not ask for', {}, { tag: 'nightly' }, true],
])('a rule looks at %s: %o %o', (_, scope, own, isTold) => {
  const { messages } = evaluate([end('FAILED', 1, own)], [{ ...rule, ...scope }])
  expect(messages.length).toBe(isTold ? 1 : 0)
})

test('pipelines, environments and rules have incidents of their own; a recovery is silent where nobody asked', () => {
  const silent = { ...rule, id: 's', notifyRecovered: false }
  const ends = [
    end('FAILED', 1),
    end('FAILED', 2, { pipelineName: 'other' }),
    end('FAILED', 3, { environmentName: 'Test' }),
    end('SUCCESS', 4),
  ]
  const { incidents, messages } = evaluate(ends, [rule, silent])
  expect(incidents.length).toBe(6)
  const told = (id: string) => messages.filter(({ ruleId }) => ruleId === id).map(({ kind }) => kind)
  expect(told('r')).toEqual(['OPENED', 'OPENED', 'OPENED', 'RECOVERED'])
  expect(told('s')).toEqual(['OPENED', 'OPENED', 'OPENED'])
  expect(incidents.filter(({ closedAt }) => closedAt !== null).length).toBe(2)
})
