import type { Pipeline } from '../model.ts'
import type { ReplayEvent } from './events.ts'
import { createFlowReplay } from './flow-replay.ts'
import type { Journal, JournalExecution } from './journal.ts'
import { pipelineOfJournal } from './pipeline-flow.ts'
import { createPlainReplay } from './plain-replay.ts'
import type { Replayer } from './replayer.ts'
import { reportsOf } from './reports.ts'

/**
 * Steps through what an execution and its children did, in the order in which their reports were written: the
 * machine that runs pipelines is given what the journal says, and each event tells what that led to. An event
 * with divergences is one that the machine would not have come to.
 */
export function* replayJournal(journal: Journal): Generator<ReplayEvent> {
  const tree = new ReplayedTree(journal)
  const root = journal.executions[0]
  if (root === undefined) return
  yield* tree.begin(root.id)
  for (const report of reportsOf(journal.steps)) {
    const { step, event } = report
    yield* tree.begin(step.execution)
    if (event.kind === 'finished' && step.child !== undefined) yield* tree.end(step.child.execution)
    yield* tree.of(step.execution)?.report(report) ?? []
  }
  yield* tree.end(root.id)
}

/** The replays of an execution and its children, each made when it begins. */
class ReplayedTree {
  readonly #journal: Journal
  readonly #executions: ReadonlyMap<string, JournalExecution>
  readonly #steps: ReadonlyMap<string, Journal['steps']>
  /** Which execution ran another one. */
  readonly #parents: ReadonlyMap<string, string>
  readonly #pipelines = new Map<string, Pipeline | string>()
  readonly #replays = new Map<string, Replayer>()
  readonly #ended = new Set<string>()

  constructor(journal: Journal) {
    this.#journal = journal
    this.#executions = new Map(journal.executions.map((one) => [one.id, one]))
    this.#steps = Map.groupBy(journal.steps, ({ execution }) => execution)
    this.#parents = new Map(
      journal.steps.flatMap(({ child, execution }) =>
        child === undefined ? [] : [[child.execution, execution]],
      ),
    )
  }

  of(id: string): Replayer | undefined {
    return this.#replays.get(id)
  }

  /** Begins an execution once, behind those that it is inside of. */
  *begin(id: string): Generator<ReplayEvent> {
    const execution = this.#executions.get(id)
    if (execution === undefined || this.#replays.has(id)) return
    const parent = this.#parents.get(id)
    if (parent !== undefined) yield* this.begin(parent)
    const replay = this.#replayOf(execution)
    this.#replays.set(id, replay)
    yield* replay.begin()
  }

  /** Ends an execution once, and before it what it ran. */
  *end(id: string): Generator<ReplayEvent> {
    if (this.#ended.has(id)) return
    this.#ended.add(id)
    yield* this.begin(id)
    for (const { child } of this.#steps.get(id) ?? [])
      if (child !== undefined) yield* this.end(child.execution)
    yield* this.of(id)?.end() ?? []
  }

  #replayOf(execution: JournalExecution): Replayer {
    const steps = this.#steps.get(execution.id) ?? []
    const subject = { execution, steps, depth: this.#depthOf(execution.id) }
    if (execution.variables === undefined) return createPlainReplay(subject, 'It has not started')
    const pipeline = this.#pipelineOf(execution)
    if (typeof pipeline === 'string') return createPlainReplay(subject, pipeline)
    const isRun = pipeline.kind === 'orchestration' && !execution.startFaults?.length
    return isRun ? createFlowReplay(subject, pipeline) : createPlainReplay(subject)
  }

  #depthOf(id: string): number {
    const seen = new Set<string>()
    for (let at = this.#parents.get(id); at !== undefined && !seen.has(at); at = this.#parents.get(at))
      seen.add(at)
    return seen.size
  }

  /** The pipeline of an execution, or why there is none. */
  #pipelineOf({ pipelineName }: JournalExecution): Pipeline | string {
    const known = this.#pipelines.get(pipelineName)
    if (known !== undefined) return known
    const file = this.#journal.pipelines.find(({ name }) => name === pipelineName)
    const missing = file === undefined ? 'The journal does not contain its pipeline' : file.faults?.join('; ')
    const found = missing ?? pipelineOfJournal(file!)
    this.#pipelines.set(pipelineName, found)
    return found
  }
}
