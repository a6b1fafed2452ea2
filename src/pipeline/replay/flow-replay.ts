import { createFlow, isIterator } from '../flow/flow.ts'
import { iterationLimitIn } from '../flow/iterator.ts'
import type { Flow, FlowAction, FlowEvent, Outcome } from '../flow-events.ts'
import type { Pipeline } from '../model.ts'
import type { RunVariable } from '../variables.ts'
import type { ReplayEvent, ReplayedAction } from './events.ts'
import type { JournalStep } from './journal.ts'
import { createLinkTracker, type LinkTracker } from './links.ts'
import { eventOf, type Replayer, type ReplaySubject, stepOf } from './replayer.ts'
import { endedFromOutside, isInternalError, isOver, type JournalReport, numberFaults } from './reports.ts'
import { changesOf, flowUpdates, runVariables } from './values.ts'

/** Divergences that one event says of many visits are cut after so many. */
const MAX_NAMED = 10

/**
 * Replays an orchestration: gives the reports of its journal to the same machine that the runner drives, and
 * says where the two do not agree.
 */
export const createFlowReplay = (subject: ReplaySubject, pipeline: Pipeline): Replayer =>
  new FlowReplay(subject, pipeline)

class FlowReplay implements Replayer {
  readonly #subject: ReplaySubject
  readonly #flow: Flow
  readonly #links: LinkTracker
  readonly #variables: ReadonlyMap<string, RunVariable>
  readonly #steps: ReadonlyMap<string, JournalStep>
  /** Components that an iterator or retry repeats: no arrow leads to or from them. */
  readonly #wrapped: ReadonlySet<string | undefined>
  /** What the flow asked for and the journal has not answered yet, by key. */
  readonly #open = new Map<string, FlowAction>()
  /** Reports taken over from an earlier execution that the flow has not come to yet, by key. */
  readonly #deferred = new Map<string, JournalReport[]>()
  /** Whether the run was cut short, so that CANCELLED steps lead to nothing. */
  readonly #cutShort: boolean
  #cancelled = false

  constructor(subject: ReplaySubject, pipeline: Pipeline) {
    const { execution, steps } = subject
    this.#subject = subject
    this.#variables = runVariables(execution.variables ?? [])
    this.#flow = createFlow(pipeline, this.#variables, { maxIterations: maxIterations(steps) })
    this.#links = createLinkTracker(pipeline)
    this.#steps = new Map(steps.map((step) => [step.key, step]))
    this.#wrapped = new Set([...pipeline.components.values()].map((one) => one.iterationTarget))
    const { status } = execution
    this.#cutShort = status === 'CANCELLED' || status === 'CANCELLING' || isInternalError(execution)
  }

  begin(): readonly ReplayEvent[] {
    const next = this.#take(this.#flow.begin())
    return [eventOf(this.#subject, 'begin', { next }), ...this.#giveDeferred()]
  }

  report(report: JournalReport): readonly ReplayEvent[] {
    const { n, step, event } = report
    const isCancelled = event.kind === 'finished' && event.outcome.result === 'CANCELLED'
    const events = isCancelled && this.#cutShort ? this.#cancel() : []
    if (this.#open.get(step.key)?.kind === 'wait') events.push(this.#endPause(step.key))
    if (this.#open.has(step.key)) return [...events, this.#apply(report), ...this.#giveDeferred()]
    const about = { n, step: stepOf(step), result: step.result, reused: this.#isReused(n) }
    if (this.#isReused(n)) {
      this.#deferred.set(step.key, [...(this.#deferred.get(step.key) ?? []), report])
      return [...events, eventOf(this.#subject, 'deferred', about)]
    }
    const what = event.kind === 'finished' ? 'ended' : 'computed its values'
    const divergences = [`"${step.key}" ${what}, but nothing that happened before had led to it`]
    return [...events, eventOf(this.#subject, event.kind, { ...about, divergences })]
  }

  end(): readonly ReplayEvent[] {
    const { execution, steps } = this.#subject
    const events = this.#passPauses()
    if (this.#cutShort) events.push(...this.#cancel())
    events.push(...this.#notes())
    const outside = endedFromOutside(execution, steps)
    const over = isOver(execution)
    const expected = this.#expected()
    const divergences = [
      ...numberFaults(steps),
      ...(over && !outside ? this.#neverStarted() : []),
      ...this.#neverLedTo(),
      ...(over && !outside && expected !== undefined && expected !== execution.status
        ? [`The engine ends it as ${expected}, the journal says ${execution.status}`]
        : []),
    ]
    const { status: result, message } = execution
    const checked = over && !outside ? { expected } : {}
    return [...events, eventOf(this.#subject, 'end', { result, message, ...checked, divergences })]
  }

  /** A cancellation that came when the last step ended leaves an end that the steps alone do not tell. */
  #expected(): string | undefined {
    const status = this.#flow.result()?.status
    return status !== undefined && this.#subject.execution.status === 'CANCELLED' ? 'CANCELLED' : status
  }

  /** Gives one report to the machine, and says what came of it. */
  #apply(report: JournalReport): ReplayEvent {
    const { n, step, event } = report
    const action = this.#open.get(step.key)!
    const divergences = disagreements(action, report)
    const view = this.#flow.variables(step.key)
    const about = { n, step: stepOf(step), reused: this.#isReused(n), divergences }
    if (event.kind === 'expanded') {
      if (!isIterator(action.visit.component) || action.kind === 'conclude')
        return eventOf(this.#subject, 'expanded', about)
      const iterations = event.iterations.map((updates) => flowUpdates(this.#variables, updates))
      const next = this.#answer({ kind: 'expanded', key: step.key, iterations })
      return eventOf(this.#subject, 'expanded', { ...about, iterations: event.iterations, next })
    }
    const { updates = [], ...outcome } = event.outcome
    const changes = changesOf(this.#variables, updates, (name) => view.get(name))
    const given: Outcome = { ...outcome, updates: flowUpdates(this.#variables, updates) }
    const next = this.#answer({ kind: 'finished', key: step.key, outcome: given })
    const { component } = action.visit
    const links = this.#wrapped.has(component.name)
      ? undefined
      : this.#links.ended(component, given, this.#cancelled)
    const { result, message } = outcome
    return eventOf(this.#subject, 'finished', { ...about, result, message, changes, links, next })
  }

  #answer(event: FlowEvent): ReplayedAction[] {
    this.#open.delete(event.key)
    return this.#take(this.#flow.apply(event))
  }

  #take(actions: readonly FlowAction[]): ReplayedAction[] {
    for (const action of actions) this.#open.set(action.visit.key, action)
    return actions.map(shownAction)
  }

  /**
   * Reports that were taken over are given as soon as the flow asks for them; these may make it ask for more.
   */
  #giveDeferred(): ReplayEvent[] {
    const events: ReplayEvent[] = []
    if (this.#deferred.size === 0) return events
    for (const [key, { kind }] of this.#open) {
      const reports = this.#deferred.get(key)
      if (reports === undefined) continue
      if (kind === 'wait') {
        events.push(this.#endPause(key))
        continue
      }
      events.push(this.#apply(reports.shift()!))
      if (reports.length === 0) this.#deferred.delete(key)
    }
    return events
  }

  /** A journal holds no pauses: that the next attempt began says that the pause before it was over. */
  #endPause(key: string): ReplayEvent {
    return eventOf(this.#subject, 'waited', { key, next: this.#answer({ kind: 'waited', key }) })
  }

  /** Ends the pauses behind which a step began. */
  #passPauses(): ReplayEvent[] {
    const passed = [...this.#open].filter(([key, { kind }]) => kind === 'wait' && this.#steps.has(key))
    return passed.map(([key]) => this.#endPause(key))
  }

  /**
   * From here on nothing starts. A visit that had not begun leaves no step: the runner tells its flow
   * CANCELLED.
   */
  #cancel(): ReplayEvent[] {
    if (this.#cancelled) return []
    const events = this.#passPauses()
    this.#cancelled = true
    this.#flow.cancel()
    for (const [key, { kind }] of this.#open) {
      if (this.#steps.has(key)) continue
      const outcome: Outcome = { result: 'CANCELLED' }
      const next = this.#answer(
        kind === 'wait' ? { kind: 'waited', key } : { kind: 'finished', key, outcome },
      )
      events.push(eventOf(this.#subject, 'overtaken', { key, next }))
    }
    return events
  }

  /** What is said of visits that the flow asked for and that have not ended. */
  #notes(): ReplayEvent[] {
    const over = isOver(this.#subject.execution)
    return [...this.#open].flatMap(([key, action]) => {
      const step = this.#steps.get(key)
      if (step === undefined && over) return []
      const waiting = action.kind === 'wait' ? `waits for ${action.delayMs} ms` : 'is about to run'
      const message =
        step === undefined ? waiting : over ? 'had begun when the execution was ended' : 'is running'
      return [eventOf(this.#subject, 'note', { key, message, step: step && stepOf(step) })]
    })
  }

  #neverStarted(): string[] {
    const keys = [...this.#open.keys()].filter((key) => !this.#steps.has(key))
    return named(keys, (key) => `The engine would run "${key}", but the journal has no such step`)
  }

  #neverLedTo(): string[] {
    const begun = [...this.#steps.values()].filter(({ finished }) => finished === undefined)
    const odd = begun.filter(({ key }) => !this.#open.has(key)).map(({ key }) => key)
    return [
      ...named(odd, (key) => `"${key}" began, but nothing that happened before had led to it`),
      ...named(
        [...this.#deferred.keys()],
        (key) => `"${key}" was kept from an earlier execution, but the flow never reached it`,
      ),
    ]
  }

  #isReused(n: number): boolean {
    return n <= (this.#subject.execution.reusedReports ?? 0)
  }
}

function named(keys: readonly string[], say: (key: string) => string): string[] {
  const more = keys.length - MAX_NAMED
  return [...keys.slice(0, MAX_NAMED).map(say), ...(more > 0 ? [`and ${more} more of this kind`] : [])]
}

const shownAction = (action: FlowAction): ReplayedAction => {
  const { kind, visit } = action
  const { key, component } = visit
  const about = { kind, key, name: component.name, type: component.type }
  if (action.kind === 'wait') return { ...about, delayMs: action.delayMs }
  return action.kind === 'conclude' ? { ...about, result: action.outcome.result } : about
}

/** How a report differs from what the machine asked for. */
function disagreements(action: FlowAction, { step, event }: JournalReport): string[] {
  const { component, attempt, iteration } = action.visit
  const faults: string[] = []
  const differs = (what: string, machine: unknown, journal: unknown) => {
    if (machine !== journal)
      faults.push(`The ${what} of "${step.key}" is ${machine}, the journal says ${journal}`)
  }
  differs('component', component.name, step.name)
  differs('type', component.type, step.type)
  differs('attempt', attempt, step.attempt)
  differs('iteration', iteration, step.iteration)
  if (event.kind === 'expanded') {
    if (!isIterator(component))
      faults.push(`"${step.key}" is not an iterator, but the journal has values of one`)
    if (action.kind === 'conclude')
      faults.push(`"${step.key}" should not have run, but the journal has its values`)
    return faults
  }
  // Post-processing that fails makes any step FAILED.
  const mayFail = component.postProcessing !== undefined && event.outcome.result === 'FAILED'
  if (action.kind === 'conclude' && !mayFail) differs('result', action.outcome.result, event.outcome.result)
  return faults
}

/** The limit of the runner at that time is not recorded, but an iterator that was above it names it. */
function maxIterations(steps: readonly JournalStep[]): number {
  const limits = steps.flatMap(({ iterations, finished }) =>
    iterations === undefined ? [] : [iterationLimitIn(finished?.outcome.message ?? '')],
  )
  return Math.min(...limits.filter((limit) => limit !== undefined), Number.MAX_SAFE_INTEGER)
}
