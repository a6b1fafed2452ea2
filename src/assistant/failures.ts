import type { Client } from '../client/client.ts'
import { findExecution } from '../client/lookup.ts'
import type { Execution, Step } from '../client/resources.ts'
import { readStepDetails } from '../client/step-details.ts'
import { executionFacts, stepDetails } from './executions.ts'
import { lastLines } from './log-lines.ts'
import { type Call, defineTool, executionInput, inputOf, MAX_PAGE_SIZE, type Tool } from './tool.ts'

const MAX_FAILED_STEPS = 3
/** Failed steps beyond these are only named; where there are so many, no more are looked for. */
const MAX_NAMED_STEPS = 20
const MAX_FOUND_STEPS = MAX_FAILED_STEPS + MAX_NAMED_STEPS
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
        .slice(0, MAX_NAMED_STEPS),
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
    for await (const step of failedStepsOf(client, { projectId, pipelineExecutionId: id })) {
      if (step.childPipeline === undefined) failed.push({ pipeline: name, step })
      else {
        callers.push({ pipeline: name, step })
        waiting.push(step.childPipeline)
      }
      if (failed.length === MAX_FOUND_STEPS) return { failed, isWhole: true }
    }
  }
  // A called pipeline may fail without a step that failed, as when its runner was lost.
  return { failed: failed.length > 0 ? failed : callers, isWhole: waiting.length <= MAX_EXECUTIONS }
}

/** One page after the other, as long as they are asked for: there may be a hundred thousand steps. */
async function* failedStepsOf(
  client: Client,
  path: { readonly projectId: string; readonly pipelineExecutionId: string },
): AsyncGenerator<Step> {
  for (let page = 0, read = 0; ; page++) {
    const { results, total } = await client.get(
      '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps',
      { path, query: { page, size: MAX_PAGE_SIZE } },
    )
    yield* results.filter(({ result }) => result === 'FAILED')
    read += results.length
    if (results.length === 0 || read >= total) return
  }
}

export const failureTools: readonly Tool[] = [explainFailure]
