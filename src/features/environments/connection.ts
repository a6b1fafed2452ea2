import { badRequest } from '../../lib/problem.ts'
import { databaseFaults } from './rules.ts'
import type { Connection, Databases } from './schema.ts'

/** A DuckDB file of the environment's own, in the runner's data folder. */
export const defaultConnection: Connection = { type: 'DUCKDB' }

/** Throws `bad-request` when names of databases and where the environment connects to do not fit. */
export function checkDatabases(connection: Connection, databases: Databases = {}): void {
  const faults = databaseFaults(connection, databases)
  if (faults.length > 0) throw badRequest(faults)
}

/** A path would be a Unix socket of the runner's machine; the rest has a meaning in connection strings. */
const NOT_IN_HOSTS = /[\s/\\@?&#=,%\p{Cc}]/u

/** Throws `bad-request` for what is no host. */
export function checkHost(connection: Connection | undefined): void {
  if (connection?.type === 'POSTGRES' && NOT_IN_HOSTS.test(connection.host))
    throw badRequest(['body/connection/host must be a host name or an IP address'])
}
