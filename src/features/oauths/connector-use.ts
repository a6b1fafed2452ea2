import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { enterConnectors } from '../connectors/access.ts'
import { configurationOf } from './entry.ts'
import { refuseViolations } from './rules.ts'
import type { ExportedOAuth } from './schema.ts'
import * as store from './store.ts'
import { hostFault } from './tokens.ts'

/** An endpoint that wants to use an entry. */
export interface OAuthUse {
  readonly oauthId: string
  readonly host: string
  /** Path of the member of the request that names the entry. */
  readonly at: string
}

/** What connectors need of entries: to export and import them, and to know where their tokens may go. */
export function createConnectorUse(db: Db) {
  /** Entries as they travel with an exported connector: without secret, without token. */
  async function exportable(ids: readonly string[]): Promise<ExportedOAuth[]> {
    const rows = await store.readOAuths(db, ids)
    return rows.map((row) => ({ oauthId: row.id, ...configurationOf(row) }))
  }

  /** Creates the entries that do not exist here yet, pending setup. Returns the id that each has here. */
  async function adopt(
    tx: Db,
    caller: Caller,
    wanted: readonly ExportedOAuth[],
  ): Promise<ReadonlyMap<string, string>> {
    const ids = wanted.map(({ oauthId }) => oauthId)
    const here = new Set((await store.readOAuths(tx, ids)).map(({ id }) => id))
    for (const { oauthId, ...configuration } of wanted) {
      if (here.has(oauthId.toLowerCase())) continue
      const grant = await enterConnectors(tx, caller, 'oauths:write')
      refuseViolations(configuration)
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

  return { exportable, adopt, hostFaults }
}
