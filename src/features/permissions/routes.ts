import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { etagOf, ifMatch, sendTagged } from '../../http/conditional.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ApiCredentialPath } from '../credentials/schema.ts'
import { ProjectPath } from '../projects/schema.ts'
import { environmentMemberRoutes } from './environment-routes.ts'
import {
  CandidatePage,
  CandidatesQuery,
  Member,
  MemberPage,
  MemberPath,
  NewMember,
  Permissions,
  Principal,
  PrincipalPage,
  PrincipalPath,
  PrincipalsQuery,
  Roles,
} from './schema.ts'
import type { PermissionsService } from './service.ts'

const area = 'Permissions'

export function permissionRoutes(app: Server, permissions: PermissionsService): void {
  principalRoutes(app, permissions, 'USER')
  principalRoutes(app, permissions, 'GROUP')
  credentialRoutes(app, permissions)
  memberRoutes(app, permissions)
  environmentMemberRoutes(app, permissions)

  app.get(
    '/v1/users/:id/permissions',
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'getUserPermissions',
          area,
          summary: 'Get the permissions of a user and the roles they come from',
          answers: { 200: Permissions },
          problems: [403, 404],
        }),
        params: PrincipalPath,
        querystring: PageQuery,
      },
    },
    (request) => permissions.explain(callerOf(request), request.params.id, pageRequest(request.query)),
  )
}

// Over 60 lines: one declaration per route, each short.
function principalRoutes(app: Server, permissions: PermissionsService, kind: 'USER' | 'GROUP'): void {
  const { noun, plural } =
    kind === 'USER' ? { noun: 'User', plural: 'users' } : { noun: 'Group', plural: 'groups' }
  app.get(
    `/v1/${plural}`,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: `list${noun}s`,
          area,
          summary: `List ${plural} of the directory`,
          answers: { 200: PrincipalPage },
          problems: [403],
        }),
        querystring: PrincipalsQuery,
      },
    },
    (request) => permissions.list(callerOf(request), kind, pageRequest(request.query), request.query),
  )

  app.get(
    `/v1/${plural}/:id`,
    {
      schema: {
        ...operation({
          id: `get${noun}`,
          area,
          summary: `Get a ${noun.toLowerCase()} of the directory`,
          answers: { 200: Principal },
          problems: [403, 404],
        }),
        params: PrincipalPath,
      },
    },
    (request) => permissions.find(callerOf(request), kind, (request.params as { id: string }).id),
  )

  app.get(
    `/v1/${plural}/:id/roles`,
    {
      schema: {
        ...operation({
          id: `get${noun}Roles`,
          area,
          summary: `Get the roles granted directly to a ${noun.toLowerCase()}`,
          answers: { 200: Roles },
          problems: [403, 404],
        }),
        params: PrincipalPath,
      },
    },
    async (request, reply) => {
      const { id } = request.params as { id: string }
      const { roles, revision } = await permissions.readRoles(callerOf(request), kind, id)
      return sendTagged(request, reply, revision, roles)
    },
  )

  app.put(
    `/v1/${plural}/:id/roles`,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: `set${noun}Roles`,
          area,
          summary: `Replace the roles granted directly to a ${noun.toLowerCase()}; effective within 5 seconds`,
          answers: { 200: Roles },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: PrincipalPath,
        body: Roles,
      },
    },
    async (request, reply) => {
      const { id } = request.params as { id: string }
      const wanted = request.body as Roles
      const caller = callerOf(request)
      const { roles, revision } = await permissions.writeRoles(caller, kind, id, wanted, ifMatch(request))
      return reply.header('etag', etagOf(revision)).send(roles)
    },
  )
}

function credentialRoutes(app: Server, permissions: PermissionsService): void {
  const path = '/v1/api-credentials/:clientId/roles'
  app.get(
    path,
    {
      schema: {
        ...operation({
          id: 'getApiCredentialRoles',
          area: 'API Credentials',
          summary: 'Get the roles of an API credential',
          answers: { 200: Roles },
          problems: [403, 404],
        }),
        params: ApiCredentialPath,
      },
    },
    async (request, reply) => {
      const { clientId } = request.params
      const { roles, revision } = await permissions.readRoles(callerOf(request), 'CREDENTIAL', clientId)
      return sendTagged(request, reply, revision, roles)
    },
  )

  app.put(
    path,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'setApiCredentialRoles',
          area: 'API Credentials',
          summary: 'Replace the roles of an API credential; effective within 5 seconds, also for its tokens',
          answers: { 200: Roles },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: ApiCredentialPath,
        body: Roles,
      },
    },
    async (request, reply) => {
      const { clientId } = request.params
      const { roles, revision } = await permissions.writeRoles(
        callerOf(request),
        'CREDENTIAL',
        clientId,
        request.body,
        ifMatch(request),
      )
      return reply.header('etag', etagOf(revision)).send(roles)
    },
  )
}

// Over 60 lines: one declaration per route, each short.
function memberRoutes(app: Server, permissions: PermissionsService): void {
  app.get(
    '/v1/projects/:projectId/members',
    {
      schema: {
        ...operation({
          id: 'listProjectMembers',
          area,
          summary: 'List the members of a project',
          answers: { 200: MemberPage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: PageQuery,
      },
    },
    (request) =>
      permissions.listMembers(callerOf(request), request.params.projectId, pageRequest(request.query)),
  )

  app.get(
    '/v1/projects/:projectId/member-candidates',
    {
      config: { needs: { project: 'project:write' } },
      schema: {
        ...operation({
          id: 'listMemberCandidates',
          area,
          summary: 'Find users, groups and credentials that can become members, by part of the name',
          answers: { 200: CandidatePage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: CandidatesQuery,
      },
    },
    (request) => {
      const { name = '' } = request.query
      const page = pageRequest(request.query)
      return permissions.listCandidates(callerOf(request), request.params.projectId, name, page)
    },
  )

  app.get(
    '/v1/projects/:projectId/members/:id',
    {
      schema: {
        ...operation({
          id: 'getProjectMember',
          area,
          summary: 'Get a member of a project',
          answers: { 200: Member },
          problems: [403, 404],
        }),
        params: MemberPath,
      },
    },
    (request) => permissions.findMember(callerOf(request), request.params.projectId, request.params.id),
  )

  app.put(
    '/v1/projects/:projectId/members/:id',
    {
      config: { needs: { project: 'project:write' } },
      schema: {
        ...operation({
          id: 'setProjectMember',
          area,
          summary: 'Grant a user, group or credential a role in a project',
          answers: { 204: Type.Null() },
          problems: [403, 404, 413, 415],
        }),
        params: MemberPath,
        body: NewMember,
      },
    },
    async (request, reply) => {
      const { projectId, id } = request.params
      await permissions.putMember(callerOf(request), projectId, id, request.body.role)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/v1/projects/:projectId/members/:id',
    {
      schema: {
        ...operation({
          id: 'removeProjectMember',
          area,
          summary: 'Remove a member from a project',
          answers: { 204: Type.Null() },
          problems: [403, 404],
        }),
        params: MemberPath,
      },
    },
    async (request, reply) => {
      await permissions.removeMember(callerOf(request), request.params.projectId, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
