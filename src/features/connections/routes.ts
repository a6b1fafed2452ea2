import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { ifMatch, sendState, stateTag } from '../../http/conditional.ts'
import { addressOf, below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ProjectPath } from '../projects/schema.ts'
import {
  ConnectionPath,
  ConnectionQuery,
  ConnectionTest,
  ConnectionTestResult,
  NamedConnectionQuery,
  NewDataPlatformConnection,
  NewProjectConnection,
  ProjectConnection,
  ProjectConnectionChange,
  ProjectConnectionPage,
} from './schema.ts'
import type { Connections } from './service.ts'

const area = 'Connections'
const project = '/v1/projects/:projectId'
const all = `${project}/connections` as const
const one = `${all}/:connectionName` as const
const needs = { project: 'connections:write' } as const

export function connectionRoutes(app: Server, connections: Connections): void {
  listRoute(app, connections)
  createRoutes(app, connections)
  itemRoutes(app, connections)
  deleteRoutes(app, connections)
  testRoute(app, connections)
}

function listRoute(app: Server, connections: Connections): void {
  app.get(
    all,
    {
      preValidation: async (request) => {
        request.query = withNames(request.query)
      },
      schema: {
        ...operation({
          id: 'listConnections',
          area,
          summary: 'List the connections of a project, by name; secrets are named and never shown',
          answers: { 200: ProjectConnectionPage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: ConnectionQuery,
      },
    },
    (request) => {
      const { authProvider, platformConnectionType, connectionNames: names, sort } = request.query
      const filter = { authProvider, platformConnectionType, names, sort }
      return connections.list(callerOf(request), request.params.projectId, pageRequest(request.query), filter)
    },
  )
}

/** `connectionNames` may be repeated, and have commas in it. */
function withNames<Q extends { readonly connectionNames?: unknown }>(query: Q): Q {
  if (query.connectionNames === undefined) return query
  return {
    ...query,
    connectionNames: [query.connectionNames].flat().flatMap((some) => String(some).split(',')),
  }
}

function createRoutes(app: Server, connections: Connections): void {
  app.post(
    all,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'createConnection',
          area,
          summary: 'Create a connection',
          answers: { 201: ProjectConnection },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: NewProjectConnection,
      },
    },
    async (request, reply) => {
      const made = await connections.create(callerOf(request), request.params.projectId, request.body)
      return reply
        .code(201)
        .header('location', below(request, made.connection.name))
        .header('etag', stateTag(made.revision, made.connection))
        .send(made.connection)
    },
  )

  app.post(
    `${project}/data-platform-connections`,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'createDataPlatformConnection',
          area,
          summary: 'Create a connection that the SQL of environments can run on (DWH)',
          answers: { 201: ProjectConnection },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: NewDataPlatformConnection,
      },
    },
    async (request, reply) => {
      const wanted = { ...request.body, platformConnectionType: 'DWH' as const }
      const made = await connections.create(callerOf(request), request.params.projectId, wanted)
      const collection = addressOf(request).replace(/data-platform-connections$/, 'connections')
      return reply
        .code(201)
        .header('location', `${collection}/${encodeURIComponent(made.connection.name)}`)
        .header('etag', stateTag(made.revision, made.connection))
        .send(made.connection)
    },
  )
}

function itemRoutes(app: Server, connections: Connections): void {
  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getConnection',
          area,
          summary: 'Get a connection; its secrets are named and never shown',
          answers: { 200: ProjectConnection },
          problems: [403, 404],
        }),
        params: ConnectionPath,
      },
    },
    async (request, reply) => {
      const { projectId, connectionName } = request.params
      const { connection, revision } = await connections.get(callerOf(request), projectId, connectionName)
      return sendState(request, reply, revision, connection)
    },
  )

  app.put(
    one,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'replaceConnection',
          area,
          summary: 'Replace everything but the name of a connection; executions that start later use it',
          answers: { 200: ProjectConnection },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: ConnectionPath,
        body: ProjectConnectionChange,
      },
    },
    async (request, reply) => {
      const { projectId, connectionName } = request.params
      const caller = callerOf(request)
      const terms = ifMatch(request)
      const changed = await connections.replace(caller, projectId, connectionName, request.body, terms)
      return reply.header('etag', stateTag(changed.revision, changed.connection)).send(changed.connection)
    },
  )
}

function testRoute(app: Server, connections: Connections): void {
  app.post(
    `${one}/test`,
    {
      config: { needs: { ...needs, environment: 'environment:run' } },
      schema: {
        ...operation({
          id: 'testConnection',
          area,
          summary: 'Try a connection at the runner of an environment, and say what it reached or why not',
          answers: { 200: ConnectionTestResult },
          problems: [403, 404, 413, 415, 429],
        }),
        params: ConnectionPath,
        body: ConnectionTest,
      },
    },
    (request) => {
      const { projectId, connectionName } = request.params
      return connections.test(callerOf(request), projectId, connectionName, request.body)
    },
  )
}

const deletion = {
  area,
  answers: { 204: Type.Null() },
  problems: [403, 404, 409, 412],
} as const

function deleteRoutes(app: Server, connections: Connections): void {
  app.delete(
    one,
    {
      config: { needs },
      schema: {
        ...operation({
          ...deletion,
          id: 'deleteConnection',
          summary: 'Delete a connection with its overrides, unless it is a default of an environment',
        }),
        params: ConnectionPath,
      },
    },
    async (request, reply) => {
      const { projectId, connectionName } = request.params
      await connections.remove(callerOf(request), projectId, connectionName, ifMatch(request))
      return reply.code(204).send(null)
    },
  )

  app.delete(
    all,
    {
      config: { needs },
      schema: {
        ...operation({
          ...deletion,
          id: 'deleteNamedConnection',
          summary: 'Delete the connection that the query names; the same as deleting it at its address',
        }),
        params: ProjectPath,
        querystring: NamedConnectionQuery,
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      await connections.remove(callerOf(request), projectId, request.query.connectionName, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}
