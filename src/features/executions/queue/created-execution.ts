import type { Execution } from '../schema.ts'
import type { Beginning, QueuedExecution } from './enqueue-store.ts'

const pipelineTypes = { orchestration: 'ORCHESTRATION', transformation: 'TRANSFORMATION' } as const

/**
 * A new execution as reading it answers, composed of what its insert knows: creating one costs no other
 * query. What it starts with is not part of it: that is known when it has started.
 */
export function createdExecution(
  { tag, unpublished, ...execution }: QueuedExecution,
  { status, queuedAt, startedAt }: Beginning,
): Execution {
  return {
    pipelineExecutionId: execution.id,
    projectId: execution.projectId,
    environmentName: execution.environmentName,
    pipelineName: execution.pipelineName,
    pipelineType: pipelineTypes[execution.pipelineType],
    versionName: execution.versionName,
    status,
    trigger: execution.trigger,
    user: execution.startedBy,
    agentId: execution.runnerId,
    queuedAt,
    ...unpublished,
    ...(tag !== null && { executionTag: tag }),
    ...(startedAt !== null && { startedAt }),
  }
}
