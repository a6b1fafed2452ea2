import { mkdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { guardedFetch, type OutgoingPolicy } from '../lib/outgoing-http.ts'
import { guardedAddress, guardedConnect } from '../lib/outgoing-socket.ts'
import type { BigQueryConnections } from './bigquery/connections.ts'
import type { ClickHouseConnection } from './clickhouse/connection.ts'
import type { ClickHouseConnections } from './clickhouse/connections.ts'
import type { BigQueryConnection, Connection, DuckdbConnection, LakeConnection } from './connection.ts'
import type { DatabricksConnection } from './databricks/connection.ts'
import type { DatabricksConnections } from './databricks/connections.ts'
import type { DuckdbFile } from './duckdb/file.ts'
import { nativeCalls } from './duckdb/interruptible.ts'
import { createTurns, type Turns } from './duckdb/turns.ts'
import { keptConnections } from './kept-connections.ts'
import type { CopiedFile, CopyOptions } from './lake/copy-file.ts'
import type { LakeParts } from './lake/extensions.ts'
import { createLimit } from './limit.ts'
import { createMysqlConnections, type MysqlConnections } from './mysql/connections.ts'
import { createMysqlWarehouse } from './mysql/warehouse.ts'
import { createPostgresConnections, type PostgresConnections } from './postgres/connections.ts'
import { createPostgresWarehouse } from './postgres/warehouse.ts'
import { redshiftSessions } from './redshift/sessions.ts'
import { createRedshiftWarehouse } from './redshift/warehouse.ts'
import { createS3Staging } from './s3-staging.ts'
import { createSnowflakeConnections, type SnowflakeConnections } from './snowflake/connections.ts'
import { createSnowflakeWarehouse } from './snowflake/warehouse.ts'
import type { Warehouse } from './warehouse.ts'

/** The databases of environments. Opening the same file or address twice shares it. */
export interface Warehouses {
  /**
   * Nothing is connected before the first use. A DuckDB file that was opened with other grants is given back
   * first, when what runs on it has ended; `asItIs`: it stays as it was opened. Throws when the folder of a
   * DuckDB file cannot be made.
   */
  open(connection: Connection, use?: { readonly asItIs?: boolean }): Promise<Warehouse>
  /** Throws WarehouseError where this process lacks an extension of DuckDB that lakes need. */
  checkLake(lake: LakeParts): Promise<void>
  /**
   * Copies a DuckDB file into a lake (`copyFile`). What runs on the file is interrupted, and statements that
   * come meanwhile wait. Throws WarehouseError.
   */
  copyToLake(file: DuckdbConnection, lake: LakeConnection, options: CopyOptions): Promise<CopiedFile>
  /** Stops what runs and gives every file and connection back. */
  close(): Promise<void>
}

interface OpenFiles {
  readonly turns: Turns
  /** One for all that may use the same folders and databases. */
  readonly byGrant: Map<string, DuckdbFile>
  latest?: DuckdbFile
}

/**
 * Statements that occupy a thread of Node's pool at the same time; one is left for files and name look-ups.
 */
const nativeThreads = Math.max(1, Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) - 1)
const fileLimits = { maxSessions: 40, idleMs: 60_000 }
const connectionLimits = { maxConnections: 10, idleMs: 30_000, connectMs: 15_000 }

export interface WarehousesOptions extends OutgoingPolicy {
  /** The folder of DuckDB's extensions, for lakes. */
  readonly duckdbExtensions?: string | undefined
  /** Memory of each DuckDB file and lake; most of the machine's unless stated. */
  readonly duckdbMemoryMib?: number | undefined
}

/** The policy says which addresses database servers may have. */
export function createWarehouses(options: WarehousesOptions): Warehouses {
  const { duckdbExtensions, duckdbMemoryMib: memoryMib, ...policy } = options
  const call = nativeCalls(createLimit(nativeThreads))
  const files = new Map<string, OpenFiles>()
  const lakes = new Map<string, DuckdbFile>()
  const addresses = keptConnections<PostgresConnections>()
  const mysqlAddresses = keptConnections<MysqlConnections>()
  const bigQueries = keptConnections<BigQueryConnections>()
  const clickHouses = keptConnections<ClickHouseConnections>()
  const databricks = keptConnections<DatabricksConnections>()
  const accounts = keptConnections<SnowflakeConnections>()
  const dial = guardedConnect(policy)

  async function openDuckdb(connection: DuckdbConnection, asItIs?: boolean): Promise<Warehouse> {
    const { schema, databases = [] } = connection
    const { createDuckdbWarehouse } = await import('./duckdb/warehouse.ts')
    return createDuckdbWarehouse((await fileOf(connection, asItIs)).file, { schema, databases })
  }

  async function fileOf(
    connection: DuckdbConnection,
    asItIs = false,
  ): Promise<{ path: string; file: DuckdbFile }> {
    const { path: given, folders = [], databases = [], functions = false } = connection
    await mkdir(dirname(given), { recursive: true })
    // Loaded when first needed: a runner that only runs SQL elsewhere is spared the engine's memory.
    const { createDuckdbFile } = await import('./duckdb/file.ts')
    const path = join(await realpath(dirname(given)), basename(given))
    const grant = JSON.stringify([folders, databases, functions])
    const known = shared(files, path, (): OpenFiles => ({ turns: createTurns(), byGrant: new Map() }))
    if (known.latest !== undefined && asItIs) return { path, file: known.latest }
    const granted = { folders, databases, functions }
    known.latest = shared(known.byGrant, grant, () =>
      createDuckdbFile(path, { call, ...granted, memoryMib, turns: known.turns, ...fileLimits }),
    )
    return { path, file: known.latest }
  }

  async function openLake(connection: LakeConnection): Promise<Warehouse> {
    const { shareLake } = await import('./lake/share.ts')
    const { scratchOfEngine } = await import('./lake/scratch.ts')
    const { createLakeWarehouse } = await import('./lake/warehouse.ts')
    const { schema: _, ...lake } = connection
    const file = shared(lakes, JSON.stringify(lake), () =>
      shareLake(
        { ...lake, scratch: scratchOfEngine(lake.scratch) },
        { call, policy, extensions: duckdbExtensions, memoryMib, ...fileLimits },
      ),
    )
    return createLakeWarehouse(file, connection)
  }

  async function openBigQuery(connection: BigQueryConnection): Promise<Warehouse> {
    const { createBigQueryConnections } = await import('./bigquery/connections.ts')
    const { createBigQueryWarehouse } = await import('./bigquery/warehouse.ts')
    const { maxConnections } = connectionLimits
    const connections = bigQueries.get(connection, () =>
      createBigQueryConnections(connection, { policy, maxConnections }),
    )
    return createBigQueryWarehouse(connections, connection)
  }

  async function openClickHouse(connection: ClickHouseConnection): Promise<Warehouse> {
    const { createClickHouseConnections } = await import('./clickhouse/connections.ts')
    const { createClickHouseWarehouse } = await import('./clickhouse/warehouse.ts')
    const { maxConnections } = connectionLimits
    const connections = clickHouses.get(connection, () =>
      createClickHouseConnections(connection, { policy, maxConnections }),
    )
    return createClickHouseWarehouse(connections, connection)
  }

  async function openDatabricks(connection: DatabricksConnection): Promise<Warehouse> {
    const { createDatabricksConnections } = await import('./databricks/connections.ts')
    const { createDatabricksWarehouse } = await import('./databricks/warehouse.ts')
    const { maxConnections } = connectionLimits
    const connections = databricks.get(connection, () =>
      createDatabricksConnections(connection, { policy, maxConnections }),
    )
    return createDatabricksWarehouse(connections, connection)
  }

  return {
    async open(connection, { asItIs } = {}) {
      if (connection.type === 'DATABRICKS') return openDatabricks(connection)
      if (connection.type === 'CLICKHOUSE') return openClickHouse(connection)
      if (connection.type === 'BIGQUERY') return openBigQuery(connection)
      if (connection.type === 'DUCKDB') return openDuckdb(connection, asItIs)
      if (connection.type === 'LAKE') return openLake(connection)
      if (connection.type === 'MYSQL') {
        const { maxConnections, idleMs } = connectionLimits
        const connections = mysqlAddresses.get(connection, () =>
          createMysqlConnections(connection, { dial, maxConnections, idleMs }),
        )
        return createMysqlWarehouse(connections, connection)
      }
      if (connection.type === 'SNOWFLAKE') {
        const { maxConnections, idleMs } = connectionLimits
        const connections = accounts.get(connection, () =>
          createSnowflakeConnections(connection, { fetch: guardedFetch(policy), maxConnections, idleMs }),
        )
        const { staging } = connection
        const stage = staging && { name: staging.stage, folder: createS3Staging(staging, policy) }
        return createSnowflakeWarehouse(connections, { ...connection, stage })
      }
      if (connection.type === 'REDSHIFT') {
        const limits = { policy, ...connectionLimits }
        const connections = addresses.get(connection, () =>
          createPostgresConnections(connection, limits, redshiftSessions),
        )
        return createRedshiftWarehouse(connections, connection, policy)
      }
      const connections = addresses.get(connection, () =>
        createPostgresConnections(connection, { policy, ...connectionLimits }),
      )
      return createPostgresWarehouse(connections, connection)
    },
    async checkLake(lake) {
      const { extensionFile, extensionsOf } = await import('./lake/extensions.ts')
      for (const one of extensionsOf(lake)) await extensionFile(duckdbExtensions, one)
    },
    async copyToLake(connection, lake, options) {
      const { copyFile } = await import('./lake/copy-file.ts')
      const { scratchOfEngine } = await import('./lake/scratch.ts')
      const { path, file } = await fileOf(connection)
      const addressOf = (host: string) => guardedAddress(policy, host)
      const tools = { call, memoryMib, extensions: duckdbExtensions, addressOf }
      const own = { ...lake, scratch: scratchOfEngine(lake.scratch) }
      return file.lend(() => copyFile(path, own, tools, options))
    },
    async close() {
      const open = [
        ...[...files.values()].flatMap(({ byGrant }) => [...byGrant.values()]),
        ...lakes.values(),
        ...addresses.takeAll(),
        ...mysqlAddresses.takeAll(),
        ...bigQueries.takeAll(),
        ...accounts.takeAll(),
        ...clickHouses.takeAll(),
        ...databricks.takeAll(),
      ]
      lakes.clear()
      await Promise.all(open.map((one) => one.close()))
    },
  }
}

function shared<T>(known: Map<string, T>, key: string, create: () => T): T {
  const value = known.get(key) ?? create()
  known.set(key, value)
  return value
}
