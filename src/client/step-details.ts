import type { Client } from './client.ts'
import type { Step, StepDetails } from './resources.ts'

/** A step with everything that was kept of what it was executed with. */
export function readStepDetails(client: Client, projectId: string, step: Step): Promise<StepDetails> {
  // The id of a step is that of its execution and its position.
  const path = { projectId, pipelineExecutionId: step.id.slice(0, step.id.lastIndexOf('-')), stepId: step.id }
  return client.get('/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps/{stepId}', {
    path,
    query: { full: true },
  })
}
