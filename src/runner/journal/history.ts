import type { Flow, FlowAction, FlowEvent } from '../../pipeline/flow-events.ts'
import type { HistoryStep } from '../../protocol/messages.ts'

/** What the journal already knows of one execution. */
export interface ExecutionHistory {
  /** The step of a visit, finished or not. */
  step(key: string): HistoryStep | undefined
  /** Steps begun, in the order they began. */
  readonly steps: readonly HistoryStep[]
  /** Number of the next new step. */
  readonly nextSeq: number
}

/** Parts the journal of a tree by execution, so that each child continues with its own. */
export function historyByExecution(history: readonly HistoryStep[]): (execution: string) => ExecutionHistory {
  const groups = Map.groupBy(history, (step) => step.execution)
  return (execution) => {
    const steps = (groups.get(execution) ?? []).toSorted((a, b) => a.seq - b.seq)
    const byKey = new Map(steps.map((step) => [step.key, step]))
    return { step: (key) => byKey.get(key), steps, nextSeq: (steps.at(-1)?.seq ?? -1) + 1 }
  }
}

/** When its steps began and ended. */
export const instantsOf = (history: readonly HistoryStep[]): string[] =>
  history.flatMap(({ startedAt, finished }) => (finished?.at ? [startedAt, finished.at] : [startedAt]))

interface Recorded {
  readonly n: number
  readonly event: FlowEvent
}

function recorded(step: HistoryStep): Recorded[] {
  const { key, iterations, expandedN, finished } = step
  const events: Recorded[] = []
  if (iterations !== undefined && expandedN !== undefined) {
    events.push({ n: expandedN, event: { kind: 'expanded', key, iterations } })
  }
  if (finished !== undefined) {
    events.push({ n: finished.n, event: { kind: 'finished', key, outcome: finished.outcome } })
  }
  return events
}

/** Where a replay has brought a flow. */
export interface Replayed {
  /** What is still to be done. */
  readonly open: readonly FlowAction[]
  /**
   * What the journal knows of an action that the flow gives out from now on: an execution that runs another
   * again may have kept an iteration that comes after one that failed.
   */
  answer(action: FlowAction): FlowEvent | undefined
}

/**
 * Brings a new flow to where the journal left it: what finished is applied in its order without running
 * again, or as soon as the flow asks for it. A retry's pause that was over before the next attempt began is
 * not repeated; one that was in progress starts again. The values of an iterator that the flow ends without
 * running it, as another version may have run it, answer nothing: its end does.
 */
export function replay(flow: Flow, history: ExecutionHistory): Replayed {
  const open = new Map<string, FlowAction>()
  const pauses: FlowAction[] = []
  const later = new Map<string, FlowEvent[]>()

  function answer({ kind, visit: { key } }: FlowAction): FlowEvent | undefined {
    const events = later.get(key)
    if (events === undefined) return undefined
    if (kind === 'wait') return { kind: 'waited', key }
    if (kind === 'conclude' && events[0]?.kind === 'expanded') events.shift()
    const event = events.shift()
    if (events.length === 0) later.delete(key)
    return event
  }

  function add(actions: readonly FlowAction[]) {
    const all = [...actions]
    for (const action of all) {
      const known = answer(action)
      if (known !== undefined) all.push(...flow.apply(known))
      else if (action.kind === 'wait') pauses.push(action)
      else open.set(action.visit.key, action)
    }
  }

  /** A step that began before the flow offers it follows a pause that is over. */
  function passPause(key: string) {
    const at = pauses.findIndex((pause) => pause.visit.key === key)
    if (at === -1) return
    pauses.splice(at, 1)
    add(flow.apply({ kind: 'waited', key }))
  }

  add(flow.begin())
  const events = history.steps.flatMap(recorded).toSorted((a, b) => a.n - b.n)
  for (const { event } of events) {
    const { key } = event
    passPause(key)
    const action = open.get(key)
    if (action === undefined) {
      later.set(key, [...(later.get(key) ?? []), event])
    } else if (action.kind !== 'conclude' || event.kind !== 'expanded') {
      open.delete(key)
      add(flow.apply(event))
    }
  }
  for (const step of history.steps) {
    if (step.finished === undefined) passPause(step.key)
  }
  return { open: [...open.values(), ...pauses], answer }
}
