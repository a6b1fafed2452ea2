import Type from 'typebox'
import { acceptForms, FORM } from '../../../http/body-text.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { ClientKeys, LogoutForm, ProviderPath } from '../schema.ts'
import type { IdentityProviders } from './administration.ts'
import type { OpenId } from './service.ts'

const area = 'Sign-in'

export interface ProviderParts {
  readonly openId: OpenId
  readonly providers: IdentityProviders
}

/** What identity providers themselves ask of us. */
export async function providerRoutes(app: Server, { openId, providers }: ProviderParts): Promise<void> {
  app.get(
    '/v1/sign-in/open-id/:id/jwks',
    {
      schema: {
        ...operation({
          id: 'getIdentityProviderKeys',
          area,
          summary: 'Get the public keys with which Headrace authenticates at an identity provider',
          answers: { 200: ClientKeys },
          problems: [404],
          publicAccess: true,
        }),
        params: ProviderPath,
      },
      config: { publicAccess: true },
    },
    (request) => providers.publicKeys(request.params.id),
  )

  // Forms are read here and nowhere else below the base path: elsewhere a page of another site could send
  // them.
  await app.register(async (scope) => {
    const api = scope as unknown as Server
    acceptForms(api)
    backChannelRoute(api, openId)
  })
}

function backChannelRoute(app: Server, openId: OpenId): void {
  app.post(
    '/v1/sign-in/open-id/:id/back-channel-logout',
    {
      schema: {
        ...operation({
          id: 'endSessionsByProvider',
          area,
          summary: 'End the sessions of a user who signed out at the identity provider (back-channel logout)',
          answers: { 200: Type.Null() },
          consumes: [FORM],
          problems: [404, 413, 415],
          publicAccess: true,
        }),
        params: ProviderPath,
        body: LogoutForm,
      },
      config: { publicAccess: true },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const details = await openId.endByProvider(request.params.id, request.body.logout_token)
      request.auditNote = { details }
      return reply.code(200).send(null)
    },
  )
}
