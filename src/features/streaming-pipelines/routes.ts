import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ProjectPath } from '../projects/schema.ts'
import { NewStreamingPipeline, StreamingPipelinePage } from './schema.ts'
import type { StreamingPipelines } from './service.ts'

const area = 'Streaming Pipelines'
const all = '/v1/projects/:projectId/streaming-pipelines'

export function streamingPipelineRoutes(app: Server, streamingPipelines: StreamingPipelines): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listStreamingPipelines',
          area,
          summary: 'List the streaming pipelines of a project: there are none',
          answers: { 200: StreamingPipelinePage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: PageQuery,
      },
    },
    (request) =>
      streamingPipelines.list(callerOf(request), request.params.projectId, pageRequest(request.query)),
  )

  app.post(
    all,
    {
      config: { needs: { project: 'project:write' } },
      schema: {
        ...operation({
          id: 'createStreamingPipeline',
          area,
          summary: 'Create a streaming pipeline: not available yet, it answers 501',
          answers: { 201: Type.Object({ streamingPipelineId: Type.String({ format: 'uuid' }) }) },
          problems: [403, 404, 413, 415, 501],
        }),
        params: ProjectPath,
        body: NewStreamingPipeline,
      },
    },
    (request) => streamingPipelines.create(callerOf(request), request.params.projectId),
  )
}
