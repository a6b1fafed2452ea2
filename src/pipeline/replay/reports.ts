import type { JournalExecution, JournalOutcome, JournalStep, JournalUpdate } from './journal.ts'

/** A report of the journal: a step ended, or an iterator computed its values. */
export interface JournalReport {
  readonly n: number
  readonly step: JournalStep
  readonly event:
    | { readonly kind: 'finished'; readonly outcome: JournalOutcome }
    | { readonly kind: 'expanded'; readonly iterations: readonly (readonly JournalUpdate[])[] }
}

/** The reports of steps in the order in which they were written. */
export function reportsOf(steps: readonly JournalStep[]): JournalReport[] {
  const reports = steps.flatMap((step): JournalReport[] => {
    const { iterations, expandedN, finished } = step
    const expanded =
      iterations === undefined || expandedN === undefined
        ? []
        : [{ n: expandedN, step, event: { kind: 'expanded' as const, iterations } }]
    if (finished === undefined) return expanded
    return [...expanded, { n: finished.n, step, event: { kind: 'finished', outcome: finished.outcome } }]
  })
  return reports.sort((a, b) => a.n - b.n)
}

/** What cannot be in a journal whose reports were numbered by one runner after another. */
export function numberFaults(steps: readonly JournalStep[]): string[] {
  const seqs = steps.map(({ seq }) => seq).sort((a, b) => a - b)
  const gap = seqs.findIndex((seq, at) => seq !== at)
  const numbers = reportsOf(steps).map(({ n }) => n)
  const twice = numbers.find((n, at) => n === numbers[at - 1])
  return [
    ...(gap === -1 ? [] : [`Step ${gap} is missing or occurs twice: steps are numbered without gaps`]),
    ...(twice === undefined ? [] : [`Report ${twice} occurs twice`]),
  ]
}

const liveStatuses: ReadonlySet<string> = new Set(['QUEUED', 'RUNNING', 'CANCELLING'])

/** Whether nothing more happens to an execution. */
export const isOver = ({ status }: JournalExecution): boolean => !liveStatuses.has(status)

/**
 * Whether the runner or the server ended an execution instead of its flow: a runner was lost, a cancellation
 * did not wait for what ran, or an internal error. Then nothing follows from its steps.
 */
export function endedFromOutside(execution: JournalExecution, steps: readonly JournalStep[]): boolean {
  if (!isOver(execution)) return false
  return isInternalError(execution) || steps.some(({ finished }) => finished === undefined)
}

export const isInternalError = ({ status, message = '' }: JournalExecution): boolean =>
  status === 'FAILED' && /^Internal (error|fault):/.test(message)
