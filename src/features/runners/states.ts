/** The life of a runner as `agentStatus` tells it. It is worked out from facts and never stored (`rules.ts`). */
export const runnerLife = {
  title: 'Runner (`agentStatus`)',
  next: {
    pending: ['running'],
    running: ['pausing', 'paused', 'stopping', 'stopped', 'unknown'],
    pausing: ['paused', 'running', 'stopping', 'stopped', 'unknown'],
    paused: ['running', 'stopping', 'stopped', 'unknown'],
    stopping: ['stopped', 'unknown'],
    stopped: ['running', 'paused'],
    unknown: ['running', 'pausing', 'paused', 'stopping', 'stopped'],
  },
} as const
