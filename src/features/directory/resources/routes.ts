import type { FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { directoryCallerOf } from '../../../http/bearer.ts'
import { ifMatch } from '../../../http/conditional.ts'
import type { Server } from '../../../http/server.ts'
import { ListQuery, listOf, PatchRequest, ResourcePath, ResourceQuery, SearchRequest } from '../schema.ts'
import type { ResourceModel } from '../scim/attributes.ts'
import { listRequestOfBody, listRequestOfQuery } from '../scim/list.ts'
import { projectionNames } from '../scim/projection.ts'
import {
  area,
  bodyCheckedByService,
  consumes,
  scimOperation,
  sendResource,
  sendScim,
} from '../scim-response.ts'
import type { ScimResource } from './service.ts'

interface Texts {
  readonly summary: string
  readonly description?: string
}

/** What the operations on users and those on groups do not share. */
export interface ResourceRoutes {
  readonly model: ResourceModel
  readonly schema: TSchema
  /** The body of a create. */
  readonly newSchema: TSchema
  /** Whether a PATCH returns the resource even when the query names no attributes. */
  readonly patchReturnsResource: boolean
  readonly texts: {
    readonly create: Texts
    readonly replace: Texts
    readonly update: Texts
    readonly remove: Texts
  }
}

const BASE = '/v1/directory-integration/scim/v2'

/** The operations on one kind of resource (RFC 7644 §3). */
export function resourceRoutes(app: Server, resources: ScimResource, routes: ResourceRoutes): void {
  createRoute(app, resources, routes)
  listRoutes(app, resources, routes)
  getRoute(app, resources, routes)
  replaceRoute(app, resources, routes)
  patchRoute(app, resources, routes)
  removeRoute(app, resources, routes)
}

const all = ({ model }: ResourceRoutes) => `${BASE}/${model.core.name}s`
const one = (routes: ResourceRoutes) => `${all(routes)}/:id`

function createRoute(app: Server, resources: ScimResource, routes: ResourceRoutes): void {
  app.post(
    all(routes),
    {
      schema: {
        ...scimOperation({
          id: `createScim${routes.model.core.name}`,
          area,
          ...routes.texts.create,
          answers: { 201: routes.schema },
          consumes,
          problems: [403, 409, 413, 415],
        }),
        querystring: ResourceQuery,
        body: routes.newSchema,
      },
      ...bodyCheckedByService,
    },
    async (request, reply) => {
      const names = projectionNames(request.query)
      const created = await resources.create(directoryCallerOf(request), request.body, names)
      reply.header('location', (created.resource['meta'] as { location: string }).location)
      return sendResource(request, reply, 201, created)
    },
  )
}

function listRoutes(app: Server, resources: ScimResource, routes: ResourceRoutes): void {
  const { model, schema } = routes
  const plural = `${model.core.name}s`
  app.get(
    all(routes),
    {
      schema: {
        ...scimOperation({
          id: `listScim${plural}`,
          area,
          summary: `List ${plural.toLowerCase()}: filter, sort, page`,
          answers: { 200: listOf(schema) },
          problems: [403],
        }),
        querystring: ListQuery,
      },
    },
    async (request, reply) => {
      const wanted = listRequestOfQuery(model, request.query)
      return sendScim(request, reply, 200, await resources.list(directoryCallerOf(request), wanted))
    },
  )

  app.post(
    `${all(routes)}/.search`,
    {
      config: { changesNothing: true },
      schema: {
        ...scimOperation({
          id: `searchScim${plural}`,
          area,
          summary: `List ${plural.toLowerCase()}, with the query in the body`,
          answers: { 200: listOf(schema) },
          consumes,
          problems: [403, 413, 415],
        }),
        body: SearchRequest,
      },
    },
    async (request, reply) => {
      const wanted = listRequestOfBody(model, request.body)
      return sendScim(request, reply, 200, await resources.list(directoryCallerOf(request), wanted))
    },
  )
}

function getRoute(app: Server, resources: ScimResource, routes: ResourceRoutes): void {
  const { name } = routes.model.core
  app.get(
    one(routes),
    {
      schema: {
        ...scimOperation({
          id: `getScim${name}`,
          area,
          summary: `Get a ${name.toLowerCase()}`,
          answers: { 200: routes.schema },
          problems: [403, 404],
        }),
        params: ResourcePath,
        querystring: ResourceQuery,
      },
    },
    async (request, reply) => {
      const names = projectionNames(request.query)
      const found = await resources.get(directoryCallerOf(request), request.params.id, names)
      return sendResource(request, reply, 200, found)
    },
  )
}

function replaceRoute(app: Server, resources: ScimResource, routes: ResourceRoutes): void {
  app.put(
    one(routes),
    {
      schema: {
        ...scimOperation({
          id: `replaceScim${routes.model.core.name}`,
          area,
          ...routes.texts.replace,
          answers: { 200: routes.schema },
          consumes,
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: ResourcePath,
        querystring: ResourceQuery,
        body: routes.schema,
      },
      ...bodyCheckedByService,
    },
    async (request, reply) => {
      const { body, params } = request as FastifyRequest<{ Params: { id: string } }>
      const caller = directoryCallerOf(request)
      const names = projectionNames(request.query)
      const replaced = await resources.replace(caller, params.id, body, ifMatch(request), names)
      return sendResource(request, reply, 200, replaced)
    },
  )
}

function patchRoute(app: Server, resources: ScimResource, routes: ResourceRoutes): void {
  const { schema, patchReturnsResource } = routes
  app.patch(
    one(routes),
    {
      schema: {
        ...scimOperation({
          id: `updateScim${routes.model.core.name}`,
          area,
          ...routes.texts.update,
          answers: patchReturnsResource ? { 200: schema } : { 200: schema, 204: Type.Null() },
          consumes,
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: ResourcePath,
        querystring: ResourceQuery,
        body: PatchRequest,
      },
    },
    async (request, reply) => {
      const names = projectionNames(request.query)
      const wanted = patchReturnsResource || names.attributes !== undefined ? names : undefined
      const caller = directoryCallerOf(request)
      const changed = await resources.patch(caller, request.params.id, request.body, ifMatch(request), wanted)
      return changed === undefined ? reply.code(204).send() : sendResource(request, reply, 200, changed)
    },
  )
}

function removeRoute(app: Server, resources: ScimResource, routes: ResourceRoutes): void {
  app.delete(
    one(routes),
    {
      schema: {
        ...scimOperation({
          id: `deleteScim${routes.model.core.name}`,
          area,
          ...routes.texts.remove,
          answers: { 204: Type.Null() },
          problems: [403, 404, 412],
        }),
        params: ResourcePath,
      },
    },
    async (request, reply) => {
      await resources.remove(directoryCallerOf(request), request.params.id, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}
