import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { EnvironmentPath } from '../environments/schema.ts'
import {
  CandidatePage,
  CandidatesQuery,
  EnvironmentMember,
  EnvironmentMemberPage,
  EnvironmentMemberPath,
  NewEnvironmentMember,
} from './schema.ts'
import type { PermissionsService } from './service.ts'

const area = 'Permissions'

// Over 60 lines: one declaration per route, each short.
export function environmentMemberRoutes(app: Server, permissions: PermissionsService): void {
  const all = '/v1/projects/:projectId/environments/:environmentName/members'
  app.get(
    all,
    {
      config: { needs: { project: 'environments:read', environment: 'environment:admin' } },
      schema: {
        ...operation({
          id: 'listEnvironmentMembers',
          area,
          summary: 'List direct grants of access to an environment',
          answers: { 200: EnvironmentMemberPage },
          problems: [403, 404],
        }),
        params: EnvironmentPath,
        querystring: PageQuery,
      },
    },
    (request) =>
      permissions.listEnvironmentMembers(callerOf(request), request.params, pageRequest(request.query)),
  )

  app.get(
    '/v1/projects/:projectId/environments/:environmentName/member-candidates',
    {
      config: { needs: { project: 'environments:read', environment: 'environment:admin' } },
      schema: {
        ...operation({
          id: 'listEnvironmentMemberCandidates',
          area,
          summary: 'Find users, groups and credentials that can be granted access, by part of the name',
          answers: { 200: CandidatePage },
          problems: [403, 404],
        }),
        params: EnvironmentPath,
        querystring: CandidatesQuery,
      },
    },
    (request) => {
      const { name = '' } = request.query
      const page = pageRequest(request.query)
      return permissions.listEnvironmentCandidates(callerOf(request), request.params, name, page)
    },
  )

  app.get(
    `${all}/:id`,
    {
      schema: {
        ...operation({
          id: 'getEnvironmentMember',
          area,
          summary: 'Get a direct grant of access to an environment',
          answers: { 200: EnvironmentMember },
          problems: [403, 404],
        }),
        params: EnvironmentMemberPath,
      },
    },
    (request) => permissions.findEnvironmentMember(callerOf(request), request.params, request.params.id),
  )

  app.put(
    `${all}/:id`,
    {
      config: { needs: { project: 'environments:read', environment: 'environment:admin' } },
      schema: {
        ...operation({
          id: 'setEnvironmentMember',
          area,
          summary: 'Grant a user, group or credential access to an environment, or deny it (NO_ACCESS)',
          answers: { 204: Type.Null() },
          problems: [403, 404, 413, 415],
        }),
        params: EnvironmentMemberPath,
        body: NewEnvironmentMember,
      },
    },
    async (request, reply) => {
      const { id, ...path } = request.params
      await permissions.putEnvironmentMember(callerOf(request), path, id, request.body.access)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    `${all}/:id`,
    {
      schema: {
        ...operation({
          id: 'removeEnvironmentMember',
          area,
          summary: 'Remove a direct grant; groups and the default of the environment apply again',
          answers: { 204: Type.Null() },
          problems: [403, 404],
        }),
        params: EnvironmentMemberPath,
      },
    },
    async (request, reply) => {
      const { id, ...path } = request.params
      await permissions.removeEnvironmentMember(callerOf(request), path, id)
      return reply.code(204).send(null)
    },
  )
}
