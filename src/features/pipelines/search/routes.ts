import { callerOf } from '../../../http/bearer.ts'
import { operation } from '../../../http/operation.ts'
import { pageRequest } from '../../../http/page.ts'
import type { Server } from '../../../http/server.ts'
import { PipelineMatchPage, PipelineSearchQuery } from './schema.ts'
import type { Search } from './service.ts'

export function searchRoutes(app: Server, search: Search): void {
  app.get(
    '/v1/pipelines',
    {
      schema: {
        ...operation({
          id: 'searchPipelines',
          area: 'Pipelines',
          summary: 'Find pipelines by part of the name in all projects that you may see',
          description:
            'Of each project, the pipelines on the default branch of its repository; of projects without a commit, ' +
            'those in the newest version that you may see. A repository at a Git provider is searched as it was when ' +
            'its branches were last read.',
          answers: { 200: PipelineMatchPage },
        }),
        querystring: PipelineSearchQuery,
      },
    },
    (request) => search(callerOf(request), request.query.name, pageRequest(request.query)),
  )
}
