import { connectionProviders, findAuthType, findProvider } from '../../connections/catalog.ts'
import type { ConnectionDefinition } from '../../connections/definition.ts'
import { kindFaults, propertyFaults } from '../../connections/rules.ts'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Precondition } from '../../http/conditional.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { badRequest, conflict, notFound, Problem } from '../../lib/problem.ts'
import { enterEnvironment } from '../environments/access.ts'
import { enterProject, type Grant, requireAnyRole } from '../projects/access.ts'
import { definitionIn } from './access.ts'
import { createEnvironmentTests } from './environment-test.ts'
import { readTestingRunner, restrictedFault } from './environment-test-store.ts'
import {
  deleteOverridesOf,
  environmentsThatUse,
  lockEnvironments,
  readOverrides,
  readOverridesOf,
} from './override-store.ts'
import { createOverrides, type Overrides } from './overrides.ts'
import { createProbes } from './probes.ts'
import { overrideFaults, overrideOf } from './rules.ts'
import type {
  ConnectionSchema,
  ConnectionTest,
  NewProjectConnection,
  ProjectConnection,
  ProjectConnectionChange,
} from './schema.ts'
import * as store from './store.ts'

/** An address below the connections that is none of them. */
const RESERVED_NAME = 'environment-overrides'

/** Named connections of projects (decisions.md §16). */
export function createConnections(db: Db) {
  async function list(caller: Caller, projectId: string, page: PageRequest, filter: store.ConnectionFilter) {
    return store.listConnections(
      db,
      await enterProject(db, caller, projectId, 'connections:read'),
      page,
      filter,
    )
  }

  async function get(caller: Caller, projectId: string, name: string) {
    const grant = await enterProject(db, caller, projectId, 'connections:read')
    return present(await store.findConnection(db, grant, name), name)
  }

  async function create(caller: Caller, projectId: string, wanted: NewProjectConnection) {
    const grant = await enterProject(db, caller, projectId, 'connections:write')
    checkConnection(wanted, 'body', nameFaults(wanted.name))
    return db.transaction().execute(async (tx) => {
      const made = await store.insertConnection(tx, grant, wanted)
      await checkKeptOverrides(tx, grant, made.connection)
      return made
    })
  }

  async function replace(
    caller: Caller,
    projectId: string,
    name: string,
    wanted: ProjectConnectionChange,
    precondition: Precondition,
  ) {
    const grant = await enterProject(db, caller, projectId, 'connections:write')
    return db.transaction().execute(async (tx) => {
      const found = present(await store.lockConnection(tx, grant, name), name)
      precondition.check(found.revision)
      checkConnection(wanted)
      if (found.connection.platformConnectionType === 'DWH' && wanted.platformConnectionType !== 'DWH')
        await checkUnused(tx, grant, name, 'stay of the type DWH')
      return store.replaceConnection(tx, grant, name, wanted)
    })
  }

  async function remove(caller: Caller, projectId: string, name: string, precondition: Precondition) {
    const grant = await enterProject(db, caller, projectId, 'connections:write')
    await db.transaction().execute(async (tx) => {
      await lockEnvironments(tx, grant)
      precondition.check(present(await store.lockConnection(tx, grant, name), name).revision)
      await checkUnused(tx, grant, name, 'be kept')
      await deleteOverridesOf(tx, grant, name)
      await store.deleteConnection(tx, grant, name)
    })
  }

  /** Has the runner of an environment try a connection, as it is stored or as it is given. */
  async function test(caller: Caller, projectId: string, name: string, wanted: ConnectionTest) {
    const grant = await enterEnvironment(db, caller, projectId, wanted.environmentName, {
      project: 'connections:write',
      environment: 'environment:run',
    })
    if (wanted.connection !== undefined) checkConnection(wanted.connection, 'body/connection')
    const { connection } = wanted.connection
      ? { connection: { name, ...wanted.connection } }
      : present(await store.findConnection(db, grant, name), name)
    const definition = definitionIn(connection, await readOverrides(db, grant.environmentId))
    const runner = await readTestingRunner(db, grant.projectId, wanted.environmentName, grant.defaultRunnerId)
    if (runner?.mayServe === false)
      return { ok: false, message: restrictedFault(runner, wanted.environmentName), latencyMs: 0 }
    return probes.run(grant, grant.defaultRunnerId, definition)
  }

  async function schemas(caller: Caller, page: PageRequest): Promise<Page<ConnectionSchema>> {
    await admitToSchemas(caller)
    const all = connectionProviders.map(schemaOf)
    const results = all.slice(page.offset, page.offset + page.size)
    return { page: page.page, results, size: page.size, total: all.length }
  }

  async function schema(caller: Caller, authProvider: string): Promise<ConnectionSchema> {
    await admitToSchemas(caller)
    const provider = findProvider(authProvider.toUpperCase())
    if (provider === undefined) throw notFound('Connection schema', authProvider)
    return schemaOf(provider)
  }

  const admitToSchemas = (caller: Caller) => requireAnyRole(db, caller, 'connection-schemas:read')

  /**
   * For a runner that holds an execution of this project in this environment; undefined if no connection has
   * that name.
   */
  async function definitionFor(
    { projectId, environmentId }: { readonly projectId: string; readonly environmentId: string },
    name: string,
  ): Promise<ConnectionDefinition | undefined> {
    const [[found], connectionOverrides] = await Promise.all([
      store.findConnections(db, projectId, [name]),
      readOverrides(db, environmentId),
    ])
    return found && definitionIn(found, connectionOverrides)
  }

  const probes = createProbes(db)
  const overrides: Overrides = createOverrides(db)
  const environmentTests = createEnvironmentTests(db, probes)
  return {
    list,
    get,
    create,
    replace,
    remove,
    schemas,
    schema,
    admitToSchemas,
    definitionFor,
    overrides,
    environmentTests,
    probes,
    test,
  }
}

export type Connections = ReturnType<typeof createConnections>

async function checkUnused(
  tx: Db,
  grant: Parameters<typeof environmentsThatUse>[1],
  name: string,
  must: string,
): Promise<void> {
  const users = await environmentsThatUse(tx, grant, name)
  if (users.length > 0)
    throw conflict(
      `The connection ${name} must ${must}: it is a default connection of ${users.join(', ')}. Choose another for them first`,
    )
}

/** Environments may have overrides of a name before there is such a connection. */
async function checkKeptOverrides(tx: Db, grant: Grant, connection: ProjectConnection): Promise<void> {
  const { name } = connection
  const violations = (await readOverridesOf(tx, grant, name)).flatMap(({ environmentName, override }) =>
    overrideFaults(connection, overrideOf([override], name), `${environmentName}: connectionProperties`),
  )
  if (violations.length > 0)
    throw new Problem(
      'conflict',
      `Environments have overrides of ${name} that do not fit this connection; change or delete them first`,
      { violations },
    )
}

const nameFaults = (name: string): readonly string[] =>
  name.toLowerCase() === RESERVED_NAME || /^\.{1,2}$/.test(name)
    ? [`body/name must not be ${name}, which is the path of another operation`]
    : []

/**
 * Throws `bad-request` with everything that is wrong with a connection at that path of the body, `others`
 * first.
 */
function checkConnection(wanted: ProjectConnectionChange, at = 'body', others: readonly string[] = []): void {
  const { authProvider, authType, connectionDetails } = wanted
  const declared = findAuthType(authProvider, authType)?.properties
  const path = `${at}/connectionDetails/connectionProperties`
  const faults = [
    ...others,
    ...kindFaults(wanted, at),
    // Without a kind it is not known which properties there are.
    ...(declared === undefined
      ? []
      : propertyFaults(declared, connectionDetails.connectionProperties, { path })),
  ]
  if (faults.length > 0) throw badRequest(faults)
}

function schemaOf(provider: (typeof connectionProviders)[number]): ConnectionSchema {
  const { authProvider, title, platformConnectionTypes, authTypes } = provider
  return {
    authProvider,
    title,
    platformConnectionTypes: [...platformConnectionTypes],
    authTypes: authTypes.map((one) => ({ ...one, properties: [...one.properties] })),
  }
}

export function present(found: store.StoredConnection | undefined, name: string): store.StoredConnection {
  if (found === undefined) throw notFound('Connection', name)
  return found
}
