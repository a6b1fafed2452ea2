import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { silent } from '../../../lib/log.ts'
import type { Connection, PostgresConnection } from '../../../warehouses/connection.ts'
import type { DatabaseName } from '../../../warehouses/database-name.ts'
import { quoteName } from '../../../warehouses/sql-text.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'

/** The kinds of databases that a scratch database can be of. */
export const scratchKinds = [
  'DUCKDB',
  'POSTGRES',
  'MYSQL',
  'REDSHIFT',
  'BIGQUERY',
  'SNOWFLAKE',
  'DATABRICKS',
  'CLICKHOUSE',
] as const
export type ScratchKind = (typeof scratchKinds)[number]

/** Where the names of an environment's SQL lead. */
export interface ScratchEnvironment {
  readonly kind: ScratchKind
  readonly schema?: string | undefined
  /** The name of the environment's database, for kinds that have one. */
  readonly database?: string | undefined
  readonly databases: readonly DatabaseName[]
  /** Whether SQL finds functions of other dialects. */
  readonly functions: boolean
}

/** A database for one command: empty, of the same kind as the environment's, and gone afterwards. */
export interface ScratchDatabase extends AsyncDisposable {
  readonly warehouse: Warehouse
}

/** Opens one in a folder of its own. The servers take a second or two; DuckDB starts at once. */
export async function openScratchDatabase(environment: ScratchEnvironment): Promise<ScratchDatabase> {
  // Loaded when it is needed: the other commands start faster without databases.
  const { createWarehouses } = await import('../../../warehouses/open.ts')
  const folder = await mkdtemp(join(tmpdir(), 'headrace-compile-'))
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  let stop: (() => Promise<void>) | undefined
  const dispose = async () => {
    await warehouses.close()
    await stop?.()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const server = await servers[environment.kind]?.(folder)
    stop = server?.stop
    const connection = server ? await server.connection(environment) : duckdb(folder, environment)
    return { warehouse: await warehouses.open(connection), [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

const duckdb = (folder: string, { schema, databases, functions }: ScratchEnvironment): Connection => ({
  type: 'DUCKDB',
  path: join(folder, 'scratch.duckdb'),
  schema,
  databases,
  functions,
})

interface Server {
  /** Where the environment's SQL runs on it. */
  connection(environment: ScratchEnvironment): Promise<Connection>
  stop(): Promise<void>
}

const servers: Readonly<Partial<Record<ScratchKind, (folder: string) => Promise<Server>>>> = {
  POSTGRES: startPostgres,
  MYSQL: startMariaDb,
  REDSHIFT: startRedshift,
  BIGQUERY: startBigQuery,
  SNOWFLAKE: startSnowflake,
  DATABRICKS: startDatabricks,
  CLICKHOUSE: startClickHouse,
}

async function startMariaDb(folder: string): Promise<Server> {
  const { startMariaDbServer } = await import('./mariadb-server.ts')
  const { connection, stop } = await startMariaDbServer(folder)
  const at = ({ database = 'headrace', databases }: ScratchEnvironment) => ({
    ...connection,
    database,
    databases,
  })
  return { connection: async (environment) => at(environment), stop }
}

/** There is no BigQuery to start: local-bigquery stands in for it, where it is installed. */
async function startBigQuery(): Promise<Server> {
  const { findLocalBigQuery, startLocalBigQuery } = await import('../../../warehouses/bigquery/stand-in.ts')
  const place = findLocalBigQuery()
  if (place === undefined)
    throw new Error(
      'local-bigquery, which stands in for BigQuery, is not installed: run `npm run warehouses -- bigquery` in a checkout of Headrace',
    )
  const standIn = await startLocalBigQuery(place)
  return {
    async connection({ schema = 'headrace', databases }) {
      const { endpoint } = standIn
      const credentials = { accessToken: 'any' }
      return {
        type: 'BIGQUERY',
        endpoint,
        project: 'local',
        dataset: schema,
        location: 'US',
        credentials,
        databases,
      }
    },
    stop: async () => standIn[Symbol.asyncDispose](),
  }
}

async function startSnowflake(): Promise<Server> {
  const { startSnowflakeEmulator } = await import('./snowflake-emulator.ts')
  const { connection, stop } = await startSnowflakeEmulator()
  return {
    connection: async ({ database, schema = 'PUBLIC', databases }) => ({
      ...connection(database),
      schema,
      databases,
    }),
    stop,
  }
}

/** There is no Databricks to start: Spark with Delta tables stands in for it, where it is installed. */
async function startDatabricks(): Promise<Server> {
  const { findSpark, startSpark } = await import('../../../warehouses/databricks/stand-in.ts')
  const place = findSpark()
  if (place === undefined)
    throw new Error(
      'Spark, which stands in for Databricks, is not installed: run `npm run warehouses -- databricks` in a checkout of Headrace',
    )
  const standIn = await startSpark(place)
  return {
    connection: async ({ schema = 'default', databases }) => ({ ...standIn.connection(schema), databases }),
    stop: async () => standIn[Symbol.asyncDispose](),
  }
}

/** ClickHouse's engine as a library, behind a front, where it is installed. */
async function startClickHouse(): Promise<Server> {
  const { findChdb, startChdb } = await import('../../../warehouses/clickhouse/stand-in.ts')
  const place = findChdb()
  if (place === undefined)
    throw new Error(
      'chdb, the engine of ClickHouse, is not installed: run `npm run warehouses -- clickhouse` in a checkout of Headrace',
    )
  const standIn = await startChdb(place)
  return {
    connection: async ({ database = 'headrace', databases }) => ({
      ...standIn.connection(database),
      databases,
    }),
    stop: async () => standIn[Symbol.asyncDispose](),
  }
}

/** There is no Redshift to start: PostgreSQL stands in for it. */
async function startRedshift(folder: string): Promise<Server> {
  const { standInForRedshift, standInFunctions } = await import('../../../warehouses/redshift/stand-in.ts')
  const postgres = await startPostgres(folder)
  const fronts: AsyncDisposable[] = []
  return {
    async connection(environment) {
      const {
        schema,
        functions: _,
        type: _type,
        isSource: _source,
        ...address
      } = await postgres.connection(environment)
      await executeAt({ ...address, type: 'POSTGRES' }, standInFunctions)
      const front = await standInForRedshift(address.host, address.port)
      fronts.push(front)
      return { ...address, type: 'REDSHIFT', host: '127.0.0.1', port: front.port, schema }
    },
    async stop() {
      for (const front of fronts) await front[Symbol.asyncDispose]()
      await postgres.stop()
    },
  }
}

/** A PostgreSQL that throws its data away, in `folder`. */
export async function startPostgres(folder: string) {
  const { startEmbeddedPostgres } = await import('../../../db/embedded/embedded-postgres.ts')
  const { dataFoldersOf } = await import('../../../db/embedded/place.ts')
  const place = join(folder, 'postgres')
  const server = await startEmbeddedPostgres({ folder: place, log: silent, durable: false })
  const { hostname, port, username, password, pathname } = new URL(server.connectionString)

  async function connection({ database, ...more }: ScratchEnvironment): Promise<PostgresConnection> {
    const address: PostgresConnection = {
      type: 'POSTGRES',
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      user: username,
      password: decodeURIComponent(password),
      schema: more.schema,
      ssl: false,
      databases: more.databases,
      functions: more.functions,
    }
    if (database === undefined || database === address.database) return address
    // SQL may name the database it runs in, so it needs the environment's name.
    const first = { ...address, schema: undefined, functions: false }
    await executeAt(first, `create database ${quoteName(database)}`)
    return { ...address, database }
  }

  async function stop() {
    await server.stop()
    // Started by root, PostgreSQL and its data lie outside of `folder`, in a place of their own.
    for (const data of dataFoldersOf(place)) await rm(dirname(data), { recursive: true, force: true })
  }

  return { connection, stop }
}

async function executeAt(address: Connection, script: string): Promise<void> {
  const { createWarehouses } = await import('../../../warehouses/open.ts')
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  try {
    const warehouse = await warehouses.open(address)
    await warehouse.execute(script, { signal: new AbortController().signal })
  } finally {
    await warehouses.close()
  }
}
