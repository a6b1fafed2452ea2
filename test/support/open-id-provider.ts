import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll } from 'vitest'

export interface OpenIdProvider {
  issuer: string
  /** Who signs in at the provider next. */
  person: { sub: string; [claim: string]: unknown }
}

export const client = { id: 'headrace', secret: 'a-secret-of-the-client' }

interface Context {
  readonly oidc: {
    readonly session: { readonly accountId: string }
    readonly client: { readonly clientId: string }
  }
}

/** A real OpenID Connect provider on loopback. Every visitor is `person`, without a prompt. */
export function useOpenIdProvider(redirectUri: () => string): OpenIdProvider {
  const held = { person: { sub: 'unset' } } as OpenIdProvider
  let provider: Provider
  const server = createServer((request, response) => {
    if (!request.url!.startsWith('/interaction/')) return provider.callback()(request, response)
    void provider.interactionFinished(request, response, { login: { accountId: held.person.sub } })
  })

  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    held.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    provider = new Provider(held.issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [redirectUri()],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username'],
      },
      conformIdTokenClaims: false,
      cookies: { keys: ['tests'] },
      features: { devInteractions: { enabled: false } },
      interactions: {
        url: (_context: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}`,
      },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ ...held.person, sub: id }),
      }),
      // There is no consent prompt.
      async loadExistingGrant({ oidc }: Context) {
        const grant = new provider.Grant({
          clientId: oidc.client.clientId,
          accountId: oidc.session.accountId,
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return held
}
