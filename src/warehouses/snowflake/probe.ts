import { WarehouseError } from '../warehouse-error.ts'
import { signIn } from './client.ts'
import type { SnowflakeConnection } from './connection.ts'
import { keptName } from './names.ts'

/**
 * Signs in, changes nothing, and answers the version, and where the session is. Throws WarehouseError when
 * that fails, and when the database or the warehouse of the connection cannot be used.
 */
export async function probeSnowflake(
  connection: SnowflakeConnection,
  send: typeof fetch,
  signal: AbortSignal,
): Promise<{ readonly version: string | undefined; readonly place: string }> {
  const client = await signIn(connection, send, signal)
  try {
    const { database, warehouse, role } = client.place
    const missing = missingOf(connection, client.place)
    if (missing !== undefined) throw new WarehouseError(missing)
    const { rows } = await client.ask({ sql: 'select current_version()' }, signal)
    const place = [
      database,
      ...(role === undefined ? [] : [`the role ${role}`]),
      ...(warehouse === undefined ? [] : [`the warehouse ${warehouse}`]),
    ].join(', ')
    return { version: rows[0]?.[0] ?? undefined, place }
  } finally {
    await client.close()
  }
}

type Place = Awaited<ReturnType<typeof signIn>>['place']

/** A session begins without what does not exist or may not be used. */
function missingOf(connection: SnowflakeConnection, place: Place): string | undefined {
  for (const what of ['database', 'warehouse'] as const) {
    const wanted = connection[what]
    if (wanted !== undefined && place[what] === undefined)
      return `The ${what} ${keptName(wanted)} does not exist, or the role ${place.role ?? 'of the user'} may not use it: grant usage on it`
  }
  return undefined
}
