import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { DatabaseName } from '../database-name.ts'
import { quoteName, quoteText } from '../sql-text.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { OPENING_OPTIONS } from './confine.ts'
import { functionMacros } from './functions.ts'
import type { HelperThreads } from './helper-threads.ts'

/** In SQL of other platforms a schema of this name exists in every database. */
export const COMMON_SCHEMA = 'PUBLIC'
/** Holds the functions of other dialects: no file, so nothing of them stays in the environment's. */
export const FUNCTIONS_DATABASE = 'headrace_functions'

export interface DatabaseOptions {
  readonly databases: readonly DatabaseName[]
  /** Whether functions of other dialects are there. */
  readonly functions: boolean
}

/** An instance that is not confined yet, and the name of the environment's own database in it. */
export interface OpenedDatabases {
  readonly instance: DuckDBInstance
  readonly connection: DuckDBConnection
  readonly own: string
  /** Where they are launched on demand; DuckDB's own unless stated. */
  readonly helpers?: HelperThreads
}

/**
 * Opens the environment's file with the databases that its names stand for: a file each, in a folder beside
 * it and nowhere else. DuckDB gives a file one name, so the one name that stands for the environment's own
 * database becomes that.
 */
export async function openDatabases(path: string, options: DatabaseOptions): Promise<OpenedDatabases> {
  await mkdir(dirname(path), { recursive: true })
  const alias = options.databases.find(({ database }) => database === undefined)
  const instance = await DuckDBInstance.create(alias === undefined ? path : ':memory:', OPENING_OPTIONS)
  try {
    const connection = await instance.connect()
    if (alias !== undefined) {
      // As DuckDB itself has it for a file; for memory it would be the folder that the process runs in.
      await connection.run(`set global temp_directory = ${quoteText(`${path}.tmp`)}`)
      await attach(connection, path, alias)
    }
    for (const one of options.databases) {
      if (one.database !== undefined) await attach(connection, await fileOf(path, one.database), one)
    }
    if (options.functions) await makeFunctions(connection)
    const own = alias?.name ?? (await currentDatabase(connection))
    return { instance, connection, own }
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

async function attach(connection: DuckDBConnection, path: string, { name, schema }: DatabaseName) {
  await connection.run(`attach ${quoteText(path)} as ${quoteName(name)}`)
  for (const one of new Set([COMMON_SCHEMA, schema ?? COMMON_SCHEMA]))
    await connection.run(`create schema if not exists ${quoteName(name)}.${quoteName(one)}`)
}

/** Names come from the API, which checks them; a path is never made of anything else. */
async function fileOf(path: string, database: string): Promise<string> {
  if (!/^[\w-]{1,80}$/.test(database))
    throw new WarehouseError(`"${database}" cannot be the name of a database`)
  const folder = join(dirname(path), `${basename(path, '.duckdb')}.databases`)
  await mkdir(folder, { recursive: true })
  return join(folder, `${database.toLowerCase()}.duckdb`)
}

/** Makes the functions of other dialects, in a database of their own. */
export async function makeFunctions(connection: DuckDBConnection): Promise<void> {
  await connection.run(`attach ':memory:' as ${FUNCTIONS_DATABASE}`)
  for (const sql of functionMacros(`${FUNCTIONS_DATABASE}.main`)) await connection.run(sql)
}

async function currentDatabase(connection: DuckDBConnection): Promise<string> {
  const reader = await connection.runAndReadAll('select current_database()')
  return String(reader.getRows()[0]?.[0])
}
