import { mkdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { OutgoingPolicy } from '../lib/outgoing-http.ts'
import { guardedConnect } from '../lib/outgoing-socket.ts'
import type { DuckdbFile } from './duckdb/file.ts'
import { nativeCalls } from './duckdb/interruptible.ts'
import { createLimit } from './limit.ts'
import { createMysqlConnections, type MysqlConnections } from './mysql/connections.ts'
import { createMysqlWarehouse } from './mysql/warehouse.ts'
import { createPostgresConnections, type PostgresConnections } from './postgres/connections.ts'
import { createPostgresWarehouse } from './postgres/warehouse.ts'
import type { Connection, DuckdbConnection, Warehouse } from './warehouse.ts'

/** The databases of environments. Opening the same file or address twice shares it. */
export interface Warehouses {
  /** Nothing is connected before the first use. Throws when the folder of a DuckDB file cannot be made. */
  open(connection: Connection): Promise<Warehouse>
  /** Stops what runs and gives every file and connection back. */
  close(): Promise<void>
}

interface OpenFile {
  readonly file: DuckdbFile
  /** The folders and databases it was opened with. */
  readonly grant: string
}

/**
 * Statements that occupy a thread of Node's pool at the same time; one is left for files and name look-ups.
 */
const nativeThreads = Math.max(1, Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) - 1)
const fileLimits = { maxSessions: 40, idleMs: 60_000 }
const connectionLimits = { maxConnections: 10, idleMs: 30_000, connectMs: 15_000 }

/** `policy` says which addresses database servers may have. */
export function createWarehouses(policy: OutgoingPolicy): Warehouses {
  const call = nativeCalls(createLimit(nativeThreads))
  const files = new Map<string, OpenFile>()
  const addresses = new Map<string, PostgresConnections>()
  const mysqlAddresses = new Map<string, MysqlConnections>()
  const dial = guardedConnect(policy)

  async function openDuckdb(connection: DuckdbConnection): Promise<Warehouse> {
    const { path: given, schema, folders = [], databases = [], functions = false } = connection
    await mkdir(dirname(given), { recursive: true })
    // Loaded when first needed: a runner that only runs SQL elsewhere is spared the engine's memory.
    const { createDuckdbFile } = await import('./duckdb/file.ts')
    const { createDuckdbWarehouse } = await import('./duckdb/warehouse.ts')
    const path = join(await realpath(dirname(given)), basename(given))
    const grant = JSON.stringify([folders, databases, functions])
    let open = files.get(path)
    if (open?.grant !== grant) {
      // An open file keeps what it was granted, so one with another grant has to be closed first.
      const earlier = open?.file
      open = { grant, file: createDuckdbFile(path, { call, folders, databases, functions, ...fileLimits }) }
      files.set(path, open)
      await earlier?.close()
    }
    return createDuckdbWarehouse(open.file, schema, databases)
  }

  return {
    async open(connection) {
      if (connection.type === 'DUCKDB') return openDuckdb(connection)
      if (connection.type === 'MYSQL') {
        const { maxConnections, idleMs } = connectionLimits
        const connections = shared(mysqlAddresses, JSON.stringify(connection), () =>
          createMysqlConnections(connection, { dial, maxConnections, idleMs }),
        )
        return createMysqlWarehouse(connections, connection)
      }
      const connections = shared(addresses, JSON.stringify(connection), () =>
        createPostgresConnections(connection, { policy, ...connectionLimits }),
      )
      return createPostgresWarehouse(connections, connection)
    },
    async close() {
      const open = [
        ...[...files.values()].map(({ file }) => file),
        ...addresses.values(),
        ...mysqlAddresses.values(),
      ]
      addresses.clear()
      mysqlAddresses.clear()
      await Promise.all(open.map((one) => one.close()))
    },
  }
}

function shared<T>(known: Map<string, T>, key: string, create: () => T): T {
  const value = known.get(key) ?? create()
  known.set(key, value)
  return value
}
