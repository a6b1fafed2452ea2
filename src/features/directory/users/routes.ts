import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { directoryCallerOf } from '../../../http/bearer.ts'
import { ifMatch } from '../../../http/etag.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import {
  ListQuery,
  listOf,
  NewScimUser,
  PatchRequest,
  ResourcePath,
  ResourceQuery,
  ScimUser,
  SearchRequest,
} from '../schema.ts'
import { userModel } from '../scim/attributes.ts'
import { listRequestOfBody, listRequestOfQuery } from '../scim/list.ts'
import { projectionNames } from '../scim/projection.ts'
import { area, bodyCheckedByService, consumes, sendResource, sendScim } from '../scim-answer.ts'
import type { Users } from './service.ts'

const all = '/v1/directory-integration/scim/v2/Users'
const one = `${all}/:id` as const

export function userRoutes(app: Server, users: Users): void {
  app.post(
    all,
    {
      schema: {
        ...operation({
          id: 'createScimUser',
          area,
          summary: 'Create a user',
          description: 'meta is required unless the directory settings say otherwise. No role comes with it.',
          answers: { 201: ScimUser },
          consumes,
          problems: [403, 409, 413, 415],
        }),
        querystring: ResourceQuery,
        body: NewScimUser,
      },
      ...bodyCheckedByService,
    },
    async (request, reply) => {
      const created = await users.create(
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
          id: 'listScimUsers',
          area,
          summary: 'List users: filter, sort, page',
          answers: { 200: listOf(ScimUser) },
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
        await users.list(directoryCallerOf(request), listRequestOfQuery(userModel, request.query)),
      ),
  )

  app.post(
    `${all}/.search`,
    {
      schema: {
        ...operation({
          id: 'searchScimUsers',
          area,
          summary: 'List users, with the query in the body',
          answers: { 200: listOf(ScimUser) },
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
        await users.list(directoryCallerOf(request), listRequestOfBody(userModel, request.body)),
      ),
  )

  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getScimUser',
          area,
          summary: 'Get a user',
          answers: { 200: ScimUser },
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
        await users.get(directoryCallerOf(request), request.params.id, projectionNames(request.query)),
      ),
  )
  changeRoutes(app, users)
}

function changeRoutes(app: Server, users: Users): void {
  app.put(
    one,
    {
      schema: {
        ...operation({
          id: 'replaceScimUser',
          area,
          summary: 'Replace a user; what is not given is unassigned, but active and the password stay',
          answers: { 200: ScimUser },
          consumes,
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: ResourcePath,
        querystring: ResourceQuery,
        body: ScimUser,
      },
      ...bodyCheckedByService,
    },
    async (request, reply) => {
      const { body, params } = request as FastifyRequest<{ Params: { id: string } }>
      const names = projectionNames(request.query)
      const replaced = await users.replace(
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
          id: 'updateScimUser',
          area,
          summary: 'Change attributes of a user (RFC 7644 §3.5.2)',
          answers: { 200: ScimUser },
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
      const { id } = request.params
      const changed = await users.patch(directoryCallerOf(request), id, request.body, ifMatch(request), names)
      return sendResource(request, reply, 200, changed)
    },
  )

  app.delete(
    one,
    {
      schema: {
        ...operation({
          id: 'deleteScimUser',
          area,
          summary: 'Delete a user; sessions and tokens end within 5 seconds',
          answers: { 204: Type.Null() },
          problems: [403, 404, 412],
        }),
        params: ResourcePath,
      },
    },
    async (request, reply) => {
      await users.remove(directoryCallerOf(request), request.params.id, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}
