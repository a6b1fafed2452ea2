import type { OutgoingPolicy } from '../../lib/outgoing-http.ts'
import type { PostgresConnection } from '../connection.ts'
import { createPostgresConnections, type SessionDialect } from './connections.ts'

const CONNECT_MS = 10_000

/**
 * Opens a new connection, asks for the version of the server, and disconnects: nothing is made and nothing is
 * kept. Throws WarehouseError, whose cause is what the driver threw.
 */
export async function probePostgres(
  connection: Omit<PostgresConnection, 'type'>,
  policy: OutgoingPolicy,
  signal: AbortSignal,
  { version = 'show server_version', sessions = undefined as SessionDialect | undefined } = {},
): Promise<string> {
  const limits = { policy, maxConnections: 1, idleMs: 1_000, connectMs: CONNECT_MS }
  // A schema that does not exist is made by the first statement that needs it, not by a test.
  const connections = createPostgresConnections({ ...connection, schema: undefined }, limits, sessions)
  try {
    const session = await connections.connect(signal)
    try {
      const { rows } = await session.call(() => session.client.query(version))
      return String(Object.values(Object(rows[0]))[0])
    } finally {
      await session.release()
    }
  } finally {
    await connections.close()
  }
}
