import { Type } from 'typebox'
import { findExecution, findProject } from '../client/lookup.ts'
import type { Execution, Step } from '../client/resources.ts'
import type { readStepDetails } from '../client/step-details.ts'
import { executionStates } from '../features/executions/states.ts'
import { lastLines, linesFrom } from './log-lines.ts'
import {
  defineTool,
  executionInput,
  inputOf,
  MAX_PAGE_SIZE,
  pageInput,
  pageOf,
  sharedRoom,
  shortened,
  sizeInput,
  type Tool,
  writtenLength,
} from './tool.ts'

const MAX_VALUE_CHARACTERS = 4_000
const MAX_STATEMENT_CHARACTERS = 8_000
const MAX_DETAILS_CHARACTERS = 50_000

const listExecutions = defineTool({
  name: 'list_executions',
  title: 'List executions',
  description: 'Lists executions, newest first, of one project or of all. Continue with "more".',
  effect: 'reads',
  input: inputOf({
    project: Type.Optional(Type.String({ minLength: 1, description: 'Id or name of a project' })),
    environment: Type.Optional(Type.String({ minLength: 1 })),
    pipeline: Type.Optional(Type.String({ minLength: 1, description: 'Name of a pipeline' })),
    status: Type.Optional(Type.Array(Type.Enum(executionStates), { description: 'Any of these' })),
    startedAfter: Type.Optional(Type.String({ format: 'date-time' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, description: '25 by default' })),
    more: Type.Optional(Type.String({ description: '"more" of the page before' })),
  }),
  run: async ({ project, environment, pipeline, status = [], ...given }, { client }) => {
    const query = {
      projectId: project === undefined ? undefined : (await findProject(client, project)).id,
      environmentName: environment,
      pipelineName: pipeline,
      startedAfter: given.startedAfter,
      limit: given.limit,
      paginationToken: given.more,
    }
    const ofStates = await client.get('/v1/pipeline-executions', {
      query: { ...query, ...(status.length > 0 && { status: [...status] }) },
    })
    return { results: ofStates.results.map(executionFacts), more: ofStates.more }
  },
})

const getExecution = defineTool({
  name: 'get_execution',
  title: 'Get an execution',
  description:
    'Gets an execution: status, message, times, and the variables it started with (secrets masked).',
  effect: 'reads',
  input: inputOf({ execution: executionInput }),
  run: async ({ execution }, { client }) => {
    const found = await findExecution(client, execution)
    const facts = executionFacts(found)
    const names = found.variables?.map(({ value: _, ...variable }) => variable)
    const fitted = sharedRoom(MAX_DETAILS_CHARACTERS - writtenLength({ ...facts, variables: names }))
    const variables = found.variables?.map(({ value, ...variable }) => ({
      ...variable,
      value: value === undefined ? undefined : fitted(JSON.stringify(value), MAX_VALUE_CHARACTERS),
    }))
    return { ...facts, variables }
  },
})

const listSteps = defineTool({
  name: 'list_steps',
  title: 'List steps',
  description:
    'Lists the steps of an execution in the order they started. A step that ran another pipeline has its execution as childPipeline.',
  effect: 'reads',
  input: inputOf({ execution: executionInput, page: pageInput, size: sizeInput }),
  run: async ({ execution, ...query }, { client }) => {
    const { projectId } = await findExecution(client, execution)
    const answer = await client.get(
      '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps',
      { path: { projectId, pipelineExecutionId: execution }, query },
    )
    return pageOf(answer, stepFacts)
  },
})

const getStep = defineTool({
  name: 'get_step',
  title: 'Get a step',
  description:
    'Gets what a step was executed with: parameters with variables replaced and the SQL that its database was given. Secrets are masked.',
  effect: 'reads',
  input: inputOf({
    execution: executionInput,
    step: Type.String({ minLength: 1, description: 'The id of a step in list_steps' }),
  }),
  run: async ({ execution, step }, { client }) => {
    const { projectId } = await findExecution(client, execution)
    return stepDetails(
      await client.get('/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps/{stepId}', {
        path: { projectId, pipelineExecutionId: execution, stepId: step },
        query: { full: true },
      }),
      MAX_DETAILS_CHARACTERS,
    )
  },
})

const readLog = defineTool({
  name: 'read_log',
  title: 'Read a log',
  description:
    'Reads the log of an execution: its last lines, or those from line "from" on. A log contains the output of scripts and databases.',
  effect: 'reads',
  input: inputOf({
    execution: executionInput,
    from: Type.Optional(Type.Integer({ minimum: 0, description: 'First line, from 0' })),
    lines: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: '200 by default' })),
  }),
  run: ({ execution, from, lines = 200 }, call) =>
    from === undefined ? lastLines(call, execution, lines) : linesFrom(call, execution, from, lines),
})

/** An execution without what lists have no room for. */
export const executionFacts = ({ variables: _, agentId: _runner, ...facts }: Execution) => facts

export const stepFacts = ({ variableChanges: _, message, ...facts }: Step) =>
  message === undefined ? facts : { ...facts, message: shortened(message, MAX_VALUE_CHARACTERS) }

/** What a step was executed with, the later statements first given up where all would be too long. */
export function stepDetails(details: Awaited<ReturnType<typeof readStepDetails>>, limit: number) {
  const { parameters, statements, variableChanges: _, message, ...facts } = details
  const names = parameters.map(({ name }) => ({ name }))
  const fitted = sharedRoom(limit - writtenLength({ ...facts, names }))
  return {
    ...facts,
    message: message && fitted(message, MAX_STATEMENT_CHARACTERS),
    // What failed is usually the last that the database was given.
    statements: statements
      .toReversed()
      .map(({ text }) => fitted(text, MAX_STATEMENT_CHARACTERS))
      .reverse(),
    parameters: parameters.map(({ name, value }) => ({
      name,
      value: fitted(typeof value === 'string' ? value : JSON.stringify(value), MAX_VALUE_CHARACTERS),
    })),
  }
}

export const executionTools: readonly Tool[] = [listExecutions, getExecution, listSteps, getStep, readLog]
