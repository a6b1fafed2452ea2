import type { operations } from '../../../openapi/types.generated.ts'
import { client } from '../../api/client.ts'
import type { Execution } from './shapes.ts'

type Body = operations['createPipelineExecutionRerun']['requestBody']['content']['application/json']
/** Version and values in place of those of the execution. */
export type Replaced = Omit<Body, 'from'>

/** Reruns an execution and returns the id of the new one. Throws the API's problem. */
export async function rerunOne(
  { projectId, pipelineExecutionId }: Execution,
  from: Body['from'],
  replaced: Replaced = {},
): Promise<string> {
  const { data, error } = await client.POST(
    '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/reruns',
    { params: { path: { projectId, pipelineExecutionId } }, body: { from, ...replaced } },
  )
  if (error !== undefined) throw error
  return data.pipelineExecutionId
}
