import { client } from '../../api/client.ts'
import type { Execution } from './shapes.ts'

/** Reruns an execution with its version and values, and returns the id of the new one. Throws the API's problem. */
export async function rerunOne(
  { projectId, pipelineExecutionId }: Execution,
  from: 'START' | 'FAILED_STEP',
): Promise<string> {
  const { data, error } = await client.POST(
    '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/reruns',
    { params: { path: { projectId, pipelineExecutionId } }, body: { from } },
  )
  if (error !== undefined) throw error
  return data.pipelineExecutionId
}
