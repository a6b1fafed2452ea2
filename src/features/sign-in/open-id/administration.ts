import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import { newId } from '../../../lib/ids.ts'
import { badRequest, notFound, Problem } from '../../../lib/problem.ts'
import { requireSuperAdmin } from '../../projects/access.ts'
import type { IdentityProvider, NewIdentityProvider } from '../schema.ts'
import type { Sessions } from '../sessions.ts'
import { isLoopback } from './client.ts'
import { secretCell } from './sealed.ts'
import type { OpenId } from './service.ts'
import * as store from './store.ts'

export interface IdentityProvidersDependencies extends Pick<OpenId, 'configurationOf' | 'redirectUri'> {
  readonly db: Db
  readonly encryption: Encryption
  readonly sessions: Sessions
}

export type IdentityProviders = ReturnType<typeof createIdentityProviders>

/** The providers that users sign in with, as administrators manage them. */
export function createIdentityProviders(dependencies: IdentityProvidersDependencies) {
  const { db, encryption, sessions, configurationOf, redirectUri } = dependencies

  async function create(caller: Caller, wanted: NewIdentityProvider): Promise<IdentityProvider> {
    requireSuperAdmin(caller)
    // Sessions name how they began: by a password, or by the name of a provider.
    if (wanted.name.trim().toLowerCase() === 'password') throw badRequest(['body/name cannot be password'])
    const issuer = URL.parse(wanted.issuer)
    if (issuer === null || (issuer.protocol !== 'https:' && !isLoopback(issuer)))
      throw badRequest(['body/issuer must be an https address, or an http one on loopback'])
    const id = newId()
    const row: store.ProviderRow = {
      id,
      name: wanted.name,
      issuer: wanted.issuer,
      clientId: wanted.clientId,
      clientSecretEncrypted:
        wanted.clientSecret === undefined ? null : encryption.encrypt(wanted.clientSecret, secretCell(id)),
      scopes: wanted.scopes ?? 'openid email profile',
      userNameClaim: wanted.userNameClaim ?? 'email',
      justInTimeDomains: wanted.justInTimeDomains ?? [],
    }
    await configurationOf(row).catch((cause: unknown) => {
      throw new Problem('bad-request', 'The identity provider cannot be used', {
        cause,
        violations: ['body/issuer: there is no OpenID Connect configuration at this address'],
      })
    })
    await store.insertProvider(db, row)
    return shown(row)
  }

  const shown = ({
    clientSecretEncrypted: _,
    justInTimeDomains,
    ...row
  }: store.ProviderRow): IdentityProvider => ({
    ...row,
    justInTimeDomains: [...justInTimeDomains],
    redirectUri: redirectUri(),
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

  return { create, list, remove }
}
