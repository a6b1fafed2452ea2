import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A real OAuth 2.0 authorization server on loopback. */
export interface AuthorizationServer {
  readonly issuer: string
  /** Addresses that users may be redirected to. */
  readonly redirectUris: string[]
  /** How often its token endpoint was asked. */
  tokenRequests(): number
  close(): Promise<void>
}

interface Asked {
  readonly oidc: {
    readonly provider: Provider
    readonly client: { readonly clientId: string }
    readonly session: { readonly accountId: string }
  }
}

/**
 * Clients: `by-header` and `by-body` for client credentials, `web` for authorization codes with PKCE. Every
 * visitor is signed in as ada and consents.
 */
export async function startAuthorizationServer(secret: string): Promise<AuthorizationServer> {
  const redirectUris: string[] = []
  let tokenRequests = 0
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/token')) tokenRequests++
    provider.callback()(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, configurationFor(secret))
  provider.Client.prototype.redirectUriAllowed = (uri) => redirectUris.includes(uri)
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next()
    await provider.interactionFinished(context.req, context.res, { login: { accountId: 'ada' }, consent: {} })
    context.respond = false
  })
  const close = async () => {
    server.closeAllConnections()
    await new Promise<void>((closed) => server.close(() => closed()))
  }
  return { issuer, redirectUris, tokenRequests: () => tokenRequests, close }
}

function configurationFor(secret: string): object {
  const machine = {
    client_secret: secret,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  }
  return {
    clients: [
      { ...machine, client_id: 'by-header', token_endpoint_auth_method: 'client_secret_basic' },
      { ...machine, client_id: 'by-body', token_endpoint_auth_method: 'client_secret_post' },
      {
        client_id: 'web',
        client_secret: secret,
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: ['http://127.0.0.1/callback'],
      },
    ],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { ClientCredentials: 600, AccessToken: 600, RefreshToken: 86_400, AuthorizationCode: 60 },
    cookies: { keys: ['cookie-key'] },
    scopes: ['openid', 'offline_access'],
    issueRefreshToken: async () => true,
    findAccount: async (_: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }: Asked) => {
      const { clientId } = oidc.client
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid offline_access')
      await grant.save()
      return grant
    },
  }
}
