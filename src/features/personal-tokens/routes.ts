import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import type { Server } from '../../http/server.ts'
import {
  CreatedPersonalToken,
  NewPersonalToken,
  PersonalToken,
  PersonalTokenPath,
  PersonalTokens,
} from './schema.ts'
import { creatorOf, type PersonalTokens as Service } from './service.ts'

const area = 'Personal Access Tokens'
const all = '/v1/personal-access-tokens'

// Over 60 lines: one declaration per route, each short.
export function personalTokenRoutes(app: Server, tokens: Service): void {
  app.get(
    all,
    {
      schema: operation({
        id: 'listPersonalAccessTokens',
        area,
        summary: 'List your own tokens, oldest first',
        answers: { 200: PersonalTokens },
        problems: [403],
      }),
    },
    (request) => tokens.list(callerOf(request)),
  )

  app.post(
    all,
    {
      config: { needs: (request) => creatorOf(callerOf(request)) },
      schema: {
        ...operation({
          id: 'createPersonalAccessToken',
          area,
          summary: 'Create a token with your own roles, narrowed by scopes; it is shown only once',
          answers: { 201: CreatedPersonalToken },
          problems: [403, 409, 413, 415],
        }),
        body: NewPersonalToken,
      },
    },
    async (request, reply) => {
      const created = await tokens.create(callerOf(request), request.body)
      return reply
        .code(201)
        .header('location', below(request, created.id))
        .header('cache-control', 'no-store')
        .send(created)
    },
  )

  app.get(
    `${all}/:id`,
    {
      schema: {
        ...operation({
          id: 'getPersonalAccessToken',
          area,
          summary: 'Get one of your own tokens, without its secret',
          answers: { 200: PersonalToken },
          problems: [403, 404],
        }),
        params: PersonalTokenPath,
      },
    },
    (request) => tokens.get(callerOf(request), request.params.id),
  )

  app.delete(
    `${all}/:id`,
    {
      schema: {
        ...operation({
          id: 'deletePersonalAccessToken',
          area,
          summary: 'Delete a token; it stops working within 5 seconds',
          answers: { 204: Type.Null() },
          problems: [403, 404],
        }),
        params: PersonalTokenPath,
      },
    },
    async (request, reply) => {
      await tokens.remove(callerOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
