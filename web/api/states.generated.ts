// Generated from src/features/executions/states.ts by npm run generate.
export const executionStates = [
  'QUEUED',
  'RUNNING',
  'SUCCESS',
  'FAILED',
  'CANCELLING',
  'CANCELLED',
  'SKIPPED',
] as const

/** States in which something may still happen. */
export const liveStates = [
  'QUEUED',
  'RUNNING',
  'CANCELLING',
] as const
