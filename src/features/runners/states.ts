/**
 * The state machine of a runner, as `agentStatus` shows it. No statement writes it: `runnerStatus` derives it
 * from facts, and a test walks through everything that can happen to a runner and finds these transitions, no
 * more and no fewer.
 */
export const runnerLife = {
  title: 'Runner (`agentStatus`)',
  next: {
    pending: ['running', 'paused'],
    running: ['pausing', 'paused', 'stopping', 'stopped', 'unknown'],
    unknown: ['running', 'pausing', 'paused'],
    stopping: ['running', 'pausing', 'paused', 'stopped', 'unknown'], // another process may connect as this runner
    stopped: ['running', 'paused'],
    pausing: ['paused', 'running', 'stopping', 'stopped', 'unknown'],
    paused: ['running', 'stopping', 'stopped', 'unknown'],
  },
} as const

export type RunnerState = keyof typeof runnerLife.next

export const runnerStates = Object.keys(runnerLife.next) as RunnerState[]
