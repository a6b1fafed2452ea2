import { callerOf } from '../../../http/bearer.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { EnvironmentPath } from '../../environments/schema.ts'
import { ProjectPath } from '../../projects/schema.ts'
import { EffectiveEnvironmentMemberPage, EffectiveMemberPage, EffectiveMembersQuery } from './schema.ts'
import type { EffectiveMembers } from './service.ts'

const area = 'Permissions'
const description =
  'Active users and valid API credentials, each once, oldest first: those with a direct grant, through a group, however ' +
  'deep, and account administrators'

export function effectiveMemberRoutes(app: Server, members: EffectiveMembers): void {
  app.get(
    '/v1/projects/:projectId/effective-members',
    {
      schema: {
        ...operation({
          id: 'listEffectiveProjectMembers',
          area,
          summary: 'List everyone with access to a project, with the role and its sources',
          description,
          answers: { 200: EffectiveMemberPage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: EffectiveMembersQuery,
      },
    },
    (request) => members.list(callerOf(request), request.params.projectId, request.query),
  )

  app.get(
    '/v1/projects/:projectId/environments/:environmentName/effective-members',
    {
      config: { needs: { project: 'environments:read', environment: 'environment:admin' } },
      schema: {
        ...operation({
          id: 'listEffectiveEnvironmentMembers',
          area,
          summary: 'List everyone in the project with their access to an environment and its sources',
          description,
          answers: { 200: EffectiveEnvironmentMemberPage },
          problems: [403, 404],
        }),
        params: EnvironmentPath,
        querystring: EffectiveMembersQuery,
      },
    },
    (request) => members.listOfEnvironment(callerOf(request), request.params, request.query),
  )
}
