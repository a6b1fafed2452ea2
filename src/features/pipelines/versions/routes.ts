import { callerOf } from '../../../http/bearer.ts'
import { operation } from '../../../http/operation.ts'
import { pageRequest } from '../../../http/page.ts'
import type { Server } from '../../../http/server.ts'
import { ProjectPath } from '../../projects/schema.ts'
import {
  MAX_COMPARED_VERSIONS,
  PipelineDiff,
  PipelineDiffQuery,
  PipelineVersionPage,
  PipelineVersionsQuery,
} from './schema.ts'
import type { Versions } from './service.ts'

const area = 'Pipelines'
const all = '/v1/projects/:projectId/pipelines/versions'

export function versionRoutes(app: Server, versions: Versions): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listPipelineVersions',
          area,
          summary: 'List the published versions of an environment that changed a pipeline, newest first',
          description: `Among the newest ${MAX_COMPARED_VERSIONS} versions, disabled ones too.`,
          answers: { 200: PipelineVersionPage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: PipelineVersionsQuery,
      },
    },
    (request) =>
      versions.list(callerOf(request), request.params.projectId, request.query, pageRequest(request.query)),
  )

  app.get(
    `${all}/diff`,
    {
      schema: {
        ...operation({
          id: 'getPipelineVersionDiff',
          area,
          summary: 'Compare a pipeline in two published versions, of one environment or of two',
          description: 'With the texts of both, and the components that were added, changed and removed.',
          answers: { 200: PipelineDiff },
          problems: [403, 404, 413],
        }),
        params: ProjectPath,
        querystring: PipelineDiffQuery,
      },
    },
    (request) => versions.diff(callerOf(request), request.params.projectId, request.query),
  )
}
