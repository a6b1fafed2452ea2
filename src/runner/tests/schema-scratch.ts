import type { Connection, DuckdbConnection, PostgresConnection } from '../../warehouses/connection.ts'
import { createWarehouses, type WarehousesOptions } from '../../warehouses/open.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import type { ScratchDatabase, ScratchDatabases } from './scratch.ts'

/** A database on which a test gets a schema: a dataset of BigQuery, a database of MySQL. */
export type SchemaConnection = Exclude<Connection, DuckdbConnection | PostgresConnection>

export interface SchemaScratchOptions extends WarehousesOptions {
  /** The execution that runs the tests: what an earlier attempt of it left is dropped. */
  readonly execution: string
}

const always = { signal: new AbortController().signal }
const MAX_SCHEMAS = 10_000
/** What executions left that were never taken up again is dropped after so long. */
const LEFT_MS = 24 * 60 * 60_000

/**
 * Scratch schemas beside the one that an environment uses. These databases have no lock that dies with its
 * holder, so the names say whose they are and since when.
 */
export async function openSchemaScratch(
  server: SchemaConnection,
  { execution, ...options }: SchemaScratchOptions,
): Promise<ScratchDatabases<SchemaConnection> & AsyncDisposable> {
  const warehouses = createWarehouses(options)
  const run = execution.replaceAll('-', '').slice(-12)
  const prefix = `headrace_test_${minuteOf(new Date())}_${run}`
  const made: string[] = []
  let warehouse: Warehouse | undefined

  async function create(): Promise<ScratchDatabase<SchemaConnection>> {
    const name = `${prefix}_${made.length + 1}`
    made.push(name)
    await warehouse!.execute(`create ${warehouse!.parts.schemas.word} ${warehouse!.quoteName(name)}`, always)
    return {
      kind: server.type,
      connection: within(server, name),
      drop: () => dropSchema(warehouse!, name),
    }
  }

  async function dispose(): Promise<void> {
    if (warehouse !== undefined) for (const name of made) await dropSchema(warehouse, name)
    await warehouses.close()
  }

  try {
    warehouse = await warehouses.open(withoutNames(server))
    await dropLeftovers(warehouse, run)
    return { create, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

const withoutNames = (server: SchemaConnection): SchemaConnection => ({ ...server, databases: [] })

/**
 * The same server with another schema for bare names. Names of other databases would lead a test out of its
 * own.
 */
function within(server: SchemaConnection, name: string): SchemaConnection {
  if (server.type === 'BIGQUERY') return { ...server, dataset: name, databases: [] }
  if (server.type === 'MYSQL' || server.type === 'CLICKHOUSE')
    return { ...server, database: name, databases: [] }
  return { ...server, schema: name, databases: [] }
}

/** Never rejects: what cannot be dropped now is dropped by a later run. */
async function dropSchema(warehouse: Warehouse, name: string): Promise<void> {
  const { word, cascade } = warehouse.parts.schemas
  const sql = `drop ${word} if exists ${warehouse.quoteName(name)}${cascade}`
  await warehouse.execute(sql, always).catch(() => undefined)
}

/** As a part of a name, e.g. `20260131t0915`. */
const minuteOf = (date: Date): string => date.toISOString().slice(0, 16).replaceAll(/[-:]/g, '').toLowerCase()

const named = /^headrace_test_(\d{8}t\d{4})_([0-9a-f]{12})_\d+$/i

async function dropLeftovers(warehouse: Warehouse, run: string): Promise<void> {
  const old = minuteOf(new Date(Date.now() - LEFT_MS))
  const { batches } = await warehouse.query(warehouse.catalogue.schemas({ limit: MAX_SCHEMAS }), always)
  const left: string[] = []
  for await (const batch of batches)
    for (const [name] of batch) {
      const [, since, owner] = named.exec(name ?? '') ?? []
      if (since !== undefined && (owner?.toLowerCase() === run || since.toLowerCase() < old)) left.push(name!)
    }
  for (const name of left) await dropSchema(warehouse, name)
}
