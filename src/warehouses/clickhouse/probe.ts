import { createClient } from './client.ts'
import type { ClickHouseConnection } from './connection.ts'
import { quoteText } from './quote.ts'

/**
 * Runs a statement that changes nothing, and answers the version and what was reached. Throws WarehouseError.
 */
export async function probeClickHouse(
  connection: ClickHouseConnection,
  send: typeof fetch,
  signal: AbortSignal,
): Promise<{ readonly version: string | undefined; readonly place: string }> {
  const { database } = connection
  const run = createClient(connection, send)
  const answer = await run(
    `select version(), currentUser(), count() from system.databases where name = ${quoteText(database)}`,
    { database: undefined, signal, isRead: true },
  )
  const [row = []] = (await Array.fromAsync(answer.rows)).flat()
  const isThere = row[2] !== '0'
  return {
    version: row[0] ?? undefined,
    place: `as ${row[1]}: ${database}${isThere ? '' : ', which the first step creates'}`,
  }
}
