import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll } from 'vitest'

export interface OpenIdProvider {
  issuer: string
  /** Who signs in at the provider next. */
  person: { sub: string; [claim: string]: unknown }
  /** How the token endpoint behaves: `closed` ends connections, `broken` is an internal error. */
  tokenAnswers: 'as usual' | 'closed' | 'broken'
  /** Registers another client (OpenID Connect Dynamic Client Registration). */
  register(metadata: object): Promise<{ clientId: string; clientSecret?: string }>
}

export const client = { id: 'headrace', secret: 'a-secret-of-the-client' }

interface Context {
  readonly oidc: {
    readonly session: { readonly accountId: string }
    readonly client: { readonly clientId: string }
  }
}

/**
 * A real OpenID Connect provider on loopback, with the settings that it has by default: claims are answered
 * by UserInfo and not in the ID token, and clients authenticate by HTTP Basic. Every visitor is `person`,
 * without a prompt.
 */
export function useOpenIdProvider(redirectUri: () => string): OpenIdProvider {
  const held = { person: { sub: 'unset' }, tokenAnswers: 'as usual', register } as OpenIdProvider
  let provider: Provider
  const server = createServer((request, response) => {
    if (request.url === '/token' && held.tokenAnswers === 'closed') return void request.destroy()
    if (request.url === '/token' && held.tokenAnswers === 'broken')
      return response.writeHead(500, { 'content-type': 'text/html' }).end('<p>Sorry')
    if (!request.url!.startsWith('/interaction/')) return provider.callback()(request, response)
    void provider.interactionFinished(request, response, { login: { accountId: held.person.sub } })
  })

  async function register(metadata: object) {
    const body = JSON.stringify({ redirect_uris: [redirectUri()], ...metadata })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${held.issuer}/reg`, { method: 'POST', headers, body })
    const registered = (await answer.json()) as { client_id: string; client_secret?: string }
    if (answer.status !== 201) throw new Error(`Not registered: ${JSON.stringify(registered)}`)
    const { client_id: clientId, client_secret: clientSecret } = registered
    return { clientId, ...(clientSecret !== undefined && { clientSecret }) }
  }

  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    held.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    provider = new Provider(held.issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [redirectUri()],
        },
      ],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username'],
      },
      cookies: { keys: ['tests'] },
      features: {
        devInteractions: { enabled: false },
        registration: { enabled: true },
        backchannelLogout: { enabled: true },
      },
      interactions: {
        url: (_context: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}`,
      },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ ...held.person, sub: id }),
      }),
      // The library calls no address of this machine, where everything of a test is.
      fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
        fetch(url, options),
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
