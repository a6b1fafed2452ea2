import type { ExecutionStatus } from '../../../features/executions/schema.ts'

/** Whether an execution never leaves this status. */
export const isFinal = (status: ExecutionStatus): boolean =>
  status === 'SUCCESS' || status === 'FAILED' || status === 'CANCELLED' || status === 'SKIPPED'
