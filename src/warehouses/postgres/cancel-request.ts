import type { EventEmitter } from 'node:events'
import { Client, type ClientConfig } from 'pg'
import { deadline } from '../../lib/wait.ts'

/** What the server has said of a session; another may cancel its statement with it. */
export interface BackendKey {
  readonly processID: number
  readonly secretKey: number
}

/** What pg knows of a connection, and its types do not say. */
interface Wire extends EventEmitter {
  readonly stream: { destroy(): void }
  connect(port: number | undefined, host: string | undefined): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

/**
 * Asks the server to cancel the statement of a session by the protocol's own request: the server takes it
 * before anybody has signed in, and hangs up. Throws when it has not within `limitMs`.
 */
export async function requestCancel(
  { processID, secretKey }: BackendKey,
  address: ClientConfig,
  limitMs: number,
): Promise<void> {
  const { connection } = new Client(address) as Client & { connection: Wire }
  const { promise: taken, resolve, reject } = Promise.withResolvers<void>()
  const send = () => connection.cancel(processID, secretKey)
  connection.on('error', reject)
  connection.once('end', resolve)
  connection.once('connect', () => (address.ssl ? connection.requestSsl() : send()))
  connection.once('sslconnect', send)
  connection.connect(address.port, address.host)
  await deadline(limitMs, taken).finally(() => connection.stream.destroy())
}
