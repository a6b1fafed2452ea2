import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ProjectPath } from '../projects/schema.ts'
import type { Overrides } from './overrides.ts'
import {
  ConnectionOverride,
  ConnectionOverridePage,
  ConnectionOverrideQuery,
  NewConnectionOverride,
  OneConnectionOverrideQuery,
} from './schema.ts'

const area = 'Connections'
const all = '/v1/projects/:projectId/connections/environment-overrides'
const needs = { project: 'connections:override', environment: 'environment:admin' } as const

// Over 60 lines: one declaration per route, each short.
export function overrideRoutes(app: Server, overrides: Overrides): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listConnectionOverrides',
          area,
          summary: 'List the overrides of connections, by environment and connection',
          answers: { 200: ConnectionOverridePage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: ConnectionOverrideQuery,
      },
    },
    (request) =>
      overrides.list(callerOf(request), request.params.projectId, pageRequest(request.query), request.query),
  )

  app.post(
    all,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'createOrUpdateConnectionOverride',
          area,
          summary: 'Override properties of a connection in one environment; other overridden properties stay',
          answers: { 200: ConnectionOverride },
          problems: [403, 404, 413, 415],
        }),
        params: ProjectPath,
        body: NewConnectionOverride,
      },
    },
    (request) => overrides.set(callerOf(request), request.params.projectId, request.body, 'merge'),
  )

  app.put(
    all,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'replaceConnectionOverride',
          area,
          summary: 'Replace the override of a connection in one environment',
          answers: { 200: ConnectionOverride },
          problems: [403, 404, 413, 415],
        }),
        params: ProjectPath,
        body: NewConnectionOverride,
      },
    },
    (request) => overrides.set(callerOf(request), request.params.projectId, request.body, 'replace'),
  )

  app.delete(
    all,
    {
      config: {
        needs: {
          ...needs,
          environmentName: ({ query }) => (query as { environmentName?: unknown }).environmentName,
        },
      },
      schema: {
        ...operation({
          id: 'deleteConnectionOverride',
          area,
          summary: 'Delete the override of a connection in one environment',
          answers: { 204: Type.Null() },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: OneConnectionOverrideQuery,
      },
    },
    async (request, reply) => {
      const { environmentName, connectionName } = request.query
      await overrides.remove(callerOf(request), request.params.projectId, environmentName, connectionName)
      return reply.code(204).send(null)
    },
  )
}
