import { callerOf } from '../../../http/bearer.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { ProjectPath } from '../../projects/schema.ts'
import { PipelineCalls, PipelineCallsQuery } from './schema.ts'
import type { Calls } from './service.ts'

export function callRoutes(app: Server, calls: Calls): void {
  app.get(
    '/v1/projects/:projectId/pipelines/calls',
    {
      schema: {
        ...operation({
          id: 'getPipelineCalls',
          area: 'Pipelines',
          summary: 'List the pipelines that run a pipeline, and those that it runs',
          description:
            'Give one of ref, draft, pipelineExecutionId, and environmentName with or without versionName.',
          answers: { 200: PipelineCalls },
          problems: [403, 404, 409, 413],
        }),
        params: ProjectPath,
        querystring: PipelineCallsQuery,
      },
    },
    (request) => calls.get(callerOf(request), request.params.projectId, request.query),
  )
}
