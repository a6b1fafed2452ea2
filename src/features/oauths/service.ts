import type { Caller } from '../../http/caller.ts'
import type { Precondition } from '../../http/conditional.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { newId } from '../../lib/ids.ts'
import { badRequest, conflict, Problem } from '../../lib/problem.ts'
import { enterList, enterOwned, enterOwner, ownerFaults } from '../ownership/access.ts'
import { createAdmissionTo, createSharing } from '../ownership/service.ts'
import { createAuthorizing } from './authorizing.ts'
import { createConnectorUse } from './connector-use.ts'
import { configurationOf, present, type StoredOAuth, storedOAuth } from './entry.ts'
import {
  hostsOf,
  initialHosts,
  refuseViolations,
  secretFaults,
  tokenDependsOn,
  wideningFaults,
  widensHosts,
} from './rules.ts'
import type { NewOAuth, OAuth } from './schema.ts'
import * as store from './store.ts'
import { createOAuthTokens, noEntry, type OAuthTokensDependencies, secretCell } from './tokens.ts'

export interface OAuthsDependencies extends OAuthTokensDependencies {
  /** Origin and base path under which browsers reach the API. */
  readonly baseUrl: () => string
}

/** Use cases of decisions.md §12, OAuth entries. */
export function createOAuths(deps: OAuthsDependencies) {
  const { db, encryption, fetch, baseUrl } = deps
  const tokens = createOAuthTokens(deps)
  const redirectUri = (id: string) => `${baseUrl()}/v1/oauths/${id}/callback`
  const seal = (id: string, secret: string | undefined) =>
    secret === undefined ? undefined : encryption.encrypt(secret, secretCell(id, 'client_secret_encrypted'))

  const shown = (row: store.OAuthRow) => storedOAuth(row, redirectUri(row.id))

  async function list(caller: Caller, page: PageRequest, usableIn: string | undefined): Promise<Page<OAuth>> {
    const grant = await enterList(db, caller, 'oauth', usableIn)
    const { rows, total } = await store.listOAuths(db, grant, page)
    return { page: page.page, results: rows.map((row) => shown(row).oauth), size: page.size, total }
  }

  async function get(caller: Caller, id: string): Promise<StoredOAuth> {
    await enterOwned(db, caller, 'oauth', id, 'read')
    return shown(present(await store.readOAuth(db, id), id))
  }

  /** What to store: `null` for the hosts is where they begin, absent hosts stay as they are. */
  const withHosts = (wanted: NewOAuth): NewOAuth =>
    wanted.allowedHosts === null ? { ...wanted, allowedHosts: initialHosts(wanted) } : wanted

  async function create(caller: Caller, { projectId, ...given }: NewOAuth): Promise<StoredOAuth> {
    const grant = await enterOwner(db, caller, 'oauth', projectId)
    refuseViolations(given)
    const wanted = withHosts({ ...given, allowedHosts: given.allowedHosts ?? null })
    const id = newId()
    await store.insertOAuth(db, grant, id, wanted, seal(id, wanted.clientSecret) ?? null)
    return shown(present(await store.readOAuth(db, id), id))
  }

  /** A change of anything that the token depends on, or of where it may go, makes the entry pending again. */
  async function update(caller: Caller, id: string, given: NewOAuth, precondition: Precondition) {
    return db.transaction().execute(async (tx) => {
      const grant = await enterOwned(tx, caller, 'oauth', id, 'write')
      refuseViolations(given)
      const wanted = withHosts(given)
      const before = present(await store.readOAuth(tx, id, 'lock'), id)
      precondition.check(String(before.version))
      const hasClientSecret = before.clientSecretEncrypted !== null
      const faults = [
        ...ownerFaults(grant, given.projectId),
        ...secretFaults(wanted, { accessTokenUrl: before.accessTokenUrl, hasClientSecret }),
      ]
      const widened = widensHosts(wanted.allowedHosts ?? undefined, hostsOf(before))
      if (widened) faults.push(...wideningFaults(wanted, hasClientSecret))
      if (faults.length > 0) throw badRequest(faults)
      const same = tokenDependsOn(wanted) === tokenDependsOn(configurationOf(before))
      const clientSecretEncrypted = seal(before.id, wanted.clientSecret)
      const forget = !same || widened || clientSecretEncrypted !== undefined
      await store.updateOAuth(tx, grant, wanted, { clientSecretEncrypted, forget })
      return shown(present(await store.readOAuth(tx, id), id))
    })
  }

  async function remove(caller: Caller, id: string, force: boolean, precondition: Precondition) {
    await db.transaction().execute(async (tx) => {
      const grant = await enterOwned(tx, caller, 'oauth', id, 'write')
      const row = present(await store.readOAuth(tx, id, 'lock'), id)
      precondition.check(String(row.version))
      await store.deleteOAuth(tx, grant, force)
    })
  }

  /**
   * For the test of a connector at `host`. Throws `conflict` when the caller may not use the entry, and when
   * it is pending setup or gives no token.
   */
  async function tokenForTest(caller: Caller, id: string, host: string): Promise<string> {
    const row = await enterOwned(db, caller, 'oauth', id, 'use').then(
      () => store.readOAuth(db, id),
      (problem: unknown) => {
        if (problem instanceof Problem && problem.kind === 'not-found') return undefined
        throw problem
      },
    )
    if (row === undefined) throw conflict(noEntry(id))
    const answer = await tokens.tokenOf(row, { host })
    if ('fault' in answer) throw conflict(answer.fault)
    return answer.token
  }

  return {
    list,
    get,
    create,
    update,
    remove,
    tokenForTest,
    tokenFor: tokens.tokenFor,
    refreshDue: tokens.refreshDue,
    ...createAuthorizing({ db, encryption, fetch, redirectUri, tokens }),
    ...createConnectorUse(db),
    ...createSharing(db, 'oauth'),
    ...createAdmissionTo(db, 'oauth'),
  }
}

export type { OAuthUse } from './connector-use.ts'
export type OAuths = ReturnType<typeof createOAuths>
