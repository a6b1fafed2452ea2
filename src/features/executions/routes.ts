import { Readable } from 'node:stream'
import type { FastifyContextConfig, FastifyReply } from 'fastify'
import Type from 'typebox'
import { absentWhenEmpty } from '../../http/absent.ts'
import { callerOf, callerStill } from '../../http/bearer.ts'
import { disconnectedOrStopping } from '../../http/disconnected.ts'
import { addressOf, below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ProjectPath } from '../projects/schema.ts'
import { TraceContextHeaders } from './queue/schema.ts'
import {
  Cancellations,
  Execution,
  type ExecutionAddress,
  ExecutionList,
  ExecutionPatch,
  ExecutionPath,
  ExecutionQuery,
  ExecutionStatusAnswer,
  LogQuery,
  MAX_EXECUTION_BODY_BYTES,
  NewCancellations,
  NewExecution,
  NewRerun,
  ProjectExecutionPath,
  StepDetails,
  StepDetailsQuery,
  StepPage,
  StepPath,
} from './schema.ts'
import { secondExecution, secondStep, secondSteps } from './second-face.ts'
import type { ExecutionLogs, Executions } from './service.ts'

const area = 'Pipeline Execution'
const all = '/v1/pipeline-executions'
const one = `${all}/:pipelineExecutionId` as const
const inProject = '/v1/projects/:projectId/pipeline-executions'
const oneInProject = `${inProject}/:pipelineExecutionId` as const

// Over 60 lines: one declaration per route, each short.
export function executionRoutes(app: Server, executions: Executions, logs: ExecutionLogs): void {
  app.post(
    inProject,
    {
      bodyLimit: MAX_EXECUTION_BODY_BYTES,
      preValidation: absentWhenEmpty([
        'versionName',
        'ref',
        'draft',
        'fromComponentName',
        'onlyComponentName',
        'agentId',
        'executionTag',
      ]),
      config: { idempotency: 'by-id', needs: { project: 'executions:run', environment: 'environment:run' } },
      schema: {
        ...operation({
          id: 'createPipelineExecution',
          area,
          summary: 'Run a pipeline: of a published version, a branch, a commit or a draft',
          description:
            'What is not published runs only where the environment allows it, for callers who may publish; it reads what ' +
            'the branch or draft is at this moment, and keeps it.',
          answers: { 201: Execution },
          problems: [403, 404, 409, 410, 413, 415],
        }),
        params: ProjectPath,
        headers: TraceContextHeaders,
        body: NewExecution,
      },
    },
    async (request, reply) => {
      const { params, body, reservedId, headers } = request
      const created = await executions.create(callerOf(request), params.projectId, body, reservedId, headers)
      reply.code(201).header('location', below(request, created.pipelineExecutionId))
      return created
    },
  )

  cancelRoutes(app, executions)
  readRoutes(app, executions)
  rerunRoute(app, executions)
  projectRoutes(app, executions)
  oneInProjectRoutes(app, executions)
  journalRoute(app, executions)
  logRoute(app, logs)
}

/** The same below the project and without it: programs of both kinds exist (decisions.md §8). */
function cancelRoutes(app: Server, executions: Executions): void {
  const config: FastifyContextConfig = {
    needs: (request) => executions.admitToCancel(callerOf(request), request.params as ExecutionAddress),
    onSecondFace: secondExecution,
  }
  const described = {
    area,
    summary: 'Cancel a pipeline execution',
    answers: { 200: Execution },
    problems: [403, 404, 409, 413, 415],
  } as const
  const body = ExecutionPatch

  app.patch(
    one,
    {
      config,
      schema: { ...operation({ id: 'updatePipelineExecution', ...described }), params: ExecutionPath, body },
    },
    (request) => executions.cancel(callerOf(request), request.params, request.body),
  )

  app.patch(
    oneInProject,
    {
      config,
      schema: {
        ...operation({ id: 'updateProjectPipelineExecution', ...described }),
        params: ProjectExecutionPath,
        body,
      },
    },
    (request) => executions.cancel(callerOf(request), request.params, request.body),
  )
}

function readRoutes(app: Server, executions: Executions): void {
  app.get(
    all,
    {
      preValidation: async (request) => {
        request.query = withSplitStatus(request.query)
      },
      schema: {
        ...operation({
          id: 'listPipelineExecutions',
          area,
          summary: 'List pipeline executions, newest first',
          answers: { 200: ExecutionList },
          problems: [403, 404],
        }),
        querystring: ExecutionQuery,
      },
    },
    (request) => executions.list(callerOf(request), request.query),
  )

  app.get(
    one,
    {
      config: { onSecondFace: secondExecution },
      schema: {
        ...operation({
          id: 'getPipelineExecution',
          area,
          summary: 'Get a pipeline execution',
          answers: { 200: Execution },
          problems: [403, 404],
        }),
        params: ExecutionPath,
      },
    },
    (request) => executions.details(callerOf(request), request.params.pipelineExecutionId),
  )

  app.get(
    `${one}/status`,
    {
      schema: {
        ...operation({
          id: 'getPipelineExecutionStatus',
          area,
          summary: 'Get the status of a pipeline execution',
          answers: { 200: ExecutionStatusAnswer },
          problems: [403, 404],
        }),
        params: ExecutionPath,
      },
    },
    (request) => executions.status(callerOf(request), request.params.pipelineExecutionId),
  )
}

/** Some programs repeat the parameter, others put commas between its values. */
function withSplitStatus<Q extends { readonly status?: unknown }>(query: Q): Q {
  if (query.status === undefined) return query
  return { ...query, status: [query.status].flat().flatMap((some) => String(some).split(',')) }
}

function rerunRoute(app: Server, executions: Executions): void {
  app.post(
    `${oneInProject}/reruns`,
    {
      bodyLimit: MAX_EXECUTION_BODY_BYTES,
      preValidation: absentWhenEmpty(['versionName']),
      config: {
        idempotency: 'by-id',
        needs: (request) =>
          executions.admitToRerun(callerOf(request), request.params as Required<ExecutionAddress>),
      },
      schema: {
        ...operation({
          id: 'createPipelineExecutionRerun',
          area,
          summary: 'Rerun a pipeline execution, from its start or from its failed step',
          description:
            'From its start also in another version and with other values; they are checked like those of a new execution.',
          answers: { 201: Execution },
          problems: [403, 404, 409, 410, 413, 415],
        }),
        params: ProjectExecutionPath,
        body: NewRerun,
      },
    },
    async (request, reply) => {
      const { projectId, pipelineExecutionId } = request.params
      const { body: wanted, reservedId } = request
      const rerun = { projectId, id: pipelineExecutionId, wanted, reservedId }
      const created = await executions.rerun(callerOf(request), rerun)
      const location = addressOf(request).replace(/[^/]+\/reruns$/, created.pipelineExecutionId)
      return reply.code(201).header('location', location).send(created)
    },
  )
}

function projectRoutes(app: Server, executions: Executions): void {
  app.get(
    `${oneInProject}/steps`,
    {
      config: { onSecondFace: secondSteps },
      schema: {
        ...operation({
          id: 'listPipelineExecutionSteps',
          area,
          summary: 'List the steps of a pipeline execution, in the order they started',
          answers: { 200: StepPage },
          problems: [403, 404],
        }),
        params: ProjectExecutionPath,
        querystring: PageQuery,
      },
    },
    (request) => {
      const { projectId, pipelineExecutionId } = request.params
      return executions.steps(callerOf(request), projectId, pipelineExecutionId, pageRequest(request.query))
    },
  )

  app.get(
    `${oneInProject}/steps/:stepId`,
    {
      config: { onSecondFace: secondStep },
      schema: {
        ...operation({
          id: 'getPipelineExecutionStep',
          area,
          summary: 'Get a step of a pipeline execution with what it was executed with',
          answers: { 200: StepDetails },
          problems: [403, 404],
        }),
        params: StepPath,
        querystring: StepDetailsQuery,
      },
    },
    (request) => executions.step(callerOf(request), request.params, request.query.full),
  )

  app.post(
    `${inProject}/cancellations`,
    {
      config: { needs: { project: 'executions:cancel', environment: 'environment:run' } },
      schema: {
        ...operation({
          id: 'cancelPipelineExecutions',
          area,
          summary: 'Cancel the matching live executions of a project, up to a limit',
          answers: { 200: Cancellations },
          problems: [403, 404, 413, 415],
        }),
        params: ProjectPath,
        body: NewCancellations,
      },
    },
    (request) => executions.cancelMany(callerOf(request), request.params.projectId, request.body),
  )
}

function oneInProjectRoutes(app: Server, executions: Executions): void {
  app.get(
    oneInProject,
    {
      config: { onSecondFace: secondExecution },
      schema: {
        ...operation({
          id: 'getProjectPipelineExecution',
          area,
          summary: 'Get a pipeline execution of a project',
          answers: { 200: Execution },
          problems: [403, 404],
        }),
        params: ProjectExecutionPath,
      },
    },
    (request) =>
      executions.details(callerOf(request), request.params.pipelineExecutionId, request.params.projectId),
  )

  app.get(
    `${oneInProject}/status`,
    {
      schema: {
        ...operation({
          id: 'getProjectPipelineExecutionStatus',
          area,
          summary: 'Get the status of a pipeline execution of a project',
          answers: { 200: ExecutionStatusAnswer },
          problems: [403, 404],
        }),
        params: ProjectExecutionPath,
      },
    },
    (request) =>
      executions.status(callerOf(request), request.params.pipelineExecutionId, request.params.projectId),
  )
}

function journalRoute(app: Server, executions: Executions): void {
  app.get(
    `${oneInProject}/journal`,
    {
      schema: {
        ...operation({
          id: 'getPipelineExecutionJournal',
          area,
          summary:
            'The journal of a pipeline execution and its children: NDJSON, what `headrace replay` reads',
          answers: { 200: journalAnswer },
          problems: [403, 404],
        }),
        params: ProjectExecutionPath,
      },
    },
    async (request, reply) => {
      const { projectId, pipelineExecutionId } = request.params
      const lines = await executions.journal(callerOf(request), projectId, pipelineExecutionId)
      return stream(reply, 'application/x-ndjson', lines)
    },
  )
}

const journalAnswer = {
  description:
    'One JSON object a line, by `kind`: `journal` (the format), `pipeline` (its flow), `execution` ' +
    '(status and the variables it began with), `step` (key, result, values that it set). `n` numbers what was ' +
    'reported, in order. Secrets are masked as in steps; a value that was masked has `masked: true`',
  content: { 'application/x-ndjson': { schema: Type.String() } },
}

function logRoute(app: Server, logs: ExecutionLogs): void {
  app.get(
    `${one}/logs`,
    {
      config: {
        needs: (request) =>
          logs.open(callerOf(request), (request.params as ExecutionAddress).pipelineExecutionId),
      },
      schema: {
        ...operation({
          id: 'getPipelineExecutionLogs',
          area,
          summary: 'Get the log of a pipeline execution: NDJSON, or server-sent events with follow=true',
          answers: { 200: logAnswer },
          problems: [403, 404],
        }),
        params: ExecutionPath,
        querystring: LogQuery,
      },
    },
    async (request, reply) => {
      const { pipelineExecutionId: id } = request.params
      const log = await logs.open(callerOf(request), id)
      if (!request.query.follow) return stream(reply, 'application/x-ndjson', logs.read(log))
      const lines = logs.follow(() => callerStill(request), id, log, disconnectedOrStopping(reply))
      return stream(reply, 'text/event-stream', lines)
    },
  )
}

const logAnswer = {
  description: 'One JSON object per line: at, execution, seq, component, text',
  content: {
    'application/x-ndjson': { schema: Type.String() },
    'text/event-stream': { schema: Type.String() },
  },
}

function stream(reply: FastifyReply, type: string, chunks: AsyncIterable<string>) {
  return reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-store').send(Readable.from(chunks))
}
