import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../../http/bearer.ts'
import { disconnected } from '../../../http/disconnected.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { ProjectPath } from '../../projects/schema.ts'
import { TriggerPreview, TriggerPreviewRequest } from '../schema.ts'
import type { TriggerPreviews } from './service.ts'

const environmentOf = ({ body }: FastifyRequest): unknown =>
  (body as { environmentName?: unknown } | undefined)?.environmentName

export function previewRoutes(app: Server, preview: TriggerPreviews): void {
  app.post(
    '/v1/projects/:projectId/trigger-previews',
    {
      config: {
        changesNothing: true,
        needs: {
          project: 'executions:run',
          environment: 'environment:run',
          environmentName: environmentOf,
        },
      },
      schema: {
        ...operation({
          id: 'previewTrigger',
          area: 'Triggers',
          summary:
            'What a condition would find now, and which variables it would set; nothing is saved or started',
          answers: { 200: TriggerPreview },
          problems: [403, 404, 413, 415, 429],
        }),
        params: ProjectPath,
        body: TriggerPreviewRequest,
      },
    },
    (request, reply) =>
      preview(callerOf(request), request.params.projectId, request.body, disconnected(reply)),
  )
}
