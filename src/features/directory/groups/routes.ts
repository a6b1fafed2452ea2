import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { directoryCallerOf } from '../../../http/bearer.ts'
import { ifMatch } from '../../../http/etag.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import {
  ListQuery,
  listOf,
  PatchRequest,
  ResourcePath,
  ResourceQuery,
  ScimGroup,
  SearchRequest,
} from '../schema.ts'
import { groupModel } from '../scim/attributes.ts'
import { listRequestOfBody, listRequestOfQuery } from '../scim/list.ts'
import { projectionNames } from '../scim/projection.ts'
import { area, bodyCheckedByService, consumes, sendResource, sendScim } from '../scim-answer.ts'
import type { Groups } from './service.ts'

const all = '/v1/directory-integration/scim/v2/Groups'
const one = `${all}/:id` as const

export function groupRoutes(app: Server, groups: Groups): void {
  app.post(
    all,
    {
      schema: {
        ...operation({
          id: 'createScimGroup',
          area,
          summary: 'Create a group',
          answers: { 201: ScimGroup },
          consumes,
          problems: [403, 409, 413, 415],
        }),
        querystring: ResourceQuery,
        body: ScimGroup,
      },
      ...bodyCheckedByService,
    },
    async (request, reply) => {
      const created = await groups.create(
        directoryCallerOf(request),
        request.body,
        projectionNames(request.query),
      )
      reply.header('location', (created.resource['meta'] as { location: string }).location)
      return sendResource(request, reply, 201, created)
    },
  )

  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listScimGroups',
          area,
          summary: 'List groups: filter, sort, page',
          answers: { 200: listOf(ScimGroup) },
          problems: [403],
        }),
        querystring: ListQuery,
      },
    },
    async (request, reply) =>
      sendScim(
        request,
        reply,
        200,
        await groups.list(directoryCallerOf(request), listRequestOfQuery(groupModel, request.query)),
      ),
  )

  app.post(
    `${all}/.search`,
    {
      schema: {
        ...operation({
          id: 'searchScimGroups',
          area,
          summary: 'List groups, with the query in the body',
          answers: { 200: listOf(ScimGroup) },
          consumes,
          problems: [403, 413, 415],
        }),
        body: SearchRequest,
      },
    },
    async (request, reply) =>
      sendScim(
        request,
        reply,
        200,
        await groups.list(directoryCallerOf(request), listRequestOfBody(groupModel, request.body)),
      ),
  )

  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getScimGroup',
          area,
          summary: 'Get a group',
          answers: { 200: ScimGroup },
          problems: [403, 404],
        }),
        params: ResourcePath,
        querystring: ResourceQuery,
      },
    },
    async (request, reply) =>
      sendResource(
        request,
        reply,
        200,
        await groups.get(directoryCallerOf(request), request.params.id, projectionNames(request.query)),
      ),
  )
  changeRoutes(app, groups)
}

function changeRoutes(app: Server, groups: Groups): void {
  app.put(
    one,
    {
      schema: {
        ...operation({
          id: 'replaceScimGroup',
          area,
          summary: 'Replace a group with its members',
          answers: { 200: ScimGroup },
          consumes,
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: ResourcePath,
        querystring: ResourceQuery,
        body: ScimGroup,
      },
      ...bodyCheckedByService,
    },
    async (request, reply) => {
      const { body, params } = request as FastifyRequest<{ Params: { id: string } }>
      const names = projectionNames(request.query)
      const replaced = await groups.replace(
        directoryCallerOf(request),
        params.id,
        body,
        ifMatch(request),
        names,
      )
      return sendResource(request, reply, 200, replaced)
    },
  )

  app.patch(
    one,
    {
      schema: {
        ...operation({
          id: 'updateScimGroup',
          area,
          summary: 'Change attributes and members of a group (RFC 7644 §3.5.2)',
          description: 'Answers nothing, unless the query says which attributes to return.',
          answers: { 200: ScimGroup, 204: Type.Null() },
          consumes,
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: ResourcePath,
        querystring: ResourceQuery,
        body: PatchRequest,
      },
    },
    async (request, reply) => {
      const caller = directoryCallerOf(request)
      const { id } = request.params
      await groups.patch(caller, id, request.body, ifMatch(request))
      const names = projectionNames(request.query)
      if (names.attributes === undefined) return reply.code(204).send()
      return sendResource(request, reply, 200, await groups.get(caller, id, names))
    },
  )

  app.delete(
    one,
    {
      schema: {
        ...operation({
          id: 'deleteScimGroup',
          area,
          summary: 'Delete a group; roles given to it end within 5 seconds',
          answers: { 204: Type.Null() },
          problems: [403, 404, 412],
        }),
        params: ResourcePath,
      },
    },
    async (request, reply) => {
      await groups.remove(directoryCallerOf(request), request.params.id, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}
