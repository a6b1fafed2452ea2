import { quoteName } from '../sql-text.ts'
import { refusalOfScript } from './confine.ts'
import type { Session } from './file.ts'

const databasesOf = 'select database_name from duckdb_databases()'

/** What runs by its name alone, as DuckDB writes it itself. */
const scriptsOf = `
  select database_name, view_name, sql from duckdb_views() where not internal
  union all
  select database_name, function_name, macro_definition from duckdb_functions() where macro_definition is not null and not internal`

/**
 * Attaches a database by `attach`. One that somebody brought as a file may have views and macros, whose SQL
 * stands in no script: where a script would be refused with it, the database is detached again and the error
 * says why.
 */
export async function attachRead<T>(
  { connection, folders }: Pick<Session, 'connection' | 'folders'>,
  attach: () => Promise<T>,
): Promise<T> {
  const rowsOf = async (sql: string) =>
    (await connection.runAndReadAll(sql)).getRows().map((row) => row.map(String))
  const before = new Set((await rowsOf(databasesOf)).flat())
  const attached = await attach()
  for (const [database = '', name, sql = ''] of await rowsOf(scriptsOf)) {
    const refusal = before.has(database) ? undefined : refusalOfScript(sql, { folders })
    if (refusal === undefined) continue
    await connection.run(`detach ${quoteName(database)}`)
    throw new Error(`${database} cannot be attached because of its view or macro ${name}. ${refusal}`)
  }
  return attached
}
