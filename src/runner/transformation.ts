import type { FlowResult } from '../pipeline/flow-events.ts'
import type { PipelineRun, Tree } from './tree.ts'

/** Runs a transformation: one SQL statement for each sink (pipelines.md §5). */
export async function runTransformation(_tree: Tree, _run: PipelineRun): Promise<FlowResult> {
  return { status: 'FAILED', message: 'Transformations arrive with a later version' }
}
