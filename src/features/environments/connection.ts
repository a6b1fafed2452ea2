import type { Db } from '../../db/database.ts'
import { badRequest } from '../../lib/problem.ts'
import { connectionOverrideFaults, defaultConnectionFaults } from '../connections/access.ts'
import type { Grant } from '../projects/access.ts'
import { databaseFaults } from './rules.ts'
import type { Connection, Databases, EnvironmentPatch } from './schema.ts'

/** A DuckDB file of the environment's own, in the runner's data folder. */
export const defaultConnection: Connection = { type: 'DUCKDB' }

/** Where the SQL of an environment runs, with what a request leaves as it is. */
interface Target {
  readonly connection: Connection
  readonly databases?: Databases | undefined
}

type WantedSettings = Pick<EnvironmentPatch, 'connection' | 'defaultConnections' | 'connectionOverrides'>

/**
 * Throws `forbidden` when the caller may not override connections and wants to, and `bad-request` with
 * everything that is wrong with where an environment's SQL would run, `others` first. The connections that it
 * names stay until the transaction ends.
 */
export async function checkSettings(
  tx: Db,
  grant: Grant,
  wanted: WantedSettings,
  { connection, databases = {} }: Target,
  others: readonly string[] = [],
): Promise<void> {
  const faults = [
    ...others,
    ...hostFaults(wanted.connection),
    ...databaseFaults(connection, databases),
    ...(await defaultConnectionFaults(tx, grant.projectId, wanted.defaultConnections)),
    ...(await connectionOverrideFaults(tx, grant, wanted.connectionOverrides)),
  ]
  if (faults.length > 0) throw badRequest(faults)
}

/** A path would be a Unix socket of the runner's machine; the rest has a meaning in connection strings. */
const NOT_IN_HOSTS = /[\s/\\@?&#=,%\p{Cc}]/u

const hostFaults = (connection: Connection | undefined): readonly string[] =>
  connection?.type === 'POSTGRES' && NOT_IN_HOSTS.test(connection.host)
    ? ['body/connection/host must be a host name or an IP address']
    : []
