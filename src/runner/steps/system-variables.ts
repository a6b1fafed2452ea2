import type { SystemVariables } from '../../pipeline/expressions/expressions.ts'
import type { PipelineRun, RunContext } from '../run-context.ts'

/** What expressions of all steps of a run see as `sysvar`. */
export const systemVariablesOf = (
  context: Pick<RunContext, 'systemVariables'>,
  { pipeline, execution }: PipelineRun,
): SystemVariables => ({
  ...context.systemVariables,
  thisPipeline: { fullName: pipeline.name, executionId: execution },
})
