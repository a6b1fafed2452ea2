/**
 * The state machine of an execution. It is enforced: the trigger `execution_life` refuses every change that
 * is not listed in `next`, and the lists of states in schemas, queries, the command line and the interface
 * come from here.
 */
export const executionLife = {
  title: 'Pipeline execution (`status`)',
  next: {
    QUEUED: ['RUNNING', 'CANCELLED'],
    RUNNING: ['SUCCESS', 'FAILED', 'CANCELLING', 'CANCELLED', 'QUEUED'], // requeued when its runner is lost
    SUCCESS: [],
    FAILED: [],
    CANCELLING: ['CANCELLED', 'SUCCESS', 'FAILED'], // it may end before the runner receives the request
    CANCELLED: [],
    SKIPPED: [],
  },
} as const

export type ExecutionState = keyof typeof executionLife.next

export const executionStates = Object.keys(executionLife.next) as readonly ExecutionState[]

/** Whether an execution never leaves this state. */
export const isTerminal = (state: ExecutionState): boolean => executionLife.next[state].length === 0

/** States in which something may still happen. */
export const liveStates = executionStates.filter((state) => !isTerminal(state))

export const endedStates = executionStates.filter(isTerminal)

/** States in which a session holds the execution, and its runner works on it. */
export const heldStates = ['RUNNING', 'CANCELLING'] as const satisfies readonly ExecutionState[]
