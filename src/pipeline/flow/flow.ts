import type {
  Flow,
  FlowAction,
  FlowEvent,
  FlowResult,
  Outcome,
  VariableUpdate,
  Visit,
} from '../flow-events.ts'
import type { Component, Pipeline } from '../model.ts'
import type { RunVariable } from '../variables.ts'
import { type Frame, newFrame, newVisit } from './frame.ts'
import {
  isIterator,
  iterationsOutcome,
  noteIteration,
  openIterations,
  startable,
  valueFaults,
} from './iterator.ts'
import { attemptPosition, iterationPosition, outermost } from './keys.ts'
import { type FlowLinks, flowLinks } from './links.ts'
import { refusal } from './refusal.ts'
import { createVerdict, fires, type Verdict } from './result.ts'
import { type RetrySettings, retryOutcome, retrySettings } from './retry.ts'
import { type Copied, initialCopies, type RunScope, runScope } from './scope.ts'

export { isIterator } from './iterator.ts'
export { updateFaults } from './scope.ts'

export interface FlowOptions {
  /** An iterator with more values than this fails. */
  readonly maxIterations: number
}

type Actions = readonly FlowAction[]

/**
 * The run of one orchestration from its `start` components on (pipelines.md §2). Deterministic: the same
 * events in the same order give the same actions. `variables` are those of `startVariables`.
 */
export function createFlow(
  pipeline: Pipeline,
  variables: ReadonlyMap<string, RunVariable>,
  options: Partial<FlowOptions> = {},
): Flow {
  return new PipelineFlow(pipeline, variables, { maxIterations: 5_000, ...options })
}

class PipelineFlow implements Flow {
  readonly #components: ReadonlyMap<string, Component>
  readonly #variables: ReadonlyMap<string, RunVariable>
  readonly #options: FlowOptions
  readonly #links: FlowLinks
  readonly #scope: RunScope
  readonly #verdict: Verdict
  /** Visits begun and not ended, by key. What ended is forgotten, so that memory does not grow with it. */
  readonly #frames = new Map<string, Frame>()
  /** Retries in a pause, by the key of the visit that follows it. */
  readonly #pauses = new Map<string, Frame>()
  /** Components that an arrow or the start has set going: each runs once. */
  readonly #reached = new Set<string>()
  /** How many links into an `and` have fired. */
  readonly #arrived = new Map<string, number>()
  /** Actions issued and not answered, pauses not counted. */
  #inFlight = 0
  /** COPIED variables as the last component outside iterators and retries left them. */
  #lastCopied: Copied = initialCopies
  #begun = false
  #cancelled = false

  constructor(pipeline: Pipeline, variables: ReadonlyMap<string, RunVariable>, options: FlowOptions) {
    this.#components = pipeline.components
    this.#variables = variables
    this.#options = options
    this.#links = flowLinks(pipeline)
    this.#scope = runScope(variables)
    this.#verdict = createVerdict(this.#links)
  }

  begin(): Actions {
    if (this.#begun) return []
    this.#begun = true
    if (this.#cancelled) return []
    const { starts } = this.#links
    if (starts.length === 0) this.#verdict.fail('The pipeline has no start component: add one')
    return starts.flatMap((start) => this.#reach(start, initialCopies))
  }

  apply(event: FlowEvent): Actions {
    if (!this.#begun || this.result() !== undefined) return []
    const retry = this.#pauses.get(event.key)
    if (retry === undefined) return this.#answer(event) ?? []
    this.#pauses.delete(event.key)
    if (this.#cancelled) return this.#abandon(retry)
    const opened = this.#attempt(retry)
    // A journal holds no pauses: what it tells of the next attempt says that the pause was over.
    return (event.kind === 'waited' ? undefined : this.#answer(event)) ?? opened
  }

  variables(key: string) {
    return this.#scope.view(this.#frames.get(key)?.copied ?? initialCopies)
  }

  lastVariables() {
    return this.#scope.view(this.#lastCopied)
  }

  cancel(): void {
    if (this.result() === undefined) this.#cancelled = true
  }

  result(): FlowResult | undefined {
    if (!this.#begun || this.#inFlight > 0) return undefined
    if (this.#cancelled) return { status: 'CANCELLED', message: undefined }
    return this.#pauses.size > 0 ? undefined : this.#verdict.result()
  }

  /** undefined when the event answers no action that was issued. */
  #answer(event: FlowEvent): Actions | undefined {
    const frame = this.#frames.get(event.key)
    if (frame === undefined || frame.phase === 'inside' || event.kind === 'waited') return undefined
    if (event.kind === 'finished') {
      this.#inFlight--
      return this.#end(frame, event.outcome)
    }
    if (frame.phase !== 'running' || !isIterator(frame.visit.component)) return undefined
    this.#inFlight--
    return this.#expand(frame, event.iterations)
  }

  /** An arrow arrives. COPIED variables go back to their start values behind an `and` or `or`. */
  #reach(component: Component, copied: Copied): Actions {
    const { name, type } = component
    if (this.#reached.has(name)) return []
    if (type === 'and') {
      const arrived = (this.#arrived.get(name) ?? 0) + 1
      this.#arrived.set(name, arrived)
      if (arrived < this.#links.incoming(name)) return []
    }
    this.#reached.add(name)
    const joined = type === 'and' || type === 'or'
    return this.#open(newFrame(component, outermost, undefined, joined ? initialCopies : copied))
  }

  #open(frame: Frame): Actions {
    const { component, key } = frame.visit
    this.#frames.set(key, frame)
    const view = this.#scope.view(frame.copied)
    const refused = refusal(this.#links, component, view)
    if (refused !== undefined) return this.#conclude(frame, refused)
    if (component.type === 'retry') {
      const settings = retrySettings(component.parameters, view) as RetrySettings
      frame.attempts = { settings, begun: 0 }
      frame.phase = 'inside'
      return this.#attempt(frame)
    }
    this.#inFlight++
    return [{ kind: 'run', visit: frame.visit }]
  }

  #conclude(frame: Frame, outcome: Outcome): Actions {
    frame.phase = 'concluding'
    this.#inFlight++
    return [{ kind: 'conclude', visit: frame.visit, outcome }]
  }

  #end(frame: Frame, outcome: Outcome): Actions {
    this.#frames.delete(frame.visit.key)
    const { parent, visit } = frame
    const copied = this.#scope.update(frame.copied, outcome.updates)
    if (parent?.attempts !== undefined) return this.#afterAttempt(parent, outcome, copied)
    if (parent !== undefined) return this.#afterIteration(parent, visit.iteration!, outcome)
    this.#lastCopied = copied
    this.#verdict.note(visit.component, outcome)
    if (this.#cancelled) return []
    const links = this.#links.outgoing(visit.component.name)
    return links
      .filter(({ condition }) => fires(condition, outcome))
      .flatMap(({ to }) => this.#reach(this.#components.get(to)!, copied))
  }

  #attempt(retry: Frame): Actions {
    const attempt = ++retry.attempts!.begun
    return this.#open(
      newFrame(this.#inside(retry), attemptPosition(retry.position, attempt), retry, retry.copied),
    )
  }

  #afterAttempt(retry: Frame, outcome: Outcome, copied: Copied): Actions {
    retry.copied = copied
    if (this.#cancelled) return this.#abandon(retry)
    const { settings, begun } = retry.attempts!
    if (outcome.result !== 'FAILED' || begun >= settings.attempts) {
      return this.#conclude(retry, retryOutcome(outcome, begun))
    }
    const delayMs = settings.delayBefore(begun + 1)
    if (delayMs === 0) return this.#attempt(retry)
    const visit = this.#visitAfterPause(retry)
    this.#pauses.set(visit.key, retry)
    return [{ kind: 'wait', visit, delayMs }]
  }

  /** The visit that the next attempt begins with: a retry inside issues what it wraps, not itself. */
  #visitAfterPause(retry: Frame): Visit {
    const view = this.#scope.view(retry.copied)
    let component = this.#inside(retry)
    let position = attemptPosition(retry.position, retry.attempts!.begun + 1)
    while (component.type === 'retry' && refusal(this.#links, component, view) === undefined) {
      component = this.#links.inside(component) as Component
      position = attemptPosition(position, 1)
    }
    return newVisit(component, position)
  }

  #expand(frame: Frame, values: readonly (readonly VariableUpdate[])[]): Actions {
    const { component } = frame.visit
    const iterations = openIterations(component, values, this.#scope.view(frame.copied))
    const faults = valueFaults(iterations, this.#variables, this.#options.maxIterations)
    if (faults !== undefined) return this.#conclude(frame, { result: 'FAILED', message: faults })
    frame.iterations = iterations
    frame.phase = 'inside'
    return this.#iterate(frame)
  }

  /** Begins as many iterations as may begin now, each from the iterator's branch; the last end concludes. */
  #iterate(frame: Frame): Actions {
    const iterations = frame.iterations!
    const next = this.#cancelled ? 0 : startable(iterations)
    if (next === 0 && iterations.begun > iterations.ended) return []
    if (next === 0) return this.#conclude(frame, iterationsOutcome(iterations, this.#cancelled))
    const actions: FlowAction[] = []
    for (let more = next; more > 0; more--) {
      const copied = this.#scope.update(frame.copied, iterations.values[iterations.begun])
      const position = iterationPosition(frame.position, ++iterations.begun)
      actions.push(...this.#open(newFrame(this.#inside(frame), position, frame, copied)))
    }
    return actions
  }

  #afterIteration(iterator: Frame, iteration: number, outcome: Outcome): Actions {
    noteIteration(iterator.iterations!, iteration, outcome)
    return this.#iterate(iterator)
  }

  /**
   * After a cancel a retry leaves no step of its own, but an iterator around it has begun and must be
   * recorded.
   */
  #abandon(retry: Frame): Actions {
    this.#frames.delete(retry.visit.key)
    const { parent, visit } = retry
    if (parent === undefined) return []
    if (parent.attempts !== undefined) return this.#abandon(parent)
    return this.#afterIteration(parent, visit.iteration!, { result: 'CANCELLED' })
  }

  #inside(wrapper: Frame): Component {
    return this.#links.inside(wrapper.visit.component) as Component
  }
}
