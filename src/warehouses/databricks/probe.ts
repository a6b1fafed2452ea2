import { WarehouseError } from '../warehouse-error.ts'
import type { DatabricksConnection } from './connection.ts'
import { createClient } from './connections.ts'
import { quoteTable } from './quote.ts'

/**
 * Runs statements that change nothing, and answers the version and what was reached. Throws WarehouseError.
 */
export async function probeDatabricks(
  connection: DatabricksConnection,
  send: typeof fetch,
  signal: AbortSignal,
): Promise<{ readonly version: string | undefined; readonly place: string }> {
  const statements = createClient(connection, send)
  const { catalog, schema } = connection
  const settings = { catalog, schema: undefined, signal }
  const done = await statements.run('select current_user(), current_version().dbsql_version', settings)
  const [row = []] = (await Array.fromAsync(statements.rows(done, signal))).flat()
  const isThere = await statements
    .run(`describe schema ${quoteTable({ database: catalog, table: schema })}`, settings)
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof WarehouseError && /SCHEMA_NOT_FOUND/.test(error.message)) return false
        throw error
      },
    )
  const where = `${catalog}.${schema}${isThere ? '' : ', which the first step creates'}`
  return { version: row[1] ?? undefined, place: `as ${row[0]}: ${where}` }
}
