import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { errorText } from '../../lib/error-text.ts'
import type { LakeConnection } from '../connection.ts'
import type { DatabaseName } from '../database-name.ts'
import { isRemote, OPENING_OPTIONS } from '../duckdb/confine.ts'
import { COMMON_SCHEMA, makeFunctions, type OpenedDatabases } from '../duckdb/databases.ts'
import { quoteName, quoteText } from '../sql-text.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { attachIcebergCatalog, ICEBERG_DATABASE } from './attach-iceberg.ts'
import { extensionFile, extensionsOf } from './extensions.ts'
import { hostsOf, type IcebergCatalog } from './iceberg-catalog.ts'
import { removeScratchOfDead } from './scratch.ts'
import { storeSecret } from './stores.ts'

/** The name of the environment's own database, unless the environment maps one. */
export const LAKE = 'lake'
const CATALOG_SECRET = 'headrace_catalog'
const STORE_SECRET = 'headrace_store'
const ICEBERG_STORE_SECRET = 'headrace_iceberg_store'

/** All but the schema that sessions choose. */
export type Lake = Omit<LakeConnection, 'schema'>

export interface LakeTools {
  /** The folder of DuckDB's extensions. */
  readonly extensions: string | undefined
  /** The address of a host that the runner may connect to. Throws AddressRefused for any other. */
  readonly addressOf: (host: string) => Promise<string>
}

/**
 * Opens a lake: an engine without a file of its own, with the lake's databases attached. Each has its catalog
 * in a schema of PostgreSQL and its Parquet files in a folder, so that any number of processes read and write
 * it at once.
 */
export async function openLake(connection: Lake, tools: LakeTools): Promise<OpenedDatabases> {
  const { scratch, dataPath, databases = [], functions = false } = connection
  await removeScratchOfDead(scratch)
  const instance = await DuckDBInstance.create(':memory:', openingOptions(scratch))
  try {
    const session = await instance.connect()
    await prepare(session, connection, tools)
    const alias = databases.find(({ database }) => database === undefined)
    const own = alias?.name ?? LAKE
    const names = [own, ...databases.map(({ name }) => name)]
    await attach(session, connection, { name: own, schema: alias?.schema })
    for (const one of databases) if (one.database !== undefined) await attach(session, connection, one)
    if (connection.icebergCatalog !== undefined) await attachTables(session, connection.icebergCatalog, names)
    if (functions) await makeFunctions(session)
    if (!isRemote(dataPath)) await mkdir(dataPath, { recursive: true })
    return { instance, connection: session, own }
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

/**
 * PostgreSQL's part asks the manager of secrets, which has to have a folder. Nothing is ever written there:
 * SQL may not reach it.
 */
function openingOptions(scratch: string) {
  const { allow_persistent_secrets: _, ...options } = OPENING_OPTIONS
  return { ...options, secret_directory: join(scratch, 'secrets'), temp_directory: join(scratch, 'tmp') }
}

/**
 * How commits that meet those of other writers are tried again: as long as DuckLake itself would, some twelve
 * seconds, but it would wait 100 ms before the first attempt, several times what a commit takes.
 */
const COMMIT_RETRIES = { ducklake_retry_wait_ms: 10, ducklake_max_retry_count: 16 }

/** Loads the extensions, and keeps the credentials in memory, where SQL cannot read them. */
async function prepare(session: DuckDBConnection, lake: Lake, tools: LakeTools): Promise<void> {
  const { catalog, store, formats, icebergCatalog } = lake
  for (const one of extensionsOf({ store: store?.kind, formats }))
    await session.run(`load ${quoteText(await extensionFile(tools.extensions, one))}`)
  await session.run('set global pg_pool_max_connections = 10')
  for (const [name, value] of Object.entries(COMMIT_RETRIES))
    await session.run(`set global ${name} = ${value}`)
  await createSecret(session, CATALOG_SECRET, 'postgres', {
    host: catalog.host,
    hostaddr: await tools.addressOf(catalog.host),
    port: String(catalog.port),
    database: catalog.database,
    user: catalog.user,
    password: catalog.password,
    sslmode: catalog.ssl ? 'verify-full' : 'prefer',
    sslrootcert: catalog.ssl ? 'system' : undefined,
  })
  if (store === undefined) return
  const { hostname, type, values } = storeSecret(store)
  await tools.addressOf(hostname)
  await createSecret(session, STORE_SECRET, type, { ...values, scope: lake.dataPath })
  if (icebergCatalog === undefined) return
  for (const host of hostsOf(icebergCatalog)) await tools.addressOf(host)
  await createSecret(session, ICEBERG_STORE_SECRET, type, { ...values, scope: icebergCatalog.files })
}

/** The tables of other engines are a database of their own. */
async function attachTables(
  session: DuckDBConnection,
  catalog: IcebergCatalog,
  names: readonly string[],
): Promise<void> {
  if (names.some((name) => name.toLowerCase() === ICEBERG_DATABASE))
    throw new WarehouseError(
      `The tables of the Iceberg catalog are in the database ${ICEBERG_DATABASE}: give the other database of that name another one`,
    )
  await attachIcebergCatalog(session, catalog)
}

async function createSecret(
  session: DuckDBConnection,
  name: string,
  type: string,
  values: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const given = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key} ${quoteText(value)}`],
  )
  await session.run(`create temporary secret ${name} (type ${type}, ${given.join(', ')})`)
}

/**
 * The environment's own database keeps its catalog in the schema that the connection names, others in schemas
 * beside it.
 */
async function attach(session: DuckDBConnection, lake: Lake, one: DatabaseName): Promise<void> {
  const { name, database, schema = COMMON_SCHEMA } = one
  const part = database?.toLowerCase()
  const options = {
    meta_secret: CATALOG_SECRET,
    metadata_schema: part === undefined ? lake.catalog.schema : `${lake.catalog.schema}_${part}`,
    // Beside one another: what clears a database of orphaned files takes everything below its folder.
    data_path: `${lake.dataPath}${part === undefined ? 'own' : `databases/${part}`}/`,
  }
  const given = Object.entries(options).map(([key, value]) => `${key} ${quoteText(value)}`)
  await make(session, `attach 'ducklake:postgres:' as ${quoteName(name)} (${given.join(', ')})`)
  for (const needed of new Set([COMMON_SCHEMA, schema]))
    await make(session, `create schema if not exists ${quoteName(name)}.${quoteName(needed)}`)
}

/** What PostgreSQL and DuckLake say of something that another session made at the same moment. */
const MADE_MEANWHILE = /duplicate key|already exists|concurrently updated|another transaction has created/
const ATTEMPTS = 5

/**
 * Runs a statement that creates something unless it exists, and runs it again when another runner creates the
 * same at that moment. `if not exists` of PostgreSQL does not help: it looks and creates in two steps.
 */
async function make(session: DuckDBConnection, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await session.run(sql)
      return
    } catch (error) {
      if (attempt === ATTEMPTS || !MADE_MEANWHILE.test(errorText(error))) throw error
    }
}
