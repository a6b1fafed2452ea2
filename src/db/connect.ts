import pg from 'pg'
import { StartupError } from '../lib/startup-error.ts'
import { tlsFault } from '../lib/tls-fault.ts'
import { named } from './named.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** Of every statement of a server. */
export const STATEMENT_TIMEOUT_MS = 30_000

/** One connection for a command that maintains the database. Throws `StartupError` when there is none to be had. */
export async function connect(
  connectionString: string,
  application: string,
  limits: Pick<pg.ClientConfig, 'statement_timeout'> = {},
): Promise<pg.Client> {
  try {
    // It reads the files that the connection string names.
    const client = new pg.Client({
      ...named(connectionString, application),
      ...limits,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    client.on('error', () => undefined) // the running query reports it
    await client.connect()
    return client
  } catch (error) {
    throw new StartupError(
      `Cannot connect to PostgreSQL at ${addressOf(connectionString)}: ${reasonOf(error as Error)}`,
    )
  }
}

/** Host, port and database of a connection string: never the password. */
function addressOf(connectionString: string): string {
  const url = URL.parse(connectionString)
  return url === null ? 'the address in DATABASE_URL' : `${url.host}${url.pathname}`
}

/** What an error of the driver says, as the end of a sentence. */
export function reasonOf(error: Error): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as Error) : error
  if (inner.message.startsWith('unsupported startup parameter'))
    return `${inner.message}. A pooler is in between, such as PgBouncer: let DATABASE_URL lead to the server itself.`
  const message = tlsFault(inner, 'sslrootcert in DATABASE_URL') ?? inner.message
  return message.replace(/\.?$/, '.')
}
