import { callerOf } from '../../../http/bearer.ts'
import { operation } from '../../../http/operation.ts'
import { pageRequest } from '../../../http/page.ts'
import type { Server } from '../../../http/server.ts'
import { ProjectPath } from '../../projects/schema.ts'
import { DiffQuery, RepositoryDiff } from './schema.ts'
import type { Comparing } from './service.ts'

export function comparingRoutes(app: Server, comparing: Comparing): void {
  app.get(
    '/v1/projects/:projectId/repositories/diff',
    {
      schema: {
        ...operation({
          id: 'getDiff',
          area: 'Repositories',
          summary: 'List the files that differ between two commits or drafts, by path',
          description:
            'Each with its text diff, and a pipeline with the components that were added, changed and removed. ' +
            "A renamed file is removed and added. Either side may be the caller's draft of a branch: the newest commit of the " +
            'branch with the files of the draft in place of its own.',
          answers: { 200: RepositoryDiff },
          problems: [403, 404, 409],
        }),
        params: ProjectPath,
        querystring: DiffQuery,
      },
    },
    (request) =>
      comparing.diff(callerOf(request), request.params.projectId, request.query, pageRequest(request.query)),
  )
}
