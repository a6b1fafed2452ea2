import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Part, pipelineOf, play, variable } from '../../../test/support/flow-player.ts'
import { playAtRandom, randomChoices, randomParts } from '../../../test/support/random-flows.ts'
import { createFlow } from '../../pipeline/flow/flow.ts'
import { type Kept, keptSteps } from '../../pipeline/flow/prune.ts'
import type { Flow, FlowAction, FlowEvent, Outcome } from '../../pipeline/flow-events.ts'
import type { HistoryStep } from '../../protocol/messages.ts'
import { historyByExecution, replay } from '../journal/history.ts'

/**
 * An execution that failed and is rerun from there: the journal is pruned, replayed, and everything left
 * succeeds.
 */
type Parts = Readonly<Record<string, Part>>
type Steps = ReadonlyMap<string, HistoryStep>

const execution = randomUUID()
const variables = [variable('own', 'start'), variable('all', 'start', 'SHARED')]
const newFlow = (parts: Parts) =>
  createFlow(pipelineOf(parts), new Map(variables.map((one) => [one.name, one])))

/** The journal of a run that fails here and there, and breaks off after `most` events. */
function journalOf(parts: Parts, choices: readonly number[], most: number): Steps {
  const steps = new Map<string, HistoryStep>()
  let n = 0
  function begin({ key, component, attempt }: FlowAction['visit']): HistoryStep {
    const { name, type } = component
    const at = { execution, seq: steps.size, key, name, type, attempt, startedAt: '' }
    const step = steps.get(key) ?? at
    steps.set(key, step)
    return step
  }
  const player = play(parts, { variables })
  player.begin()
  let offered = new Map(player.open)
  playAtRandom(player, choices, (event) => {
    const step = begin(offered.get(event.key)!.visit)
    if (event.kind === 'finished') step.finished = { n: ++n, outcome: event.outcome as never }
    if (event.kind === 'expanded') Object.assign(step, { expandedN: ++n, iterations: event.iterations })
    if (event.kind === 'waited') steps.delete(event.key)
    offered = new Map(player.open)
    if (n < most) return
    for (const { kind, visit } of player.open.values()) if (kind === 'run') begin(visit)
    player.open.clear()
  })
  return steps
}

const keptOf = (parts: Parts, steps: Steps): ReadonlyMap<string, Kept> =>
  keptSteps(
    pipelineOf(parts),
    [...steps.values()].map(({ key, finished, iterations }) => ({
      key,
      finished,
      iterations: iterations?.length,
    })),
  )

function pruned(steps: Steps, kept: ReadonlyMap<string, Kept>): Steps {
  const left = [...steps.values()].filter(({ key }) => kept.has(key)).sort((a, b) => a.seq - b.seq)
  const open = ({ finished: _, ...step }: HistoryStep): HistoryStep => step
  return new Map(
    left.map((step, seq) => [step.key, { ...(kept.get(step.key) === 'open' ? open(step) : step), seq }]),
  )
}

/** How everything that is not known ends: well. */
function succeeding({ kind, visit: { key, component } }: FlowAction & { kind: 'run' | 'wait' }): FlowEvent {
  if (kind === 'wait') return { kind: 'waited', key }
  const iterations = [1, 2].map((value) => [{ variable: 'own', value: `i${value}` }])
  if (component.type === 'grid-iterator') return { kind: 'expanded', key, iterations }
  const updates = [{ variable: 'all', value: component.name }]
  const branch = component.type === 'if' ? { branch: component.name.length % 2 === 0 } : {}
  return { kind: 'finished', key, outcome: { result: 'SUCCESS', updates, ...branch } }
}

/** Drives a flow to its end; what ended, by key. `known` answers first. */
function drive(
  flow: Flow,
  actions: readonly FlowAction[],
  known: (action: FlowAction) => FlowEvent | undefined,
) {
  const ended = new Map<string, Outcome>()
  const ran = new Set<string>()
  const queue = [...actions]
  for (const action of queue) {
    const { key } = action.visit
    const past = known(action)
    const concluded = action.kind === 'conclude' ? action.outcome : undefined
    const event: FlowEvent =
      past ??
      (concluded
        ? { kind: 'finished', key, outcome: concluded }
        : succeeding(action as FlowAction & { kind: 'run' }))
    if (past === undefined && action.kind === 'run') ran.add(key)
    if (event.kind === 'finished') ended.set(key, event.outcome)
    queue.push(...flow.apply(event))
  }
  return { ended, ran, result: flow.result() }
}

/** A run from the start in which what is kept ends as it did, and everything else well. */
function withoutFailure(parts: Parts, kept: Steps) {
  const flow = newFlow(parts)
  return drive(flow, flow.begin(), ({ kind, visit: { key } }) => {
    const step = kept.get(key)
    if (step === undefined) return undefined
    if (kind === 'wait') return { kind: 'waited', key }
    if (kind === 'run' && step.iterations !== undefined)
      return { kind: 'expanded', key, iterations: step.iterations as never }
    return step.finished && { kind: 'finished', key, outcome: step.finished.outcome }
  })
}

const outermost = (ended: ReadonlyMap<string, Outcome>) =>
  [...ended]
    .filter(([key]) => /^n\d+$/.test(key))
    .map(([key, { result, branch }]) => [key, result, branch])
    .sort()

const isGood = (parts: Parts, name: string, step: HistoryStep | undefined) => {
  const result = step?.finished?.outcome.result
  return result === 'SKIPPED' || (result === 'SUCCESS' && parts[name]?.type !== 'end-failure')
}

/** Components that an arrow leads to from one that did not succeed, said naively: whichever arrows fired. */
function behindFailures(parts: Parts, steps: Steps): ReadonlySet<string> {
  const units = new Set([...steps.values()].map(({ name }) => name.split(' ')[0]!))
  const behind = new Set<string>()
  const queue = [...units].filter((name) => !isGood(parts, name, steps.get(name)))
  for (const name of queue) {
    for (const next of Object.values(parts[name]?.to ?? {}).flat()) {
      if (behind.has(next)) continue
      behind.add(next)
      queue.push(next)
    }
  }
  return behind
}

/**
 * Whether a retry around a visit, or the attempt of it that the visit belongs to, failed: then it may run
 * again.
 */
function inFailedRetry(parts: Parts, steps: Steps, key: string): boolean {
  const [, unit = '', level = '', suffix = ''] = /^(n\d+)( in| deep)?(.*)$/.exec(key)!
  const chain = [unit, `${unit} in`, `${unit} deep`]
  const around = chain.slice(0, chain.indexOf(unit + level))
  const retries = around.filter((name) => parts[name]?.type === 'retry')
  const failing = retries.flatMap((name) => [name, chain[chain.indexOf(name) + 1]])
  return [...steps.values()].some(
    ({ name, key: retry, finished }) =>
      failing.includes(name) &&
      finished?.outcome.result === 'FAILED' &&
      isAround(retry.slice(name.length), suffix),
  )
}

const isAround = (outer: string, inner: string) =>
  inner.startsWith(outer) && !/^\d/.test(inner.slice(outer.length))

const property = (check: (parts: Parts, steps: Steps, kept: ReadonlyMap<string, Kept>) => void) =>
  fc.assert(
    fc.property(randomParts, randomChoices, fc.integer({ min: 1, max: 60 }), (parts, choices, most) => {
      const steps = journalOf(parts, choices, most)
      check(parts, steps, keptOf(parts, steps))
    }),
    { numRuns: 1_000 },
  )

test('going on from what failed ends like a run without failure, and uses all that was kept', () => {
  property((parts, steps, kept) => {
    const history = pruned(steps, kept)
    const flow = newFlow(parts)
    const finished: string[] = []
    const watched: Flow = {
      begin: () => flow.begin(),
      variables: (key) => flow.variables(key),
      lastVariables: () => flow.lastVariables(),
      cancel: () => flow.cancel(),
      result: () => flow.result(),
      apply(event) {
        if (event.kind === 'finished') finished.push(event.key)
        return flow.apply(event)
      },
    }
    const { open, answer } = replay(watched, historyByExecution([...history.values()])(execution))
    const { result } = drive(watched, open, answer)
    const whole = withoutFailure(parts, history)
    expect(new Set(finished).size).toBe(finished.length)
    const ended = new Map(finished.map((key) => [key, whole.ended.get(key)!]))
    expect(outermost(ended)).toEqual(outermost(whole.ended))
    expect([...whole.ended.keys()].sort()).toEqual([...finished].sort())
    expect(result?.status).toBe(whole.result?.status)
    expect([...history.keys()].filter((key) => !finished.includes(key))).toEqual([])
  })
})

test('nothing that succeeded runs again, but what followed from a failure or is inside a failed retry', () => {
  property((parts, steps, kept) => {
    const history = pruned(steps, kept)
    const flow = newFlow(parts)
    const { open, answer } = replay(flow, historyByExecution([...history.values()])(execution))
    const { ran } = drive(flow, open, answer)
    const behind = behindFailures(parts, steps)
    const twice = [...ran].filter((key) => {
      const step = steps.get(key)
      if (!isGood(parts, step?.name ?? '', step)) return false
      return !behind.has(step!.name.split(' ')[0]!) && !inFailedRetry(parts, steps, key)
    })
    expect(twice).toEqual([])
  })
})

test('what failed is not kept, unless a retry around it went on to another attempt and did not fail', () => {
  property((parts, steps, kept) => {
    for (const [key, how] of kept) {
      const { name, finished } = steps.get(key)!
      if (how === 'open') expect(finished?.outcome.result, key).not.toBe('SUCCESS')
      if (how === 'open') continue
      expect(finished, key).toBeDefined()
      if (finished?.outcome.result !== 'FAILED') continue
      const unit = name.split(' ')[0]!
      const retry =
        parts[unit]?.type === 'retry' ? unit : `${unit} in${/(\[\d+\])?/.exec(key.slice(name.length))![0]}`
      expect(steps.get(retry)?.finished?.outcome.result, key).not.toBe('FAILED')
      expect(name, key).not.toBe(retry)
    }
  })
})
