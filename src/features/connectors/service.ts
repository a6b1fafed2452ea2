import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Precondition } from '../../http/conditional.ts'
import type { PageRequest } from '../../http/page.ts'
import { newId } from '../../lib/ids.ts'
import { badRequest, notFound } from '../../lib/problem.ts'
import type { OAuths } from '../oauths/service.ts'
import {
  enterList,
  enterOwned,
  enterOwner,
  enterOwnerOfCopy,
  type OwnedPermission,
  ownerFaults,
} from '../ownership/access.ts'
import { freeName } from '../ownership/access-sql.ts'
import { createAdmissionTo, createSharing } from '../ownership/service.ts'
import {
  connectorFrom,
  copyOf,
  endpointFrom,
  exported,
  idFaults,
  oauthIdsOf,
  oauthUsesOf,
  withOAuthIds,
  withOnlyOAuths,
} from './rules.ts'
import type {
  Connector,
  ConnectorChange,
  Duplicate,
  ExportedConnector,
  ImportedConnector,
  NewConnector,
  TestRequest,
  UnsavedTest,
} from './schema.ts'
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
  const enter = <P extends OwnedPermission>(tx: Db, caller: Caller, id: string, permission: P) =>
    enterOwned(tx, caller, 'connector', id, permission)

  async function list(caller: Caller, page: PageRequest, usableIn: string | undefined) {
    return store.listConnectors(db, await enterList(db, caller, 'connector', usableIn), page)
  }

  async function get(caller: Caller, id: string) {
    return present(await store.findConnector(db, await enter(db, caller, id, 'read')), id)
  }

  async function create(caller: Caller, { projectId, ...wanted }: NewConnector) {
    const grant = await enterOwner(db, caller, 'connector', projectId)
    const connector = connectorFrom(wanted, newId(), newId)
    return db.transaction().execute(async (tx) => {
      await refuseUnusableOAuths(tx, connector, grant.owner)
      return store.insertConnector(tx, grant, connector)
    })
  }

  async function update(caller: Caller, id: string, wanted: ConnectorChange, precondition: Precondition) {
    return db.transaction().execute(async (tx) => {
      const grant = await enter(tx, caller, id, 'write')
      precondition.check(present(await store.findConnector(tx, grant), id).revision)
      const faults = [...idFaults(wanted, id), ...ownerFaults(grant, wanted.projectId)]
      if (faults.length > 0) throw badRequest(faults)
      const connector = connectorFrom(wanted, grant.id, newId)
      await refuseUnusableOAuths(tx, connector, grant.owner)
      return store.updateConnector(tx, grant, connector)
    })
  }

  async function remove(caller: Caller, id: string, precondition: Precondition): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const grant = await enter(tx, caller, id, 'write')
      precondition.check(present(await store.findConnector(tx, grant), id).revision)
      await store.deleteConnector(tx, grant)
    })
  }

  /** The copy has those OAuth entries that its owner may use. */
  async function duplicate(caller: Caller, id: string, { name, projectId }: Duplicate) {
    const source = await enter(db, caller, id, 'read')
    const { connector } = present(await store.findConnector(db, source), id)
    const grant = await enterOwnerOfCopy(db, caller, source, projectId)
    return db.transaction().execute(async (tx) => {
      const usable = await oauths.usableBy(tx, grant.owner, oauthIdsOf(connector))
      const free = name ?? (await freeName(tx, grant, connector.name))
      const { projectId: _, ...copied } = connector
      return store.insertConnector(tx, grant, withOnlyOAuths(copyOf(copied, free, newId), usable))
    })
  }

  /** The export has those OAuth entries that the caller sees: others could not be imported. */
  async function exportOne(caller: Caller, id: string): Promise<ExportedConnector> {
    const { connector } = await get(caller, id)
    const entries = await oauths.exportable(caller, oauthIdsOf(connector))
    const seen = new Set(entries.map(({ oauthId }) => oauthId))
    return exported(withOnlyOAuths(connector, seen), entries)
  }

  /**
   * Ids are kept where they are free, so that pipelines keep working in another installation; a taken name
   * gets a number. OAuth entries that the owner cannot use are made for it without their secret, pending
   * setup.
   */
  async function importOne(caller: Caller, file: ImportedConnector) {
    const grant = await enterOwner(db, caller, 'connector', file.projectId)
    const { connectorId, projectId: _, ...wanted } = file.connector
    const used = new Set(oauthIdsOf(wanted))
    const needed = file.oauths.filter(({ oauthId }) => used.has(oauthId))
    return db.transaction().execute(async (tx) => {
      const idHere = await oauths.adopt(tx, caller, needed, grant.owner)
      const free = connectorId !== undefined && (await store.isFree(tx, connectorId))
      const complete = connectorFrom(withOAuthIds(wanted, idHere), free ? connectorId : newId(), newId)
      await refuseUnusableOAuths(tx, complete, grant.owner)
      const name = await freeName(tx, grant, wanted.name)
      return store.insertConnector(tx, grant, { ...complete, name })
    })
  }

  /**
   * An OAuth entry that the owner of the connector may not use, or whose token may not go there, is of no use
   * there. The run and the test ask again.
   */
  async function refuseUnusableOAuths(tx: Db, connector: Connector, owner: string | null): Promise<void> {
    const faults = await oauths.useFaults(tx, oauthUsesOf(connector), owner)
    if (faults.length > 0) throw badRequest(faults)
  }

  async function test(caller: Caller, id: string, endpointId: string, request: TestRequest) {
    const { connector } = present(await store.findConnector(db, await enter(db, caller, id, 'use')), id)
    const endpoint = connector.endpoints.find((one) => one.endpointId === endpointId)
    if (endpoint === undefined) throw notFound('Endpoint', endpointId)
    const tokenFor = (oauthId: string, host: string) => oauths.tokenForTest(caller, oauthId, host)
    return testEndpoint({ fetch, tokenFor }, endpoint, request)
  }

  /** An endpoint as somebody edits it. What its owner could not save is refused, with the same words. */
  async function testUnsaved(caller: Caller, id: string, { endpoint: wanted, test: request }: UnsavedTest) {
    const grant = await enter(db, caller, id, 'write')
    const { connector } = present(await store.findConnector(db, grant), id)
    const endpoint = endpointFrom(wanted, newId)
    await refuseUnusableOAuths(db, { ...connector, endpoints: [endpoint] }, grant.owner)
    const tokenFor = (oauthId: string, host: string) => oauths.tokenForTest(caller, oauthId, host)
    return testEndpoint({ fetch, tokenFor }, endpoint, request)
  }

  /** For a runner: the connector of this id or name that the project may use, or undefined. */
  async function definitionFor(projectId: string, idOrName: string): Promise<Connector | undefined> {
    const found = await store.findUsableConnector(db, projectId, idOrName)
    if (found === undefined) return undefined
    const { projectId: _, ...definition } = found.connector
    return definition
  }

  return {
    list,
    get,
    create,
    update,
    remove,
    duplicate,
    exportOne,
    importOne,
    test,
    testUnsaved,
    definitionFor,
    ...createSharing(db, 'connector'),
    ...createAdmissionTo(db, 'connector'),
  }
}

export type Connectors = ReturnType<typeof createConnectors>

function present(found: store.StoredConnector | undefined, id: string): store.StoredConnector {
  if (found === undefined) throw notFound('Connector', id)
  return found
}
