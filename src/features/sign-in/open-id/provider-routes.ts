import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { ClientKeys, ProviderPath } from '../schema.ts'
import type { IdentityProviders } from './administration.ts'

const area = 'Sign-in'

/** What identity providers themselves ask of us. */
export function providerRoutes(app: Server, { providers }: { readonly providers: IdentityProviders }): void {
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
}
