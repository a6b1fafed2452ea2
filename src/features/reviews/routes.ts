import { callerOf } from '../../http/bearer.ts'
import { operation } from '../../http/operation.ts'
import type { Server } from '../../http/server.ts'
import { ProjectPath } from '../projects/schema.ts'
import { NewReview, Review } from './schema.ts'
import type { Reviews } from './service.ts'

export function reviewRoutes(app: Server, reviews: Reviews): void {
  app.post(
    '/v1/projects/:projectId/reviews',
    {
      config: { changesNothing: true, needs: { project: 'repository:read' } },
      schema: {
        ...operation({
          id: 'reviewPipelines',
          area: 'Pipeline Quality Review',
          summary: 'Review the quality of the pipelines of a branch or a commit',
          description:
            'By the rules of that commit (.headrace/quality.yaml or .matillion/config/pipeline_quality_rules.yaml), or by the ' +
            'defaults where it has none. Nothing is kept.',
          answers: { 200: Review },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: NewReview,
      },
    },
    (request) => reviews.review(callerOf(request), request.params.projectId, request.body),
  )
}
