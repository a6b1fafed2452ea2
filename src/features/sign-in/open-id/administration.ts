import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import { newId } from '../../../lib/ids.ts'
import { badRequest, notFound, Problem } from '../../../lib/problem.ts'
import { requireSuperAdmin } from '../../projects/access.ts'
import { isOfAnyTenant } from '../rules.ts'
import type { IdentityProvider, NewIdentityProvider } from '../schema.ts'
import type { Sessions } from '../sessions.ts'
import { isLoopback } from './client.ts'
import { type AuthMethod, authMethodViolations, newClientKey } from './client-authentication.ts'
import { clientKeyCell, secretCell } from './sealed.ts'
import type { OpenId } from './service.ts'
import * as store from './store.ts'

export interface IdentityProvidersDependencies
  extends Pick<OpenId, 'configurationOf' | 'redirectUri' | 'postLogoutRedirectUri' | 'addressOf'> {
  readonly db: Db
  readonly encryption: Encryption
  readonly sessions: Sessions
}

export type IdentityProviders = ReturnType<typeof createIdentityProviders>

/** The providers that users sign in with, as administrators manage them. */
export function createIdentityProviders(dependencies: IdentityProvidersDependencies) {
  const { db, encryption, sessions, configurationOf, redirectUri, postLogoutRedirectUri, addressOf } =
    dependencies

  async function create(caller: Caller, wanted: NewIdentityProvider): Promise<IdentityProvider> {
    requireSuperAdmin(caller)
    // Sessions name how they began: by a password, or by the name of a provider.
    if (wanted.name.trim().toLowerCase() === 'password') throw badRequest(['body/name cannot be password'])
    const issuer = URL.parse(wanted.issuer)
    if (issuer === null || (issuer.protocol !== 'https:' && !isLoopback(issuer)))
      throw badRequest(['body/issuer must be an https address, or an http one on loopback'])
    const { clientSecret } = wanted
    const id = newId()
    const row: store.ProviderRow = {
      id,
      name: wanted.name,
      issuer: wanted.issuer,
      clientId: wanted.clientId,
      clientSecretEncrypted:
        clientSecret === undefined ? null : encryption.encrypt(clientSecret, secretCell(id)),
      ...(await authenticationOf(id, wanted.tokenEndpointAuthMethod ?? 'auto')),
      scopes: wanted.scopes ?? 'openid email profile',
      userNameClaim: wanted.userNameClaim ?? 'email',
      justInTimeDomains: wanted.justInTimeDomains ?? [],
      signOutAtProvider: wanted.signOutAtProvider ?? false,
    }
    await tryOut(row)
    await store.insertProvider(db, row)
    return shown(row)
  }

  /** A method with what it takes: a key pair for private_key_jwt. */
  async function authenticationOf(id: string, method: AuthMethod) {
    if (method !== 'private_key_jwt')
      return { tokenEndpointAuthMethod: method, clientKeyEncrypted: null, clientKeyPublic: null }
    const { privateJwk, publicJwk } = await newClientKey()
    return {
      tokenEndpointAuthMethod: method,
      clientKeyEncrypted: encryption.encrypt(JSON.stringify(privateJwk), clientKeyCell(id)),
      clientKeyPublic: publicJwk,
    }
  }

  /** Throws `bad-request` when there is no provider, or when it does not support what the settings want. */
  async function tryOut(row: store.ProviderRow): Promise<void> {
    const hasSecret = row.clientSecretEncrypted !== null
    const violationsWith = (supported?: readonly string[]) =>
      authMethodViolations(row.tokenEndpointAuthMethod, hasSecret, supported)
    const own = violationsWith()
    if (own.length > 0) throw badRequest(own)
    const configuration = await configurationOf(row).catch((cause: unknown) => {
      throw new Problem('bad-request', 'The identity provider cannot be used', {
        cause,
        violations: ['body/issuer: there is no OpenID Connect configuration at this address'],
      })
    })
    const { issuer, token_endpoint_auth_methods_supported: supported } = configuration.serverMetadata()
    const violations = isOfAnyTenant(issuer)
      ? ['body/issuer: it vouches for users of any tenant; put the id of yours into the address']
      : violationsWith(supported)
    if (violations.length > 0) throw badRequest(violations)
  }

  const shown = (row: store.ProviderRow): IdentityProvider => ({
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.clientId,
    tokenEndpointAuthMethod: row.tokenEndpointAuthMethod,
    scopes: row.scopes,
    userNameClaim: row.userNameClaim,
    justInTimeDomains: [...row.justInTimeDomains],
    signOutAtProvider: row.signOutAtProvider,
    redirectUri: redirectUri(),
    postLogoutRedirectUri: postLogoutRedirectUri(),
    backChannelLogoutUri: `${addressOf(row.id)}/back-channel-logout`,
    ...(row.clientKeyPublic !== null && { jwksUri: `${addressOf(row.id)}/jwks` }),
  })

  async function list(caller: Caller) {
    requireSuperAdmin(caller)
    return { results: (await store.listProviders(db)).map(shown) }
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    requireSuperAdmin(caller)
    if (!(await store.deleteProvider(db, id))) throw notFound('Identity provider', id)
    sessions.forget()
  }

  /** The public keys with which Headrace authenticates at a provider; anybody may read them. */
  async function publicKeys(id: string) {
    const row = (await store.listProviders(db)).find((provider) => provider.id === id.toLowerCase())
    if (row === undefined) throw notFound('Identity provider', id)
    return { keys: row.clientKeyPublic === null ? [] : [row.clientKeyPublic] }
  }

  return { create, list, remove, publicKeys }
}
