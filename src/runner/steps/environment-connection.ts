import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readDefinition } from '../../connections/definition.ts'
import { resolveConnection, type SecretSource } from '../../connections/resolve.ts'
import { NAMED_CONNECTION } from '../../protocol/messages.ts'
import type { Connection, RedshiftConnection } from '../../warehouses/connection.ts'
import { bigQueryConnection } from './bigquery-connection.ts'
import { clickHouseConnection } from './clickhouse-connection.ts'
import { databricksConnection } from './databricks-connection.ts'
import { fileSafe } from './file-safe.ts'
import { lakeConnection } from './lake-connection.ts'
import type { Secrets } from './secrets.ts'
import { snowflakeConnection } from './snowflake-connection.ts'
import { stagingPlace } from './staging-place.ts'

export interface EnvironmentLocation {
  readonly dataDir: string
  readonly project: string
  readonly environment: string
  /** Folder whose files the environment's SQL may read and write. */
  readonly filesFolder: string
}

export interface Reading {
  readonly signal: AbortSignal
  /** Takes the values of secrets that are part of the connection. */
  readonly mask: (value: string) => void
}

/**
 * The environment's database with what only the runner knows: where the DuckDB file lies, and the value of a
 * named password. Throws an Error that says what is missing.
 */
export async function environmentConnection(
  wire: unknown,
  location: EnvironmentLocation,
  secrets: Secrets,
  { signal, mask }: Reading,
): Promise<Connection> {
  const given = wire as Record<string, unknown>
  const source = { get: (name: string) => secrets.get(name, signal), mask }
  if (given['type'] === NAMED_CONNECTION) return namedConnection(given, location, source)
  if (given['type'] === 'DUCKDB') return duckdb(given, location)
  if (given['type'] === 'POSTGRES') return postgres(given, source)
  throw new Error(`This runner cannot open a database of type ${String(given['type'])}`)
}

/** A connection of the project that the environment names. */
async function namedConnection(
  given: Record<string, unknown>,
  location: EnvironmentLocation,
  secrets: SecretSource,
): Promise<Connection> {
  const { name, authProvider, authType, properties } = await resolveConnection(
    readDefinition(given['definition']),
    secrets,
  )
  const resolved = { ...given, ...properties }
  if (authProvider === 'BIGQUERY') return bigQueryConnection(resolved, namesOf(resolved).databases)
  if (authProvider === 'CLICKHOUSE') return clickHouseConnection(resolved, namesOf(resolved).databases)
  if (authProvider === 'DATABRICKS') return databricksConnection(resolved, namesOf(resolved).databases)
  if (authProvider === 'DUCKDB') return duckdb(resolved, location)
  if (authProvider === 'LAKE')
    return lakeConnection({ name, authType }, resolved, location, namesOf(resolved))
  if (authProvider === 'POSTGRES') return postgres(resolved, secrets)
  if (authProvider === 'REDSHIFT') return redshift(resolved, secrets)
  if (authProvider === 'SNOWFLAKE') return snowflakeConnection(resolved, namesOf(resolved).databases)
  if (authProvider === 'MYSQL') return { ...(await serverOf(resolved, secrets, 3306)), type: 'MYSQL' }
  throw new Error(`This runner cannot run SQL on the connection ${name}, which is of type ${authProvider}`)
}

async function duckdb(given: Record<string, unknown>, location: EnvironmentLocation): Promise<Connection> {
  const path = duckdbPath(location)
  await mkdir(dirname(path), { recursive: true })
  const schema = text(given['schema'])
  return { type: 'DUCKDB', path, schema, folders: [location.filesFolder], ...namesOf(given) }
}

export const duckdbPath = ({
  dataDir,
  project,
  environment,
}: Omit<EnvironmentLocation, 'filesFolder'>): string =>
  join(dataDir, 'warehouse', project, `${fileSafe(environment)}.duckdb`)

async function postgres(given: Record<string, unknown>, secrets: SecretSource): Promise<Connection> {
  const schema = text(given['schema'])
  return { ...(await serverOf(given, secrets, 5432)), type: 'POSTGRES', schema }
}

async function redshift(given: Record<string, unknown>, secrets: SecretSource): Promise<Connection> {
  // It has the functions itself that others are taught.
  const { functions: _, ...server } = await serverOf(given, secrets, 5439)
  return { ...server, type: 'REDSHIFT', schema: text(given['schema']), staging: redshiftStaging(given) }
}

function redshiftStaging(given: Record<string, unknown>): RedshiftConnection['staging'] {
  const place = stagingPlace(given)
  return place && { ...place, iamRole: text(given['iamRole']) ?? 'default' }
}

async function serverOf(given: Record<string, unknown>, secrets: SecretSource, usualPort: number) {
  const host = text(given['host'])
  const database = text(given['database'])
  const user = text(given['user'])
  if (host === undefined || database === undefined || user === undefined) {
    throw new Error("The environment's connection lacks host, database or user")
  }
  const port = Number(given['port'] ?? usualPort)
  const password = text(given['password']) ?? (await named(text(given['passwordSecret']), secrets))
  const ssl = given['ssl'] === true
  return { host, port, database, user, password, ssl, ...namesOf(given) }
}

/** What the environment says about SQL that was written for another database. */
function namesOf(given: Record<string, unknown>) {
  const databases = Object.entries((given['databases'] ?? {}) as Readonly<Record<string, object>>)
  return {
    databases: databases.map(([name, mapped]) => ({ ...mapped, name })),
    functions: given['dialectFunctions'] === true,
  }
}

async function named(name: string | undefined, secrets: SecretSource): Promise<string | undefined> {
  if (name === undefined) return undefined
  const value = await secrets.get(name)
  if (value === undefined)
    throw new Error(`There is no secret named "${name}", neither at the runner nor in the project`)
  secrets.mask(value)
  return value
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
