import { findExecution } from '../client/lookup.ts'
import type { Execution, Step } from '../client/resources.ts'
import { readStepDetails } from '../client/step-details.ts'
import { executionFacts, stepDetails } from './executions.ts'
import { lastLines } from './log-lines.ts'
import { type Call, defineTool, executionInput, inputOf, type Tool } from './tool.ts'

const MAX_FAILED_STEPS = 3
const MAX_STEP_CHARACTERS = 12_000
const LOG_LINES = 60
/** Executions below one that are searched: an iterator may have called thousands. */
const MAX_EXECUTIONS = 50

/** A failed step with the pipeline that it belongs to. */
interface FailedStep {
  readonly pipeline: string
  readonly step: Step
}

const explainFailure = defineTool({
  name: 'explain_failure',
  title: 'Explain a failure',
  description:
    'Gathers why an execution failed: its message, the steps that failed (also in pipelines that it called) with the parameters and the SQL ' +
    'that were executed, secrets masked, and the end of the log. Read the pipeline as it ran next: read_pipeline with this execution.',
  effect: 'reads',
  input: inputOf({ execution: executionInput }),
  run: async ({ execution: id }, call) => {
    const execution = await findExecution(call.client, id)
    const { failed, isWhole } = await failedSteps(call, execution)
    const shown = await Promise.all(
      failed.slice(0, MAX_FAILED_STEPS).map(async ({ pipeline, step }) => {
        const details = await readStepDetails(call.client, execution.projectId, step)
        return { pipeline, ...stepDetails(details, MAX_STEP_CHARACTERS) }
      }),
    )
    const { lines } = await lastLines(call, id, LOG_LINES)
    return {
      execution: executionFacts(execution),
      failedSteps: shown,
      moreFailedSteps: failed
        .slice(MAX_FAILED_STEPS)
        .map(({ pipeline, step }) => ({
          pipeline,
          id: step.id,
          name: step.name,
        }))
        .slice(0, 20),
      ...(!isWhole && { note: `Only the first ${MAX_EXECUTIONS} pipelines that it called were searched.` }),
      log: lines.join('\n').slice(-12_000),
    }
  },
})

/**
 * The steps in which the failure began: those that failed by themselves, not because of a pipeline that they
 * called.
 */
async function failedSteps({ client }: Call, { projectId, ...root }: Execution) {
  const failed: FailedStep[] = []
  const callers: FailedStep[] = []
  const waiting = [{ id: root.pipelineExecutionId, name: root.pipelineName }]
  for (let at = 0; at < Math.min(waiting.length, MAX_EXECUTIONS); at++) {
    const { id, name } = waiting[at]!
    const steps = await client.all(
      '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps',
      { path: { projectId, pipelineExecutionId: id } },
    )
    for (const step of steps) {
      if (step.result !== 'FAILED') continue
      if (step.childPipeline === undefined) failed.push({ pipeline: name, step })
      else {
        callers.push({ pipeline: name, step })
        waiting.push(step.childPipeline)
      }
    }
  }
  // A called pipeline may fail without a step that failed, as when its runner was lost.
  return { failed: failed.length > 0 ? failed : callers, isWhole: waiting.length <= MAX_EXECUTIONS }
}

export const failureTools: readonly Tool[] = [explainFailure]
