import type { ReplayEvent } from './events.ts'
import type { JournalExecution, JournalStep } from './journal.ts'
import type { JournalReport } from './reports.ts'

/** Replays one execution, report after report. Each call answers what happened. */
export interface Replayer {
  begin(): readonly ReplayEvent[]
  report(report: JournalReport): readonly ReplayEvent[]
  end(): readonly ReplayEvent[]
}

/** What is to be replayed: an execution with its own steps. */
export interface ReplaySubject {
  readonly execution: JournalExecution
  readonly steps: readonly JournalStep[]
  readonly depth: number
}

export const eventOf = (
  { execution, depth }: ReplaySubject,
  kind: ReplayEvent['kind'],
  more: Partial<ReplayEvent> = {},
): ReplayEvent => ({
  kind,
  execution: execution.id,
  pipelineName: execution.pipelineName,
  depth,
  divergences: [],
  ...more,
})

export const stepOf = ({
  iterations: _,
  finished: __,
  expandedN: ___,
  execution: ____,
  ...step
}: JournalStep): ReplayEvent['step'] => step
