import { type ConnectionDefinition, type PropertyValues, withOverride } from '../../connections/definition.ts'
import type { Db } from '../../db/database.ts'
import { lowered } from '../../lib/lowered.ts'
import { repeated } from '../../lib/repeated.ts'
import { NAMED_CONNECTION } from '../../protocol/messages.ts'
import { allows, type Grant, missing } from '../projects/access.ts'
import { PROBE_CHANNEL } from './channels.ts'
import { isOverrideOf, namesIn, overrideFaults, overrideOf } from './rules.ts'
import type { ConnectionOverride, ProjectConnection } from './schema.ts'
import { findConnections } from './store.ts'

export { PROBE_CHANNEL }

/** What an environment says about connections. */
export interface EnvironmentConnections {
  readonly defaultConnections: unknown
  readonly connectionOverrides: unknown
}

/** A connection as this environment sees it. */
export const definitionIn = (
  { name, authProvider, authType, connectionDetails }: Omit<ProjectConnection, 'updatedAt' | 'updatedBy'>,
  connectionOverrides: unknown,
): ConnectionDefinition => ({
  name,
  authProvider,
  authType,
  properties: withOverride(
    connectionDetails.connectionProperties,
    overrideOf(connectionOverrides, name) as PropertyValues,
  ),
})

/**
 * The connection that the SQL of an environment runs on by its `defaultConnections`; undefined when they name
 * none of the project's for that, and the environment's own `connection` counts.
 */
export async function warehouseConnection(
  db: Db,
  projectId: string,
  { defaultConnections, connectionOverrides }: EnvironmentConnections,
): Promise<ConnectionDefinition | undefined> {
  const names = namesIn(defaultConnections)
  if (names.length === 0) return undefined
  const found = await findConnections(db, projectId, names)
  const warehouse = found.find(isWarehouse)
  return warehouse && definitionIn(warehouse, connectionOverrides)
}

/**
 * A connection with the environment's overrides, locked until the transaction ends; undefined if it does not
 * exist.
 */
export async function lockedDefinition(
  tx: Db,
  projectId: string,
  { connectionOverrides }: EnvironmentConnections,
  name: string,
): Promise<ConnectionDefinition | undefined> {
  const [found] = await findConnections(tx, projectId, [name], 'lock')
  return found && definitionIn(found, connectionOverrides)
}

/** The database that the SQL of an environment runs on, as a message to a runner has it. */
export async function connectionFor(
  db: Db,
  projectId: string,
  environment: EnvironmentConnections & {
    readonly connection: { readonly databases?: unknown; readonly dialectFunctions?: unknown }
  },
): Promise<object> {
  const { connection } = environment
  if (environment.defaultConnections === null) return connection
  const definition = await warehouseConnection(db, projectId, environment)
  if (definition === undefined) return connection
  const { databases, dialectFunctions } = connection
  return { type: NAMED_CONNECTION, definition, databases, dialectFunctions }
}

const isWarehouse = ({ platformConnectionType }: ProjectConnection) => platformConnectionType === 'DWH'

/**
 * What is wrong with an environment's `defaultConnections`: they name what is no connection of its project,
 * or several to run SQL on. The named ones stay until the transaction ends.
 */
export async function defaultConnectionFaults(
  tx: Db,
  projectId: string,
  defaultConnections: unknown,
): Promise<readonly string[]> {
  const names = namesIn(defaultConnections)
  if (names.length === 0) return []
  const found = await findConnections(tx, projectId, names, 'lock')
  const known = new Set(found.map(({ name }) => lowered(name)))
  const warehouses = found.filter(isWarehouse).map(({ name }) => name)
  return [
    ...names
      .filter((name) => !known.has(lowered(name)))
      .map((name) => `body/defaultConnections names ${name}, which is not a connection of this project`),
    ...(warehouses.length > 1
      ? [`body/defaultConnections names several connections to run SQL on: ${warehouses.join(', ')}`]
      : []),
  ]
}

/**
 * What is wrong with an environment's `connectionOverrides`: they do not fit the connections that they name,
 * or name one twice. Those of other names are kept for programs that send them. Throws `forbidden` when the
 * caller may not override connections.
 */
export async function connectionOverrideFaults(
  db: Db,
  { projectId, role }: Grant,
  connectionOverrides: unknown,
): Promise<readonly string[]> {
  if (connectionOverrides === undefined) return []
  if (!allows(role, 'connections:override')) throw missing('connections:override')
  if (!Array.isArray(connectionOverrides)) return []
  const overrides = connectionOverrides as readonly Omit<ConnectionOverride, 'environmentName'>[]
  const found = await findConnections(
    db,
    projectId,
    overrides.map(({ connectionName }) => connectionName),
  )
  return [
    ...repeated(overrides, ({ connectionName }) => lowered(connectionName)).map(
      ({ connectionName }) =>
        `body/connectionOverrides names the connection ${connectionName} more than once`,
    ),
    ...overrides.flatMap((override, place) => {
      const connection = found.find(({ name }) => isOverrideOf(override, name))
      const path = `body/connectionOverrides/${place}/connectionProperties`
      return connection === undefined ? [] : overrideFaults(connection, override.connectionProperties, path)
    }),
  ]
}
