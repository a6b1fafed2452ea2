import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Part, pipelineOf, play, variable } from '../../../test/support/flow-player.ts'
import { playAtRandom, randomChoices, randomParts } from '../../../test/support/random-flows.ts'
import type { FlowAction, FlowEvent } from '../flow-events.ts'
import type { ReplayEvent } from './events.ts'
import { createFlowReplay } from './flow-replay.ts'
import type { JournalExecution, JournalStep } from './journal.ts'
import { reportsOf } from './reports.ts'

type Parts = Readonly<Record<string, Part>>
type Steps = readonly JournalStep[]

const variables = [variable('own', 'start'), variable('all', 'start', 'SHARED')]

/** Keeps the journal of a run, as the runner writes it: no pauses, and nothing of what never began. */
function journalKeeper() {
  const steps = new Map<string, JournalStep>()
  let n = 0
  return {
    steps,
    note({ key, component: { name, type }, attempt, iteration }: FlowAction['visit'], event: FlowEvent) {
      if (event.kind === 'waited') return
      const begun = { execution: 'x', seq: steps.size, key, name, type, attempt, iteration, startedAt: '' }
      const step = steps.get(key) ?? { ...begun, result: 'RUNNING' as const }
      n++
      const finished = event.kind === 'finished' ? { n, outcome: event.outcome } : undefined
      const expanded = event.kind === 'expanded' ? { expandedN: n, iterations: event.iterations } : {}
      const result = event.kind === 'finished' ? event.outcome.result : 'RUNNING'
      steps.set(key, { ...step, ...expanded, finished, result })
    },
  }
}

function journalOf(parts: Parts, choices: readonly number[]) {
  const { steps, note } = journalKeeper()
  const player = play(parts, { variables })
  player.begin()
  let offered = new Map(player.open)
  playAtRandom(player, choices, (event) => {
    note(offered.get(event.key)!.visit, event)
    offered = new Map(player.open)
  })
  return { steps: [...steps.values()], status: player.flow.result()!.status }
}

/**
 * The same with a cancellation after some events: of what is open then, some has begun and ends, the rest
 * never begins.
 */
function cancelledJournalOf(parts: Parts, choices: readonly number[], cancelAfter: number) {
  const { steps, note } = journalKeeper()
  const player = play(parts, { variables })
  player.begin()
  for (let at = 0; player.open.size > 0; at++) {
    if (at === cancelAfter) player.flow.cancel()
    const choice = choices[at % choices.length]! + at
    const [key, action] = [...player.open][choice % player.open.size]!
    const hasBegun = at < cancelAfter || steps.has(key) || choice % 2 === 0
    const result = at < cancelAfter ? 'SUCCESS' : 'CANCELLED'
    const outcome =
      action.kind === 'conclude' ? action.outcome : { result: result as 'SUCCESS' | 'CANCELLED' }
    const event: FlowEvent =
      action.kind === 'wait' ? { kind: 'waited', key } : { kind: 'finished', key, outcome }
    if (action.kind === 'conclude' || (action.kind === 'run' && hasBegun)) note(action.visit, event)
    player.give(event)
  }
  return { steps: [...steps.values()], status: player.flow.result()!.status }
}

function replayed(
  parts: Parts,
  steps: Steps,
  status: string,
  more: Partial<JournalExecution> = {},
): ReplayEvent[] {
  const execution = {
    id: 'x',
    pipelineName: 'Test',
    pipelineType: 'orchestration',
    status,
    variables,
    ...more,
  }
  const replay = createFlowReplay({ execution, steps, depth: 0 }, pipelineOf(parts))
  return [...replay.begin(), ...reportsOf(steps).flatMap((report) => replay.report(report)), ...replay.end()]
}

const divergencesOf = (events: readonly ReplayEvent[]) => events.flatMap(({ divergences }) => divergences)

const property = (check: (parts: Parts, choices: readonly number[], pick: number) => void) =>
  fc.assert(fc.property(randomParts, randomChoices, fc.nat(60), check), { numRuns: 500 })

test('the journal of a run leads the machine to the same steps and the same end', () => {
  property((parts, choices) => {
    const { steps, status } = journalOf(parts, choices)
    const events = replayed(parts, steps, status)
    expect(divergencesOf(events)).toEqual([])
    expect(events.at(-1)).toMatchObject({ kind: 'end', result: status, expected: status })
    const reports = events.filter(({ kind }) => kind === 'finished' || kind === 'expanded')
    expect(reports.map(({ n }) => n)).toEqual(reportsOf(steps).map(({ n }) => n))
  })
})

test('what a cancellation cut short leads to no divergence', () => {
  property((parts, choices, cancelAfter) => {
    const { steps, status } = cancelledJournalOf(parts, choices, cancelAfter)
    expect(divergencesOf(replayed(parts, steps, status))).toEqual([])
  })
})

test('a step that is taken out of a journal, or a result that is turned round, is found', () => {
  property((parts, choices, pick) => {
    const { steps, status } = journalOf(parts, choices)
    const at = pick % steps.length
    const gone = steps.filter((_, index) => index !== at).map((step, seq) => ({ ...step, seq }))
    const removed = divergencesOf(replayed(parts, gone, status))
    expect(removed.join('\n')).not.toBe('')
    expect(divergencesOf(replayed(parts, steps, status === 'SUCCESS' ? 'FAILED' : 'SUCCESS'))).toHaveLength(1)
  })
})

test('a step that nothing led to is found, with its name', () => {
  property((parts, choices) => {
    const { steps, status } = journalOf(parts, choices)
    const forged = { ...steps[0]!, key: 'n9 out', name: 'n9 out', seq: steps.length }
    const events = replayed(
      parts,
      [...steps, { ...forged, finished: { n: 9_999, outcome: { result: 'SUCCESS' } } }],
      status,
    )
    expect(divergencesOf(events)).toEqual([expect.stringContaining('"n9 out" ended, but nothing')])
  })
})

test('an iterator that ran and would be refused now is followed to its end', () => {
  const parts = (breakOnFailure: string): Parts => ({
    Start: { type: 'start', to: { unconditional: ['Loop'] } },
    Loop: {
      type: 'grid-iterator',
      around: 'A',
      parameters: { breakOnFailure },
      to: { unconditional: ['B'] },
    },
    A: {},
    B: {},
  })
  const { steps, status } = journalOf(parts('No'), [1])
  expect(steps.map(({ key }) => key)).toEqual(['Start', 'Loop', 'A[1]', 'A[2]', 'B'])
  const events = replayed(parts("${true ? 'Yes' : 'No'}"), steps, status)
  const ended = events.find(({ kind, step }) => kind === 'finished' && step?.key === 'Loop')
  expect(ended?.next).toMatchObject([{ key: 'B' }])
})
