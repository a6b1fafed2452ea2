import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { type Precondition, revisionOf } from '../../../http/conditional.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import { newId } from '../../../lib/ids.ts'
import { badRequest, conflict, notFound, Problem } from '../../../lib/problem.ts'
import { requireSuperAdmin } from '../../projects/access.ts'
import { isOfAnyTenant } from '../rules.ts'
import type { IdentityProvider, IdentityProviderPatch, NewIdentityProvider } from '../schema.ts'
import type { Sessions } from '../sessions.ts'
import { addressFault, isLoopback } from './client.ts'
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

export interface StoredProvider {
  readonly provider: IdentityProvider
  /** Entity tag of this state. */
  readonly revision: string
}

export type IdentityProviders = ReturnType<typeof createIdentityProviders>

/** The providers that users sign in with, as administrators manage them. */
export function createIdentityProviders(dependencies: IdentityProvidersDependencies) {
  const { db, encryption, sessions, configurationOf, redirectUri, postLogoutRedirectUri, addressOf } =
    dependencies

  async function create(caller: Caller, wanted: NewIdentityProvider): Promise<IdentityProvider> {
    requireSuperAdmin(caller)
    checkName(wanted.name)
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

  async function existing(tx: Db, id: string): Promise<store.ProviderRow> {
    const row = (await store.listProviders(tx)).find((provider) => provider.id === id)
    if (row === undefined) throw notFound('Identity provider', id)
    return row
  }

  async function get(caller: Caller, id: string): Promise<StoredProvider> {
    requireSuperAdmin(caller)
    return stored(await existing(db, id))
  }

  /** The provider is asked before the transaction begins: it may take its time. */
  async function update(
    caller: Caller,
    id: string,
    patch: IdentityProviderPatch,
    precondition: Precondition,
  ): Promise<StoredProvider> {
    requireSuperAdmin(caller)
    if (patch.name !== undefined) checkName(patch.name)
    const before = await existing(db, id)
    const { revision } = stored(before)
    precondition.check(revision)
    const row = await patched(before, patch)
    await tryOut(row)
    await db.transaction().execute(async (tx) => {
      await store.lockProvider(tx, before.id)
      if (stored(await existing(tx, id)).revision !== revision)
        throw conflict(
          'The identity provider was changed at the same time: read it again and repeat the change',
        )
      await store.updateProvider(tx, row, before.name)
    })
    return stored(row)
  }

  async function patched(
    before: store.ProviderRow,
    patch: IdentityProviderPatch,
  ): Promise<store.ProviderRow> {
    const { clientSecret, tokenEndpointAuthMethod: method = before.tokenEndpointAuthMethod } = patch
    const sealed = (secret: string | null) =>
      secret === null ? null : encryption.encrypt(secret, secretCell(before.id))
    return {
      ...before,
      name: patch.name ?? before.name,
      clientId: patch.clientId ?? before.clientId,
      clientSecretEncrypted: clientSecret === undefined ? before.clientSecretEncrypted : sealed(clientSecret),
      ...(method !== before.tokenEndpointAuthMethod && (await authenticationOf(before.id, method))),
      scopes: patch.scopes ?? before.scopes,
      userNameClaim: patch.userNameClaim ?? before.userNameClaim,
      justInTimeDomains: patch.justInTimeDomains ?? before.justInTimeDomains,
      signOutAtProvider: patch.signOutAtProvider ?? before.signOutAtProvider,
    }
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
    const fault = addressFault(configuration)
    const violations = isOfAnyTenant(issuer)
      ? ['body/issuer: it accepts users of any tenant; put the id of your tenant into the URL']
      : violationsWith(supported)
    if (fault !== undefined) violations.push(`body/issuer: ${fault}`)
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

  /** A new secret is a new state, although nobody is shown it. */
  const stored = (row: store.ProviderRow): StoredProvider => {
    const provider = shown(row)
    return { provider, revision: revisionOf([provider, row.clientSecretEncrypted?.toString('base64')]) }
  }

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
    const row = await existing(db, id)
    return { keys: row.clientKeyPublic === null ? [] : [row.clientKeyPublic] }
  }

  return { create, get, list, update, remove, publicKeys }
}

/** Sessions name how they began: by a password, or by the name of a provider. */
function checkName(name: string): void {
  if (name.trim().toLowerCase() === 'password') throw badRequest(['body/name cannot be password'])
}
