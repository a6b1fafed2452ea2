import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { absentWhenEmpty } from '../../http/absent.ts'
import { callerOf } from '../../http/bearer.ts'
import { below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ProjectPath } from '../projects/schema.ts'
import {
  NewTestExecution,
  TestExecution,
  type TestExecutionAddress,
  TestExecutionPage,
  TestExecutionPatch,
  TestExecutionPath,
  TestExecutionQuery,
} from './schema.ts'
import type { TestExecutions } from './service.ts'

const area = 'Test Execution'
const all = '/v1/projects/:projectId/test-executions'
const one = `${all}/:testExecutionId` as const
const report = {
  description: 'JUnit XML',
  content: { 'application/xml': { schema: Type.String() } },
}

// Over 60 lines: one declaration per route, each short.
export function testExecutionRoutes(app: Server, tests: TestExecutions): void {
  app.post(
    all,
    {
      preValidation: absentWhenEmpty(['versionName', 'ref', 'draft', 'agentId', 'executionTag']),
      config: { idempotency: 'by-id', needs: { project: 'executions:run', environment: 'environment:run' } },
      schema: {
        ...operation({
          id: 'createTestExecution',
          area,
          summary: 'Run tests of pipelines: of a published version, a branch, a commit or a draft',
          description:
            "The environment's runner carries out each test in a database of its own, which is dropped afterwards. What is " +
            'not published is tested only where the environment allows it, for callers who may publish.',
          answers: { 201: TestExecution },
          problems: [403, 404, 409, 410, 413, 415],
        }),
        params: ProjectPath,
        body: NewTestExecution,
      },
    },
    async (request, reply) => {
      const { params, body, reservedId } = request
      const created = await tests.create(callerOf(request), params.projectId, body, reservedId)
      return reply.code(201).header('location', below(request, created.testExecutionId)).send(created)
    },
  )

  app.get(
    all,
    {
      config: { needs: { project: 'executions:read' } },
      schema: {
        ...operation({
          id: 'listTestExecutions',
          area,
          summary: 'List test executions of a project, newest first',
          answers: { 200: TestExecutionPage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: TestExecutionQuery,
      },
    },
    (request) => {
      const { params, query } = request
      return tests.list(callerOf(request), params.projectId, query.environmentName, pageRequest(query))
    },
  )

  app.get(
    one,
    {
      config: { needs: { project: 'executions:read' } },
      schema: {
        ...operation({
          id: 'getTestExecution',
          area,
          summary:
            'Read a test execution: its totals, and each test with what was expected and what was there',
          answers: { 200: TestExecution },
          problems: [403, 404],
        }),
        params: TestExecutionPath,
      },
    },
    (request) => tests.get(callerOf(request), request.params),
  )

  app.patch(
    one,
    {
      config: {
        needs: (request: FastifyRequest) =>
          tests.admitToCancel(callerOf(request), request.params as TestExecutionAddress),
      },
      schema: {
        ...operation({
          id: 'updateTestExecution',
          area,
          summary: 'Cancel a test execution',
          answers: { 200: TestExecution },
          problems: [403, 404, 409, 413, 415],
        }),
        params: TestExecutionPath,
        body: TestExecutionPatch,
      },
    },
    (request) => tests.cancel(callerOf(request), request.params, request.body),
  )

  app.get(
    `${one}/report`,
    {
      config: { needs: { project: 'executions:read' } },
      schema: {
        ...operation({
          id: 'getTestExecutionReport',
          area,
          summary: 'Read the results of a test execution as JUnit XML',
          answers: { 200: report },
          problems: [403, 404, 409],
        }),
        params: TestExecutionPath,
      },
    },
    async (request, reply) => {
      const xml = await tests.report(callerOf(request), request.params)
      return reply.type('application/xml').send(xml)
    },
  )
}
