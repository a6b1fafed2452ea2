import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Flow, FlowAction, FlowEvent, Visit } from '../../pipeline/flow-events.ts'
import type { HistoryStep } from '../../protocol/messages.ts'
import type { WireOutcome } from '../../protocol/step-outcome.ts'
import { historyByExecution, type Replayed, replay } from './history.ts'

const execution = randomUUID()
const success: WireOutcome = { result: 'SUCCESS' }

const visit = (key: string): Visit => ({
  key,
  attempt: 1,
  iteration: undefined,
  component: {
    name: key,
    type: 'bash-script',
    parameters: {},
    transitions: {},
    sources: [],
    line: 1,
    iterationTarget: undefined,
    postProcessing: undefined,
    skipped: false,
  },
})
const run = (key: string): FlowAction => ({ kind: 'run', visit: visit(key) })
const conclude = (key: string): FlowAction => ({
  kind: 'conclude',
  visit: visit(key),
  outcome: { result: 'FAILED' },
})
const pause = (key: string): FlowAction => ({ kind: 'wait', visit: visit(key), delayMs: 15_000 })

/** A flow that answers each event as the script says, and records the events it received. */
function scripted(script: Readonly<Record<string, readonly FlowAction[]>>) {
  const events: string[] = []
  const answer = (what: string) => {
    events.push(what)
    return script[what] ?? []
  }
  const flow: Flow = {
    begin: () => answer('begin'),
    apply: (event: FlowEvent) => answer(`${event.kind} ${event.key}`),
    variables: () => ({ get: () => undefined, names: () => [], columns: () => [] }),
    lastVariables: () => ({ get: () => undefined, names: () => [], columns: () => [] }),
    cancel: () => {},
    result: () => undefined,
  }
  return { flow, events }
}

const step = (seq: number, key: string, more: Partial<HistoryStep> = {}): HistoryStep => ({
  execution,
  seq,
  key,
  name: key,
  type: 'bash-script',
  attempt: 1,
  startedAt: 'then',
  ...more,
})
const finished = (n: number, outcome = success) => ({ finished: { n, outcome } })
const open = ({ open }: Replayed) => open.map(({ kind, visit: { key } }) => `${kind} ${key}`)

test('what finished is applied in the order of finishing, what was in flight is open again', () => {
  const { flow, events } = scripted({
    begin: [run('Start')],
    'finished Start': [run('A'), run('B')],
    'finished B': [run('C')],
  })
  const steps = [
    step(0, 'Start', finished(2)),
    step(1, 'A', finished(7)),
    step(2, 'B', finished(5)),
    step(3, 'C'),
  ]
  const left = replay(flow, historyByExecution(steps)(execution))
  expect(events).toEqual(['begin', 'finished Start', 'finished B', 'finished A'])
  expect(open(left)).toEqual(['run C'])
})

test('parts of a step that did not end change nothing: it runs again', () => {
  const { flow, events } = scripted({ begin: [run('Build')] })
  const steps = [step(0, 'Build'), step(1, 'Build[model.a]', finished(3))]
  const history = historyByExecution(steps)(execution)
  expect(open(replay(flow, history))).toEqual(['run Build'])
  expect([events, history.nextSeq]).toEqual([['begin'], 2])
})

test('values of an iterator are taken from the journal, and its own end is still to come', () => {
  const { flow, events } = scripted({ begin: [run('Loop')], 'expanded Loop': [run('Loop[1]')] })
  const steps = [step(0, 'Loop', { expandedN: 2, iterations: [[]] })]
  expect(open(replay(flow, historyByExecution(steps)(execution)))).toEqual(['run Loop[1]'])
  expect(events).toEqual(['begin', 'expanded Loop'])
})

test('an iterator that the flow refuses now ends with what the journal says of its end, not of its values', () => {
  const script = { 'finished Start': [conclude('Loop')], 'finished Loop': [run('After')] }
  const expanded = { expandedN: 4, iterations: [[]] }
  const after = (start: number, ...steps: HistoryStep[]) => {
    const { flow } = scripted({ begin: [run('Start')], ...script })
    return open(replay(flow, historyByExecution([step(0, 'Start', finished(start)), ...steps])(execution)))
  }
  const begun = step(1, 'Loop', expanded)
  const ended = step(1, 'Loop', { ...expanded, ...finished(6) })
  expect(after(2, begun)).toEqual(['conclude Loop'])
  expect(after(2, ended)).toEqual(['run After'])
  // Known before the flow comes to it.
  expect(after(8, begun)).toEqual(['conclude Loop'])
  expect(after(8, ended)).toEqual(['run After'])
})

test('a pause that was over is not repeated, one that was in flight starts again', () => {
  const script = {
    begin: [run('Try')],
    'finished Try': [pause('Try#2')],
    'waited Try#2': [run('Try#2')],
    'finished Try#2': [pause('Try#3')],
  }
  const first = step(0, 'Try', finished(2, { result: 'FAILED' }))
  const after = (...steps: HistoryStep[]) => {
    const { flow, events } = scripted(script)
    return { open: open(replay(flow, historyByExecution(steps)(execution))), events }
  }
  expect(after(first).open).toEqual(['wait Try#2'])
  expect(after(first, step(1, 'Try#2')).open).toEqual(['run Try#2'])
  const second = step(1, 'Try#2', finished(4, { result: 'FAILED' }))
  expect(after(first, second).open).toEqual(['wait Try#3'])
})

test('an iteration that is known before the one in front of it is taken when its turn comes', () => {
  const { flow, events } = scripted({
    begin: [run('Loop')],
    'expanded Loop': [run('One[1]')],
    'finished One[1]': [run('One[2]')],
    'finished One[2]': [pause('One[2]#2')],
    'waited One[2]#2': [run('One[2]#2')],
  })
  const steps = [
    step(0, 'Loop', { expandedN: 2, iterations: [[], []] }),
    step(1, 'One[2]', finished(6, { result: 'FAILED' })),
    step(2, 'One[2]#2', finished(8)),
  ]
  const replayed = replay(flow, historyByExecution(steps)(execution))
  expect(open(replayed)).toEqual(['run One[1]'])
  const next = [...flow.apply({ kind: 'finished', key: 'One[1]', outcome: success })]
  for (const action of next) {
    const known = replayed.answer(action)
    if (known !== undefined) next.push(...flow.apply(known))
  }
  expect(events).toEqual([
    ...['begin', 'expanded Loop', 'finished One[1]', 'finished One[2]'],
    ...['waited One[2]#2', 'finished One[2]#2'],
  ])
})

test('each execution of a tree continues with its own steps and their numbers', () => {
  const child = randomUUID()
  const of = historyByExecution([
    step(0, 'Start'),
    step(1, 'Call'),
    { ...step(0, 'Begin'), execution: child },
  ])
  expect(of(execution).nextSeq).toBe(2)
  expect(of(child).nextSeq).toBe(1)
  expect(of(child).step('Call')).toBeUndefined()
  expect(of(randomUUID()).nextSeq).toBe(0)
})
