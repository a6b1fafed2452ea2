import { callerOf } from '../../http/bearer.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ProjectPath } from '../projects/schema.ts'
import { PipelineDetails, PipelineDetailsQuery, PipelinePage, PipelinesQuery } from './schema.ts'
import type { Pipelines } from './service.ts'

const area = 'Pipelines'
const all = '/v1/projects/:projectId/pipelines'

export function pipelineRoutes(app: Server, pipelines: Pipelines): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listPipelines',
          area,
          summary: 'List the pipelines of a commit or of a published version, by name',
          description: 'Give either ref, or environmentName with or without versionName.',
          answers: { 200: PipelinePage },
          problems: [403, 404, 409, 413],
        }),
        params: ProjectPath,
        querystring: PipelinesQuery,
      },
    },
    (request) =>
      pipelines.list(callerOf(request), request.params.projectId, request.query, pageRequest(request.query)),
  )

  app.get(
    `${all}/details`,
    {
      schema: {
        ...operation({
          id: 'getPipelineDetails',
          area,
          summary: 'Get a pipeline: its components, links, variables, notes and problems',
          description:
            'Give either ref, or environmentName with or without versionName. ' +
            'A file that cannot be read has no components; `faults` says why.',
          answers: { 200: PipelineDetails },
          problems: [403, 404, 409, 413],
        }),
        params: ProjectPath,
        querystring: PipelineDetailsQuery,
      },
    },
    (request) => pipelines.details(callerOf(request), request.params.projectId, request.query),
  )
}
