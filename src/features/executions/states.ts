export type ExecutionState =
  | 'QUEUED'
  | 'RUNNING'
  | 'CANCELLING'
  | 'SUCCESS'
  | 'FAILED'
  | 'CANCELLED'
  | 'SKIPPED'

/** The whole life of an execution. What is not listed cannot happen. */
export const executionLife = {
  title: 'Pipeline execution (`status`)',
  next: {
    QUEUED: ['RUNNING', 'CANCELLED'],
    RUNNING: ['SUCCESS', 'FAILED', 'CANCELLING', 'CANCELLED', 'QUEUED'], // back to QUEUED when its runner is lost
    CANCELLING: ['CANCELLED', 'SUCCESS', 'FAILED'], // what ended before the request arrived keeps its end
    SUCCESS: [],
    FAILED: [],
    CANCELLED: [],
    SKIPPED: [],
  },
} as const satisfies { title: string; next: Record<ExecutionState, readonly ExecutionState[]> }

/** A state that an execution never leaves. */
export const isTerminal = (state: ExecutionState): boolean => executionLife.next[state].length === 0

export const liveStates = (Object.keys(executionLife.next) as ExecutionState[]).filter(
  (state) => !isTerminal(state),
)
