import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Precondition } from '../../http/conditional.ts'
import type { PageRequest } from '../../http/page.ts'
import { newId } from '../../lib/ids.ts'
import { badRequest, notFound } from '../../lib/problem.ts'
import type { OAuths } from '../oauths/service.ts'
import { enterConnectors } from './access.ts'
import { connectorFrom, copyOf, exported, idFaults, oauthIdsOf, oauthUsesOf, withOAuthIds } from './rules.ts'
import type { Connector, ConnectorChange, ExportedConnector, NewConnector, TestRequest } from './schema.ts'
import * as store from './store.ts'
import { testEndpoint } from './testing.ts'

export interface ConnectorsDependencies {
  readonly db: Db
  readonly oauths: OAuths
  /** Guarded (decisions.md §12). */
  readonly fetch: typeof fetch
}

/** Use cases of decisions.md §12, connectors. */
export function createConnectors({ db, oauths, fetch }: ConnectorsDependencies) {
  async function list(caller: Caller, page: PageRequest) {
    return store.listConnectors(db, await enterConnectors(db, caller, 'connectors:read'), page)
  }

  async function get(caller: Caller, id: string) {
    return present(
      await store.findConnector(db, await enterConnectors(db, caller, 'connectors:read'), id),
      id,
    )
  }

  async function create(caller: Caller, wanted: NewConnector) {
    const grant = await enterConnectors(db, caller, 'connectors:write')
    const connector = connectorFrom(wanted, newId(), newId)
    return db.transaction().execute(async (tx) => {
      await refuseOtherHosts(tx, connector)
      return store.insertConnector(tx, grant, connector)
    })
  }

  async function update(caller: Caller, id: string, wanted: ConnectorChange, precondition: Precondition) {
    const grant = await enterConnectors(db, caller, 'connectors:write')
    return db.transaction().execute(async (tx) => {
      precondition.check(present(await store.lockConnector(tx, grant, id), id).revision)
      const faults = idFaults(wanted, id)
      if (faults.length > 0) throw badRequest(faults)
      const connector = connectorFrom(wanted, id.toLowerCase(), newId)
      await refuseOtherHosts(tx, connector)
      return store.updateConnector(tx, grant, connector)
    })
  }

  async function remove(caller: Caller, id: string, precondition: Precondition): Promise<void> {
    const grant = await enterConnectors(db, caller, 'connectors:write')
    await db.transaction().execute(async (tx) => {
      precondition.check(present(await store.lockConnector(tx, grant, id), id).revision)
      await store.deleteConnector(tx, grant, id)
    })
  }

  async function duplicate(caller: Caller, id: string, name: string | undefined) {
    const grant = await enterConnectors(db, caller, 'connectors:write')
    const { connector } = present(await store.findConnector(db, grant, id), id)
    return db.transaction().execute(async (tx) => {
      const free = name ?? (await store.freeName(tx, connector.name))
      return store.insertConnector(tx, grant, copyOf(connector, free, newId))
    })
  }

  async function exportOne(caller: Caller, id: string): Promise<ExportedConnector> {
    const { connector } = await get(caller, id)
    return exported(connector, await oauths.exportable(oauthIdsOf(connector)))
  }

  /**
   * Ids are kept where they are free, so that pipelines keep working in another installation; a taken name
   * gets a number. OAuth entries that are not here yet are made without their secret, pending setup.
   */
  async function importOne(caller: Caller, file: ExportedConnector) {
    const grant = await enterConnectors(db, caller, 'connectors:write')
    const { connectorId, ...wanted } = file.connector
    const used = new Set(oauthIdsOf(wanted))
    const needed = file.oauths.filter(({ oauthId }) => used.has(oauthId))
    return db.transaction().execute(async (tx) => {
      const idHere = await oauths.adopt(tx, caller, needed)
      const free = connectorId !== undefined && (await store.isFree(tx, connectorId))
      const complete = connectorFrom(withOAuthIds(wanted, idHere), free ? connectorId : newId(), newId)
      await refuseOtherHosts(tx, complete)
      const name = await store.freeName(tx, wanted.name)
      return store.insertConnector(tx, grant, { ...complete, name })
    })
  }

  /** An OAuth entry whose token may not go there is of no use there. The run and the test ask again. */
  async function refuseOtherHosts(tx: Db, connector: Connector): Promise<void> {
    const faults = await oauths.hostFaults(tx, oauthUsesOf(connector))
    if (faults.length > 0) throw badRequest(faults)
  }

  async function test(caller: Caller, id: string, endpointId: string, request: TestRequest) {
    await enterConnectors(db, caller, 'connectors:write')
    const { connector } = await get(caller, id)
    const endpoint = connector.endpoints.find((one) => one.endpointId === endpointId.toLowerCase())
    if (endpoint === undefined) throw notFound('Endpoint', endpointId)
    return testEndpoint({ fetch, tokenFor: oauths.tokenForTest }, endpoint, request)
  }

  /** For a runner: the connector of this id or name, or undefined. */
  async function definitionFor(idOrName: string): Promise<Connector | undefined> {
    return (await store.readConnector(db, idOrName))?.connector
  }

  return {
    /** Throws unless the caller may write connectors. */
    admitToWrite: (caller: Caller) => enterConnectors(db, caller, 'connectors:write'),
    list,
    get,
    create,
    update,
    remove,
    duplicate,
    exportOne,
    importOne,
    test,
    definitionFor,
  }
}

export type Connectors = ReturnType<typeof createConnectors>

function present(found: store.StoredConnector | undefined, id: string): store.StoredConnector {
  if (found === undefined) throw notFound('Connector', id)
  return found
}
