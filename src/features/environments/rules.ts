import { repeated } from '../../lib/repeated.ts'
import type { Connection, Databases } from './schema.ts'

/** Names that DuckDB gives to databases of its own, and we to one. */
const RESERVED = new Set(['memory', 'system', 'temp', 'headrace_functions'])

/**
 * What is wrong with the names of databases together with where the environment connects to, one sentence
 * each.
 */
export function databaseFaults(connection: Connection, databases: Databases): readonly string[] {
  const names = Object.keys(databases)
  return [
    ...repeated(names, lower).map((name) => `body/databases maps ${name} more than once`),
    ...names.flatMap((name) => faultsOf(connection, name, databases[name]?.database)),
    ...(connection.type === 'DUCKDB' ? duckdbFaults(databases) : []),
  ]
}

const lower = (text: string): string => text.toLowerCase()

const NAME = /^[A-Za-z_][\w$-]{0,254}$/

function faultsOf(connection: Connection, name: string, database: string | undefined): readonly string[] {
  if (!NAME.test(name))
    return [`body/databases cannot map ${JSON.stringify(name)}; names hold letters, digits, _, $ and -`]
  if (connection.type === 'DUCKDB')
    return RESERVED.has(name.toLowerCase()) ? [`body/databases cannot map ${name}, which is reserved`] : []
  if (database === undefined || database === connection.database) return []
  return [
    `body/databases must map ${name} to ${connection.database}, the database of the connection: PostgreSQL reaches no other`,
  ]
}

/** DuckDB opens a file under one name only. */
function duckdbFaults(databases: Databases): readonly string[] {
  const entries = Object.entries(databases)
  const own = entries.filter(([, { database }]) => database === undefined).map(([name]) => name)
  const files = entries.flatMap(([, { database }]) => (database === undefined ? [] : [database]))
  return [
    ...(own.length > 1
      ? [
          `body/databases can map only one of ${own.join(', ')} to the environment's own database; give the others a database`,
        ]
      : []),
    ...repeated(files, lower).map((file) => `body/databases can map only one name to the database ${file}`),
  ]
}

/** Whether an environment is for production, as far as its names say so. */
export const isProduction = (...names: readonly string[]): boolean =>
  names.some((name) => /(^|[^a-z])(prod|prd|production)([^a-z]|$)/i.test(name))
