import { mkdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createDuckdbFile, type DuckdbFile } from './duckdb/file.ts'
import { nativeCalls } from './duckdb/interruptible.ts'
import { createDuckdbWarehouse } from './duckdb/warehouse.ts'
import { createLimit } from './limit.ts'
import type { Connection, Warehouse } from './warehouse.ts'

/** The databases of environments. Whoever opens the same file or address twice shares it. */
export interface Warehouses {
  /** Throws WarehouseError when the place of the file cannot be made. Nothing is connected before the first use. */
  open(connection: Connection): Promise<Warehouse>
  /** Stops what runs and gives every file and connection back. */
  close(): Promise<void>
}

/** Statements that occupy a thread of Node's pool at the same time; one is left for files and name look-ups. */
const nativeThreads = Math.max(1, Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) - 1)
const maxSessions = 40
const idleMs = 60_000

export function createWarehouses(): Warehouses {
  const call = nativeCalls(createLimit(nativeThreads))
  const files = new Map<string, DuckdbFile>()

  async function openDuckdb(given: string, schema: string | undefined): Promise<Warehouse> {
    await mkdir(dirname(given), { recursive: true })
    const path = join(await realpath(dirname(given)), basename(given))
    const file = files.get(path) ?? createDuckdbFile(path, { call, maxSessions, idleMs })
    files.set(path, file)
    return createDuckdbWarehouse(file, schema)
  }

  return {
    async open(connection) {
      if (connection.type !== 'DUCKDB') throw new Error('Unknown type of database')
      return openDuckdb(connection.path, connection.schema)
    },
    async close() {
      await Promise.all([...files.values()].map((file) => file.close()))
    },
  }
}
