import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { findExecution, findProject } from '../client/lookup.ts'
import type { Execution } from '../client/resources.ts'
import { withNameHint } from '../client/suggestions.ts'
import { isTerminal } from '../features/executions/states.ts'
import { executionFacts } from './executions.ts'
import { assertMayRunIn } from './grants.ts'
import {
  type Call,
  defineTool,
  environmentInput,
  executionInput,
  inputOf,
  projectInput,
  refInput,
  type Tool,
} from './tool.ts'

/** Clients give a call up after a minute unless they are told otherwise. */
const MAX_WAIT_SECONDS = 50
const FIRST_POLL_MS = 200
const MAX_POLL_MS = 2_000

const waitInput = Type.Optional(
  Type.Integer({ minimum: 0, maximum: MAX_WAIT_SECONDS, description: 'How long to wait for its end' }),
)

const runPipeline = defineTool({
  name: 'run_pipeline',
  title: 'Run a pipeline',
  description:
    'Runs a pipeline in an environment: of a branch, tag or commit (ref), or of a published version, the newest by default. It does what the ' +
    'pipeline says, to real data. Production environments need the permission of the user.',
  effect: 'acts',
  input: inputOf({
    project: projectInput,
    environment: environmentInput,
    pipeline: Type.String({ minLength: 1, maxLength: 1000, description: 'Name of the pipeline' }),
    ref: Type.Optional(refInput('Branch, tag or commit to run instead of a published version')),
    version: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    scalarVariables: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
        description: 'Values of variables by name',
      }),
    ),
    gridVariables: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.Array(Type.String())), {
        description: 'Rows of cells by the name of the variable',
      }),
    ),
    waitSeconds: waitInput,
  }),
  run: async ({ project, environment, pipeline, version, waitSeconds = 0, ...more }, call) => {
    const { id: projectId } = await findProject(call.client, project)
    await assertMayRunIn(call, projectId, environment)
    const json = { pipelineName: pipeline, environmentName: environment, versionName: version, ...more }
    const { pipelineExecutionId } = await withNameHint(call.client, { projectId, ...json }, () =>
      call.client.post('/v1/projects/{projectId}/pipeline-executions', {
        path: { projectId },
        json,
      }),
    )
    return endOf(call, pipelineExecutionId, waitSeconds)
  },
})

const rerunExecution = defineTool({
  name: 'rerun_execution',
  title: 'Rerun an execution',
  description:
    'Runs an execution again with its version and variables: from its start, or from what failed, keeping what succeeded.',
  effect: 'acts',
  input: inputOf({
    execution: executionInput,
    from: Type.Enum(['START', 'FAILED_STEP']),
    waitSeconds: waitInput,
  }),
  run: async ({ execution, from, waitSeconds = 0 }, call) => {
    const { projectId, environmentName } = await findExecution(call.client, execution)
    await assertMayRunIn(call, projectId, environmentName)
    const { pipelineExecutionId } = await call.client.post(
      '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/reruns',
      {
        path: { projectId, pipelineExecutionId: execution },
        json: { from },
      },
    )
    return endOf(call, pipelineExecutionId, waitSeconds)
  },
})

const waitForExecution = defineTool({
  name: 'wait_for_execution',
  title: 'Wait for an execution',
  description: `Waits until an execution has ended, at most ${MAX_WAIT_SECONDS} seconds; call it again if it has not.`,
  effect: 'reads',
  input: inputOf({ execution: executionInput, waitSeconds: waitInput }),
  run: ({ execution, waitSeconds = MAX_WAIT_SECONDS }, call) => endOf(call, execution, waitSeconds),
})

const cancelExecution = defineTool({
  name: 'cancel_execution',
  title: 'Cancel an execution',
  description: 'Cancels an execution. In production environments that needs the permission of the user.',
  effect: 'acts',
  input: inputOf({ execution: executionInput }),
  run: async ({ execution }, call) => {
    const { projectId, environmentName } = await findExecution(call.client, execution)
    await assertMayRunIn(call, projectId, environmentName)
    const cancelled = await call.client.patch('/v1/pipeline-executions/{pipelineExecutionId}', {
      path: { pipelineExecutionId: execution },
      json: { status: 'CANCELLED' },
    })
    return executionFacts(cancelled)
  },
})

/** An execution when it has ended, or as it is after that time. */
async function endOf(call: Call, id: string, waitSeconds: number) {
  const until = performance.now() + waitSeconds * 1_000
  for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 2, MAX_POLL_MS)) {
    const execution = await findExecution(call.client, id)
    const left = until - performance.now()
    if (isTerminal(execution.status)) return { ended: true, ...executionFacts(execution), ...next(execution) }
    if (left <= 0) return { ended: false, ...executionFacts(execution), next: 'wait_for_execution' }
    await call.progress(`${execution.pipelineName} is ${execution.status}`)
    await sleep(Math.min(pause, left), undefined, { signal: call.signal })
  }
}

const next = ({ status }: Execution) => (status === 'FAILED' ? { next: 'explain_failure' } : {})

export const waitTools: readonly Tool[] = [waitForExecution]
export const runTools: readonly Tool[] = [runPipeline, rerunExecution, cancelExecution]
