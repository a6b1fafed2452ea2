import type { Outcome } from '../flow-events.ts'
import type { Component, Pipeline } from '../model.ts'
import {
  attemptPosition,
  iterationPosition,
  outermost,
  ownerOfPart,
  type Position,
  visitKey,
} from './keys.ts'
import { type FlowLinks, flowLinks } from './links.ts'
import { fires } from './result.ts'

/** What pruning needs to know of a step of a journal. */
export interface JournalStep {
  readonly key: string
  /** Of an iterator that has evaluated its values: their number. */
  readonly iterations?: number | undefined
  /** `n` gives the order of finishing. */
  readonly finished?: { readonly n: number; readonly outcome: Pick<Outcome, 'result' | 'branch'> } | undefined
}

/** `whole`: it is kept unchanged. `open`: it has started and resumes with what is kept inside it. */
export type Kept = 'whole' | 'open'

/**
 * The part of an orchestration's journal that a rerun from the failure keeps, by key: all but the steps that
 * failed, were cancelled or never ended, and what followed from them. A component that arrows reached before
 * the failed one did is kept. Of an iterator the iterations that succeeded stay; a retry that failed starts
 * again, with everything in it; one that was interrupted resumes its attempt. A failure counts whether or not
 * a link handled it, and so does an `end-failure` that was reached. `resumes` says whether a call of another
 * pipeline can resume with what is kept of that one.
 */
export function keptSteps<S extends JournalStep>(
  pipeline: Pipeline,
  steps: readonly S[],
  resumes: (step: S) => boolean = () => false,
): ReadonlyMap<string, Kept> {
  const links = flowLinks(pipeline)
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const { kept, keep } = keeper(links, byKey, resumes)
  const parts = Map.groupBy(byKey.keys(), ownerOfPart)
  const lost = new Map<string, boolean>() // whether what set a component going is lost, for those that were reached
  for (const { component, step } of outermostVisits(pipeline, byKey)) {
    const follows = lost.get(component.name) ?? false
    if (!follows) keep(component, outermost)
    if (step?.finished === undefined) continue
    const { outcome } = step.finished
    const gone = follows || !succeeded(component, step)
    for (const { to, condition } of links.outgoing(component.name)) {
      if (!fires(condition, outcome)) continue
      const joins = pipeline.components.get(to)?.type === 'and'
      if (joins || !lost.has(to)) lost.set(to, gone || (lost.get(to) ?? false))
    }
  }
  for (const [key, how] of [...kept])
    if (how === 'whole') for (const part of parts.get(key) ?? []) kept.set(part, 'whole')
  return kept
}

/** Collects what is kept of visits, one after another, with what is inside them. */
function keeper<S extends JournalStep>(
  links: FlowLinks,
  byKey: ReadonlyMap<string, S>,
  resumes: (step: S) => boolean,
) {
  const kept = new Map<string, Kept>()
  const stepOf = (component: Component, position: Position) => byKey.get(visitKey(component.name, position))

  function inside(component: Component): Component | undefined {
    const target = links.inside(component)
    return 'fault' in target ? undefined : target
  }

  /** Keeps a visit with all that happened inside it; false when there was no such visit. */
  function keepWhole(component: Component, position: Position): boolean {
    const step = stepOf(component, position)
    if (step === undefined) return false
    kept.set(step.key, 'whole')
    const target = inside(component)
    if (target === undefined) return true
    for (let at = 1; at <= (step.iterations ?? 0); at++) keepWhole(target, iterationPosition(position, at))
    if (component.type === 'retry') for (let at = 1; keepWhole(target, attemptPosition(position, at)); ) at++
    return true
  }

  /** Keeps what succeeded of a visit; whether that is anything. */
  function keep(component: Component, position: Position): boolean {
    const step = stepOf(component, position)
    if (step !== undefined && succeeded(component, step)) return keepWhole(component, position)
    const target = inside(component)
    if (component.type === 'retry') return target !== undefined && keepAttempts(target, position)
    if (step === undefined) return false
    let open = resumes(step)
    for (let at = 1; target !== undefined && at <= (step.iterations ?? 0); at++)
      open = keep(target, iterationPosition(position, at)) || open
    if (open) kept.set(step.key, 'open')
    return open
  }

  /** Nothing of an unsuccessful retry is kept, unless its last attempt succeeded or can resume. */
  function keepAttempts(target: Component, position: Position): boolean {
    const attempt = (at: number) => stepOf(target, attemptPosition(position, at))
    let failed = 0
    while (attempt(failed + 1)?.finished?.outcome.result === 'FAILED') failed++
    if (!keep(target, attemptPosition(position, failed + 1))) return false
    for (let at = 1; at <= failed; at++) keepWhole(target, attemptPosition(position, at))
    return true
  }

  return { kept, keep }
}

/** Components that nothing wraps, in the order they finished; those that did not finish come last. */
function outermostVisits<S extends JournalStep>({ components }: Pipeline, byKey: ReadonlyMap<string, S>) {
  const wrapped = new Set([...components.values()].map(({ iterationTarget }) => iterationTarget))
  const order = ({ step }: { step: S | undefined }) => step?.finished?.n ?? Number.MAX_SAFE_INTEGER
  return [...components.values()]
    .filter(({ name }) => !wrapped.has(name))
    .map((component) => ({ component, step: byKey.get(visitKey(component.name, outermost)) }))
    .sort((a, b) => order(a) - order(b))
}

function succeeded(component: Component, { finished }: JournalStep): boolean {
  if (finished?.outcome.result === 'SKIPPED') return true
  return finished?.outcome.result === 'SUCCESS' && component.type !== 'end-failure'
}
