import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { type Precondition, revisionOf } from '../../http/conditional.ts'
import type { PageRequest } from '../../http/page.ts'
import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { badRequest, notFound } from '../../lib/problem.ts'
import { hashSecret, newSecret } from '../../lib/secret-hash.ts'
import { requireSuperAdmin } from '../projects/access.ts'
import type {
  ApiCredential,
  ApiCredentialPatch,
  ApiCredentialsQuery,
  CreatedApiCredential,
  NewApiCredential,
} from './schema.ts'
import * as store from './store.ts'

/** Use cases of decisions.md §2, API credentials. All of them need SUPER_ADMIN. */
export function createCredentials(db: Db, clock: Clock) {
  async function create(caller: Caller, wanted: NewApiCredential): Promise<CreatedApiCredential> {
    requireSuperAdmin(caller)
    if (wanted.expiresAt !== undefined) checkExpiry(wanted.expiresAt)
    return insert(wanted, { clientId: newClientId(), secret: newSecret() }, caller.name)
  }

  function checkExpiry(expiresAt: string): void {
    if (Date.parse(expiresAt) <= clock.now().getTime())
      throw badRequest(['body/expiresAt must be in the future'])
  }

  async function insert(wanted: NewApiCredential, pair: ClientPair, createdBy: string) {
    await store.insertCredential(db, await rowFor(pair, createdBy), wanted)
    return { ...(await store.findCredential(db, pair.clientId))!, clientSecret: pair.secret }
  }

  async function rowFor({ clientId, secret }: ClientPair, createdBy: string): Promise<store.CredentialRow> {
    return { principalId: newId(), clientId, secretHash: await hashSecret(secret), createdBy }
  }

  /**
   * The first SUPER_ADMIN credential: `given` when set, otherwise a new one, which is returned. Undefined
   * when the installation has an administrator already, user or credential: what was deleted stays so.
   * `along` belongs to the same transaction: when it fails, or the process ends in it, the next start makes
   * another.
   */
  async function ensureAdmin(
    given: ClientPair | undefined,
    along: (tx: Db, made: ClientPair) => Promise<void> = async () => undefined,
  ): Promise<ClientPair | undefined> {
    if (await store.hasAdministrator(db)) return undefined
    const pair = given ?? { clientId: newClientId(), secret: newSecret() }
    const row = await rowFor(pair, 'installation')
    const wanted = { name: 'First administrator', accountRole: 'SUPER_ADMIN' } as const
    const made = await store.insertFirstAdmin(db, row, wanted, (tx) => along(tx, pair))
    return made ? pair : undefined
  }

  async function remove(caller: Caller, clientId: string): Promise<void> {
    requireSuperAdmin(caller)
    if (!(await store.deleteCredential(db, clientId))) throw notFound('API credential', clientId)
  }

  async function list(caller: Caller, page: PageRequest, wanted?: ApiCredentialsQuery) {
    requireSuperAdmin(caller)
    return store.listCredentials(db, page, wanted)
  }

  async function find(tx: Db, clientId: string): Promise<StoredCredential> {
    const credential = await store.findCredential(tx, clientId)
    if (credential === undefined) throw notFound('API credential', clientId)
    // Its use is no change of it: who edits a busy credential would never succeed.
    const { lastUsedAt: _, ...state } = credential
    return { credential, revision: revisionOf(state) }
  }

  async function get(caller: Caller, clientId: string): Promise<StoredCredential> {
    requireSuperAdmin(caller)
    return find(db, clientId)
  }

  async function update(
    caller: Caller,
    clientId: string,
    patch: ApiCredentialPatch,
    precondition: Precondition,
  ): Promise<StoredCredential> {
    requireSuperAdmin(caller)
    if (patch.expiresAt != null) checkExpiry(patch.expiresAt)
    return db.transaction().execute(async (tx) => {
      await store.lockCredential(tx, clientId)
      precondition.check((await find(tx, clientId)).revision)
      await store.updateCredential(tx, clientId, patch)
      return find(tx, clientId)
    })
  }

  return { create, get, list, update, remove, ensureAdmin }
}

export interface StoredCredential {
  readonly credential: ApiCredential
  /** Entity tag of this state. */
  readonly revision: string
}

export interface ClientPair {
  readonly clientId: string
  readonly secret: string
}

export type Credentials = ReturnType<typeof createCredentials>

const newClientId = (): string => `hr_${randomUUID().replaceAll('-', '')}`
