import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Precondition } from '../../http/conditional.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { newId } from '../../lib/ids.ts'
import { badRequest, conflict, notFound, Problem } from '../../lib/problem.ts'
import { enterConnectors } from '../connectors/access.ts'
import { OAuthError, oauthClient } from './client.ts'
import { oauthFaults, secretFaults, tokenDependsOn } from './rules.ts'
import type { Authorization, ExportedOAuth, NewOAuth, OAuth } from './schema.ts'
import * as store from './store.ts'
import { insertAttempt, renewLocked, takeAttempt } from './token-store.ts'
import { createOAuthTokens, hostFault, type OAuthTokensDependencies } from './tokens.ts'

export interface OAuthsDependencies extends OAuthTokensDependencies {
  /** Origin and base path under which browsers reach the API. */
  readonly baseUrl: () => string
}

export interface StoredOAuth {
  readonly oauth: OAuth
  /** Entity tag of this state. */
  readonly revision: string
}

/** An endpoint that wants to use an entry. */
export interface OAuthUse {
  readonly oauthId: string
  readonly host: string
  /** The place in the request, for people. */
  readonly at: string
}

/** Use cases of decisions.md §12, OAuth entries. */
export function createOAuths(deps: OAuthsDependencies) {
  const { db, encryption, fetch, baseUrl } = deps
  const tokens = createOAuthTokens(deps)
  const redirectUri = (id: string) => `${baseUrl()}/v1/oauths/${id}/callback`
  const seal = (secret: string | undefined) => (secret === undefined ? undefined : encryption.encrypt(secret))

  const shown = (row: store.OAuthRow): StoredOAuth => ({
    revision: String(row.version),
    oauth: {
      oauthId: row.id,
      ...configurationOf(row),
      hasClientSecret: row.clientSecretEncrypted !== null,
      status: row.accessTokenEncrypted === null ? 'PENDING_SETUP' : 'AUTHORIZED',
      redirectUri: redirectUri(row.id),
      ...(row.tokenExpiresAt !== null && { expiresAt: row.tokenExpiresAt.toISOString() }),
      ...(row.fault !== null && { fault: row.fault }),
      createdAt: row.createdAt.toISOString(),
    },
  })

  async function list(caller: Caller, page: PageRequest): Promise<Page<OAuth>> {
    const grant = await enterConnectors(db, caller, 'oauths:read')
    const { rows, total } = await store.listOAuths(db, grant, page)
    return { page: page.page, results: rows.map((row) => shown(row).oauth), size: page.size, total }
  }

  async function get(caller: Caller, id: string): Promise<StoredOAuth> {
    await enterConnectors(db, caller, 'oauths:read')
    return shown(present(await store.readOAuth(db, id), id))
  }

  async function create(caller: Caller, wanted: NewOAuth): Promise<StoredOAuth> {
    const grant = await enterConnectors(db, caller, 'oauths:write')
    refuseFaults(wanted)
    const id = newId()
    await store.insertOAuth(db, grant, id, wanted, seal(wanted.clientSecret) ?? null)
    return get(caller, id)
  }

  /** A change of anything that the token depends on makes the entry pending again. */
  async function update(caller: Caller, id: string, wanted: NewOAuth, precondition: Precondition) {
    const grant = await enterConnectors(db, caller, 'oauths:write')
    refuseFaults(wanted)
    return db.transaction().execute(async (tx) => {
      const before = present(await store.readOAuth(tx, id, 'lock'), id)
      precondition.check(String(before.version))
      const hasClientSecret = before.clientSecretEncrypted !== null
      const faults = secretFaults(wanted, { accessTokenUrl: before.accessTokenUrl, hasClientSecret })
      if (faults.length > 0) throw badRequest(faults)
      const same = tokenDependsOn(wanted) === tokenDependsOn(configurationOf(before))
      const clientSecretEncrypted = seal(wanted.clientSecret)
      const forget = !same || clientSecretEncrypted !== undefined
      await store.updateOAuth(tx, grant, before.id, wanted, { clientSecretEncrypted, forget })
      return shown(present(await store.readOAuth(tx, id), id))
    })
  }

  async function remove(caller: Caller, id: string, force: boolean, precondition: Precondition) {
    const grant = await enterConnectors(db, caller, 'oauths:write')
    await db.transaction().execute(async (tx) => {
      const row = present(await store.readOAuth(tx, id, 'lock'), id)
      precondition.check(String(row.version))
      await store.deleteOAuth(tx, grant, row.id, force)
    })
  }

  /** Client credentials: fetches a token. Authorization code: answers the address that a person must open. */
  async function authorize(caller: Caller, id: string): Promise<Authorization> {
    await enterConnectors(db, caller, 'oauths:write')
    const row = present(await store.readOAuth(db, id), id)
    if (row.grantType === 'AUTHORIZATION_CODE') return begin(row)
    const { oauth } = shown(present(await tokens.fetchNow(row.id), id))
    if (oauth.fault !== undefined) throw conflict(oauth.fault)
    return { status: oauth.status, ...(oauth.expiresAt !== undefined && { expiresAt: oauth.expiresAt }) }
  }

  async function begin(row: store.OAuthRow): Promise<Authorization> {
    const state = randomBytes(32).toString('base64url')
    const { url, verifier } = await oauthClient(tokens.entryOf(row), fetch).begin(redirectUri(row.id), state)
    const verifierEncrypted = encryption.encrypt(verifier)
    await insertAttempt(db, stateHash(state), {
      oauthId: row.id,
      verifierEncrypted,
      redirectUri: redirectUri(row.id),
    })
    return { status: shown(row).oauth.status, authorizationUrl: url }
  }

  /**
   * A person came back from the authorization server to `answer`. The state shows that it was us who sent them, and
   * works once. Throws the problem that tells the person what happened.
   */
  async function finish(id: string, answer: URL): Promise<{ readonly name: string }> {
    const state = answer.searchParams.get('state') ?? ''
    const attempt = await takeAttempt(db, id, stateHash(state))
    if (attempt === undefined)
      throw new Problem(
        'gone',
        'This authorization was not started here, was already finished, or has expired',
      )
    const came = new URL(attempt.redirectUri)
    came.search = answer.search
    const row = await renewLocked(db, id, async (locked) => {
      const client = oauthClient(tokens.entryOf(locked), fetch)
      const proof = { verifier: encryption.decrypt(attempt.verifierEncrypted), state }
      return client.finish(came, proof).then(tokens.sealed, (error: unknown) => {
        if (error instanceof OAuthError) return { fault: error.message, ended: false }
        throw error
      })
    })
    const { name, fault } = present(row, id)
    if (fault !== null) throw conflict(fault)
    return { name }
  }

  /** For the test of a connector at `host`. Throws `conflict` when the entry is pending setup or gives no token. */
  async function tokenForTest(id: string, host: string): Promise<string> {
    const answer = await tokens.tokenFor(id, { host })
    if ('fault' in answer) throw conflict(answer.fault)
    return answer.token
  }

  /** Entries as they travel with an exported connector: without secret, without token. */
  async function exportable(ids: readonly string[]): Promise<ExportedOAuth[]> {
    const rows = await store.readOAuths(db, ids)
    return rows.map((row) => ({ oauthId: row.id, ...configurationOf(row) }))
  }

  /** Makes the entries that are not here yet, pending setup. Answers the id that each has here. */
  async function adopt(
    tx: Db,
    caller: Caller,
    wanted: readonly ExportedOAuth[],
  ): Promise<ReadonlyMap<string, string>> {
    const here = new Set(
      (
        await store.readOAuths(
          tx,
          wanted.map(({ oauthId }) => oauthId),
        )
      ).map(({ id }) => id),
    )
    for (const { oauthId, ...configuration } of wanted) {
      if (here.has(oauthId.toLowerCase())) continue
      const grant = await enterConnectors(tx, caller, 'oauths:write')
      refuseFaults(configuration)
      const name = await store.freeOAuthName(tx, configuration.name)
      await store.insertOAuth(tx, grant, oauthId, { ...configuration, name }, null)
    }
    return new Map(wanted.map(({ oauthId }) => [oauthId, oauthId.toLowerCase()]))
  }

  /** Why entries may not be used where a connector wants to use them, one sentence each. */
  async function hostFaults(tx: Db, uses: readonly OAuthUse[]): Promise<string[]> {
    const rows = await store.readOAuths(tx, [...new Set(uses.map(({ oauthId }) => oauthId))])
    return uses.flatMap(({ oauthId, host, at }) => {
      const row = rows.find(({ id }) => id === oauthId.toLowerCase())
      const fault = row && hostFault(row, host)
      return fault === undefined ? [] : [`${at}: ${fault}`]
    })
  }

  return {
    list,
    get,
    create,
    update,
    remove,
    authorize,
    finish,
    tokenForTest,
    tokenFor: tokens.tokenFor,
    hostFaults,
    exportable,
    adopt,
    refreshDue: tokens.refreshDue,
  }
}

export type OAuths = ReturnType<typeof createOAuths>

const stateHash = (state: string): Buffer => createHash('sha256').update(state).digest()

function refuseFaults(wanted: NewOAuth): void {
  const faults = oauthFaults(wanted)
  if (faults.length > 0) throw badRequest(faults)
}

function present(row: store.OAuthRow | undefined, id: string): store.OAuthRow {
  if (row === undefined) throw notFound('OAuth entry', id)
  return row
}

const configurationOf = (row: store.OAuthRow) => ({
  name: row.name,
  grantType: row.grantType,
  clientId: row.clientId,
  accessTokenUrl: row.accessTokenUrl,
  ...(row.authorizeUrl !== null && { authorizeUrl: row.authorizeUrl }),
  credentialsIn: row.credentialsIn,
  tokenParameters: row.tokenParameters,
  authParameters: row.authParameters,
  ...(row.allowedHosts !== null && { allowedHosts: row.allowedHosts }),
})
