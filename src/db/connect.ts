import pg from 'pg'
import { postgresUrl } from '../lib/postgres-url.ts'
import { StartupError } from '../lib/startup-error.ts'
import { tlsFault } from '../lib/tls-fault.ts'
import { named } from './named.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** Of every statement of a server. */
export const STATEMENT_TIMEOUT_MS = 30_000

type Limits = Pick<pg.ClientConfig, 'statement_timeout'>

/**
 * One connection for a command that maintains the database. Throws `StartupError` when the database cannot be
 * reached.
 */
export async function connect(
  connectionString: string,
  application: string,
  limits: Limits = {},
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

/**
 * Runs `work` on its own connection. Throws `StartupError` when it cannot connect, and when the server
 * refuses something that only its administrator can allow.
 */
export async function withConnection<T>(
  connectionString: string,
  application: string,
  work: (client: pg.Client) => Promise<T>,
  limits?: Limits,
): Promise<T> {
  const client = await connect(connectionString, application, limits)
  try {
    return await work(client)
  } catch (error) {
    throw refusal(connectionString, error)
  } finally {
    await client.end()
  }
}

/**
 * What is thrown for an error of a statement: a `StartupError` where only who set the server up can do
 * something about it.
 */
export function refusal(connectionString: string, error: unknown): unknown {
  const advice = error instanceof pg.DatabaseError ? advices[error.code ?? ''] : undefined
  if (advice === undefined) return error
  const said = `PostgreSQL at ${addressOf(connectionString)} refuses: ${reasonOf(error as Error)}`
  return new StartupError(`${said} ${advice}`, { cause: error })
}

/** What to do, by the SQLSTATE of what the server refused. */
const advices: Readonly<Record<string, string>> = {
  '42501':
    'Let the account of DATABASE_URL own the database (alter database … owner to …) and what is in it.',
  '25006': 'Let DATABASE_URL lead to the server that takes writes.',
  '3F000': 'Let the search_path of the account of DATABASE_URL name a schema that exists.',
}

/** Host, port and database of a connection string, or the folder of its socket: never the password. */
function addressOf(connectionString: string): string {
  const url = postgresUrl(connectionString)
  if (url === null) return 'the address in DATABASE_URL'
  return url.searchParams.get('host') ?? `${decodeURIComponent(url.host)}${url.pathname}`
}

/** What an error of the driver says, as the end of a sentence. */
export function reasonOf(error: Error): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as Error) : error
  if (inner.message.startsWith('unsupported startup parameter'))
    return `${inner.message}. A pooler is in between, such as PgBouncer: let DATABASE_URL lead to the server itself.`
  const message = tlsFault(inner, 'sslrootcert in DATABASE_URL') ?? inner.message
  return message.replace(/\.?$/, '.')
}
