import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { etagOf, ifMatch, revisionOf, sendTagged } from '../../http/conditional.ts'
import { below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ProjectPath } from '../projects/schema.ts'
import { Environment, EnvironmentPage, EnvironmentPatch, EnvironmentPath, NewEnvironment } from './schema.ts'
import type { Environments } from './service.ts'

const area = 'Environments'
const all = '/v1/projects/:projectId/environments'
const one = `${all}/:environmentName` as const

// Over 60 lines: one declaration per route, each short.
export function environmentRoutes(app: Server, environments: Environments): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listEnvironments',
          area,
          summary: 'List the environments of a project, by name',
          answers: { 200: EnvironmentPage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: PageQuery,
      },
    },
    (request) => environments.list(callerOf(request), request.params.projectId, pageRequest(request.query)),
  )

  app.post(
    all,
    {
      config: { needs: { project: 'environments:write' } },
      schema: {
        ...operation({
          id: 'createEnvironment',
          area,
          summary: 'Create an environment',
          answers: { 201: Environment },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: NewEnvironment,
      },
    },
    async (request, reply) => {
      const created = await environments.create(callerOf(request), request.params.projectId, request.body)
      return reply
        .code(201)
        .header('location', below(request, created.name))
        .header('etag', etagOf(revisionOf(created)))
        .send(created)
    },
  )

  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getEnvironment',
          area,
          summary: 'Get an environment',
          answers: { 200: Environment },
          problems: [403, 404],
        }),
        params: EnvironmentPath,
      },
    },
    async (request, reply) => {
      const { projectId, environmentName } = request.params
      const environment = await environments.get(callerOf(request), projectId, environmentName)
      return sendTagged(request, reply, revisionOf(environment), environment)
    },
  )

  app.patch(
    one,
    {
      config: { needs: { project: 'environments:read', environment: 'environment:admin' } },
      schema: {
        ...operation({
          id: 'updateEnvironment',
          area,
          summary: 'Update an environment; omitted fields keep their values',
          answers: { 200: Environment },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: EnvironmentPath,
        body: EnvironmentPatch,
      },
    },
    async (request, reply) => {
      const { projectId, environmentName } = request.params
      const environment = await environments.update(
        callerOf(request),
        projectId,
        environmentName,
        request.body,
        ifMatch(request),
      )
      return reply.header('etag', etagOf(revisionOf(environment))).send(environment)
    },
  )

  app.delete(
    one,
    {
      schema: {
        ...operation({
          id: 'deleteEnvironment',
          area,
          summary: 'Delete an environment with its published versions and overrides',
          answers: { 204: Type.Null() },
          problems: [403, 404, 409, 412],
        }),
        params: EnvironmentPath,
      },
    },
    async (request, reply) => {
      const { projectId, environmentName } = request.params
      await environments.remove(callerOf(request), projectId, environmentName, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}
