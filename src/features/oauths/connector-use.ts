import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { newId } from '../../lib/ids.ts'
import { enterList, enterOwner } from '../ownership/access.ts'
import { freeName } from '../ownership/access-sql.ts'
import { configurationOf } from './entry.ts'
import { initialHosts, refuseViolations } from './rules.ts'
import type { ExportedOAuth } from './schema.ts'
import * as store from './store.ts'
import { hostFault, noEntry } from './tokens.ts'

/** An endpoint that wants to use an entry. */
export interface OAuthUse {
  readonly oauthId: string
  readonly host: string
  /** Path of the member of the request that names the entry. */
  readonly at: string
}

/** What connectors need of entries: to export and import them, and to know where their tokens may go. */
export function createConnectorUse(db: Db) {
  /**
   * Entries that the caller sees, as they travel with an exported connector: without secret, without token.
   */
  async function exportable(caller: Caller, ids: readonly string[]): Promise<ExportedOAuth[]> {
    if (ids.length === 0) return []
    const grant = await enterList(db, caller, 'oauth', undefined)
    const rows = await store.readSeenOAuths(db, grant, ids)
    return rows.map((row) => ({ oauthId: row.id, ...configurationOf(row) }))
  }

  /**
   * Creates the entries that the owner of a connector may not use here yet, pending setup; an id that is
   * taken by an entry of others is not shared by that. Returns the id that each has here.
   */
  async function adopt(
    tx: Db,
    caller: Caller,
    wanted: readonly ExportedOAuth[],
    owner: string | null,
  ): Promise<ReadonlyMap<string, string>> {
    const ids = wanted.map(({ oauthId }) => oauthId.toLowerCase())
    const usable = await usableBy(tx, owner, ids)
    const free = await store.freeOAuthIds(tx, ids)
    const idHere = new Map([...usable].map((id) => [id, id]))
    for (const { oauthId, ...configuration } of wanted) {
      const id = oauthId.toLowerCase()
      if (idHere.has(id)) continue
      const grant = await enterOwner(tx, caller, 'oauth', owner ?? undefined)
      refuseViolations(configuration)
      const name = await freeName(tx, grant, configuration.name)
      const allowedHosts = configuration.allowedHosts ?? initialHosts(configuration)
      const own = free.has(id) ? id : newId()
      idHere.set(id, own)
      await store.insertOAuth(tx, grant, own, { ...configuration, name, allowedHosts }, null)
    }
    return idHere
  }

  /** Those of these entries that the owner of a connector may use. */
  async function usableBy(
    tx: Db,
    owner: string | null,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    return new Set((await store.readUsableOAuths(tx, ids, owner)).map(({ id }) => id))
  }

  /** Why entries may not be used where a connector of this owner wants to use them, one sentence each. */
  async function useFaults(tx: Db, uses: readonly OAuthUse[], owner: string | null): Promise<string[]> {
    const ids = [...new Set(uses.map(({ oauthId }) => oauthId))]
    const rows = await store.readUsableOAuths(tx, ids, owner)
    return uses.flatMap(({ oauthId, host, at }) => {
      const row = rows.find(({ id }) => id === oauthId.toLowerCase())
      const fault = row === undefined ? noEntry(oauthId) : hostFault(row, host)
      return fault === undefined ? [] : [`${at}: ${fault}`]
    })
  }

  return { exportable, adopt, usableBy, useFaults }
}
