import Type from 'typebox'
import { callerOf } from '../../../http/bearer.ts'
import { etagOf, ifMatch, sendTagged } from '../../../http/conditional.ts'
import { below } from '../../../http/location.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import {
  IdentityProvider,
  IdentityProviderPatch,
  IdentityProviders,
  NewIdentityProvider,
  ProviderPath,
} from '../schema.ts'
import type { IdentityProviders as Providers } from './administration.ts'

const area = 'Sign-in'

/** Identity providers, for administrators. */
// Over 60 lines: one declaration per route, each short.
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
    async (request, reply) => {
      const created = await providers.create(callerOf(request), request.body)
      return reply.code(201).header('location', below(request, created.id)).send(created)
    },
  )

  app.get(
    '/v1/identity-providers/:id',
    {
      schema: {
        ...operation({
          id: 'getIdentityProvider',
          area,
          summary: 'Get an identity provider, without its secret',
          answers: { 200: IdentityProvider },
          problems: [403, 404],
        }),
        params: ProviderPath,
      },
    },
    async (request, reply) => {
      const { provider, revision } = await providers.get(callerOf(request), request.params.id)
      return sendTagged(request, reply, revision, provider)
    },
  )

  app.patch(
    '/v1/identity-providers/:id',
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'updateIdentityProvider',
          area,
          summary: 'Update an identity provider; omitted fields keep their values',
          description: 'The issuer stays. The provider is tried before anything is stored; sessions go on',
          answers: { 200: IdentityProvider },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: ProviderPath,
        body: IdentityProviderPatch,
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const changed = await providers.update(callerOf(request), id, request.body, ifMatch(request))
      return reply.header('etag', etagOf(changed.revision)).send(changed.provider)
    },
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
