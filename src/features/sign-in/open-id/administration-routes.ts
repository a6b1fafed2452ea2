import Type from 'typebox'
import { callerOf } from '../../../http/bearer.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { IdentityProvider, IdentityProviders, NewIdentityProvider, ProviderPath } from '../schema.ts'
import type { IdentityProviders as Providers } from './administration.ts'

const area = 'Sign-in'

/** Identity providers, for administrators. */
export function identityProviderRoutes(app: Server, providers: Providers): void {
  app.get(
    '/v1/identity-providers',
    {
      schema: operation({
        id: 'listIdentityProviders',
        area,
        summary: 'List identity providers, oldest first',
        answers: { 200: IdentityProviders },
        problems: [403],
      }),
    },
    (request) => providers.list(callerOf(request)),
  )

  app.post(
    '/v1/identity-providers',
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'createIdentityProvider',
          area,
          summary: 'Create an identity provider (OpenID Connect)',
          answers: { 201: IdentityProvider },
          problems: [403, 409, 413, 415],
        }),
        body: NewIdentityProvider,
      },
    },
    async (request, reply) => reply.code(201).send(await providers.create(callerOf(request), request.body)),
  )

  app.delete(
    '/v1/identity-providers/:id',
    {
      schema: {
        ...operation({
          id: 'deleteIdentityProvider',
          area,
          summary: 'Delete an identity provider; sessions started through it end',
          answers: { 204: Type.Null() },
          problems: [403, 404],
        }),
        params: ProviderPath,
      },
    },
    async (request, reply) => {
      await providers.remove(callerOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
