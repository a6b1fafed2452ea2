import { Client, type ClientConfig, DatabaseError, type FieldDef, Pool, type PoolClient } from 'pg'
import { errorText } from '../../lib/error-text.ts'
import type { OutgoingPolicy } from '../../lib/outgoing-http.ts'
import { guardedSocket, KEEP_ALIVE_MS } from '../../lib/outgoing-socket.ts'
import { deadline } from '../../lib/wait.ts'
import { OWN_MESSAGE } from '../cast.ts'
import type { PostgresConnection } from '../connection.ts'
import { createLimit } from '../limit.ts'
import { quoteName } from '../sql-text.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { type BackendKey, requestCancel } from './cancel-request.ts'
import { FUNCTIONS_SCHEMA, makeFunctions } from './functions.ts'
import { postgresHint } from './hints.ts'

/** Connections to one database; a statement or script has one of its own. */
export interface PostgresConnections {
  /** Throws WarehouseError when the database cannot be reached, the signal's reason when it aborts. */
  connect(signal: AbortSignal): Promise<PostgresSession>
  /** Cancels what runs and closes every connection. A later statement opens new ones. */
  close(): Promise<void>
}

export interface PostgresSession {
  readonly client: PoolClient
  readonly signal: AbortSignal
  /** Runs `work` on the client; an abort cancels it in the database and rejects with the signal's reason. */
  call<T>(work: () => Promise<T>): Promise<T>
  /** A transaction is open on it that others began and will end. */
  readonly isShared?: boolean
  readonly dialect: SessionDialect
  /**
   * Ends the session: open transactions are rolled back, settings and temporary tables dropped. `isAsFound`:
   * it made none and set nothing.
   */
  release(isAsFound?: boolean): Promise<void>
}

/** A column as the protocol tells it. */
export type ProtocolColumn = Pick<FieldDef, 'dataTypeID' | 'dataTypeModifier'>

/** How sessions differ of databases that speak PostgreSQL's protocol. */
export interface SessionDialect {
  /** What messages call the database. */
  readonly product: string
  /**
   * What every session sets, so that texts of values mean the same in all databases, whatever server,
   * database and user set.
   */
  readonly settings: string
  /**
   * Forgets settings and temporary tables; undefined where nothing does: there a connection is not used
   * again.
   */
  readonly forget: string | undefined
  /** Begins a transaction that can change nothing. */
  readonly beginReadOnly: string
  readonly hasSavepoints: boolean
  /** Backslashes in texts take the meaning from the sign behind them. */
  readonly escapesTexts: boolean
  /** Begins the transaction of a cursor. */
  readonly beginCursor: string
  /**
   * How cells of a column are read that the database writes otherwise than others; undefined for all others.
   */
  readerOf?(column: ProtocolColumn): ((cell: string) => string) | undefined
  /** Statements that end a transaction, beside those of every database. */
  readonly commits?: RegExp | undefined
  /** Asks what the database calls the session's last statement; undefined where it names none. */
  readonly queryId?: string | undefined
  /** What to do about an error; undefined for any other. */
  hint(message: string, code: string | undefined): string | undefined
}

const postgresSessions: SessionDialect = {
  product: 'PostgreSQL',
  // The order of day and month in texts of users stays theirs.
  settings: `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 3; set bytea_output = 'hex'`,
  forget: 'discard all',
  // Between two batches their reader may take its time.
  beginCursor: 'begin; set local idle_in_transaction_session_timeout = 0',
  beginReadOnly: 'set default_transaction_read_only = on; begin read only',
  hasSavepoints: true,
  escapesTexts: false,
  hint: postgresHint,
}

export interface PostgresLimits {
  readonly maxConnections: number
  readonly idleMs: number
  readonly connectMs: number
  /** Which addresses may be reached; decided on the one that is connected to. */
  readonly policy: OutgoingPolicy
}

const cancelAgainMs = 250
const CANCEL_TRIES = 20
const CANCEL_MS = 5_000
/** A connection that has died silently answers no more. */
const RESET_MS = 60_000

export function createPostgresConnections(
  connection: Omit<PostgresConnection, 'type'>,
  { maxConnections, idleMs, connectMs, policy }: PostgresLimits,
  dialect: SessionDialect = postgresSessions,
): PostgresConnections {
  const address = addressOf(connection, connectMs, policy)
  const places = createLimit(maxConnections)
  const sessions = new Set<Promise<void>>()
  let closing = new AbortController()
  let pool: Pool | undefined
  /** Why the functions of other dialects are missing; asked once for all connections. */
  let functions: Promise<string | undefined> | undefined

  async function prepare(client: PoolClient): Promise<void> {
    await client.query(connection.isSource === true ? `${dialect.settings}; ${readOnly}` : dialect.settings)
    await chooseSchema(client, connection)
    if (connection.functions !== true) return
    functions ??= makeFunctions(client).catch((error: unknown) => {
      // Cancelled, or disconnected: this session goes without them, and the next one tries again.
      functions = undefined
      return errorText(error)
    })
    if ((await functions) === undefined) await client.query(searchFunctions)
  }

  function open(): Pool {
    if (pool !== undefined) return pool
    pool = new Pool({ ...address, max: maxConnections, idleTimeoutMillis: idleMs, allowExitOnIdle: true })
    // A connection that breaks while idle is replaced by the next one; unheard, its error would end the
    // program.
    pool.on('error', () => undefined)
    return pool
  }

  /** Counts a session until the returned function is called. */
  function begin(leave: () => void): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    sessions.add(promise)
    return () => {
      leave()
      sessions.delete(promise)
      resolve()
    }
  }

  return {
    async connect(given) {
      const signal = AbortSignal.any([given, closing.signal])
      const end = begin(await places.enter(signal))
      const client = await connectTo(open(), connection, dialect).catch((error) => {
        end()
        throw error
      })
      const session = createSession(client, signal, address, dialect, end)
      try {
        await session.call(() => prepare(client))
        return session
      } catch (error) {
        await session.release()
        throw error
      }
    },
    async close() {
      closing.abort(new WarehouseError(`The connections to ${connection.host} were closed`))
      closing = new AbortController()
      await Promise.all(sessions)
      const ending = pool
      pool = undefined
      await ending?.end()
    },
  }
}

const addressOf = (
  connection: Omit<PostgresConnection, 'type'>,
  connectMs: number,
  policy: OutgoingPolicy,
): ClientConfig => ({
  stream: () => guardedSocket(policy),
  host: connection.host,
  port: connection.port,
  database: connection.database,
  user: connection.user,
  // Without a password of its own, none is taken from the runner's surroundings either.
  password: connection.password ?? (() => ''),
  ssl: connection.ssl,
  connectionTimeoutMillis: connectMs,
  application_name: 'headrace',
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
})

async function connectTo(
  pool: Pool,
  { host, port }: Pick<PostgresConnection, 'host' | 'port'>,
  dialect: SessionDialect,
): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    const outcome = error instanceof DatabaseError ? 'refused the connection' : 'cannot be reached'
    const message = `${dialect.product} at ${host}:${port} ${outcome}: ${describe(error, dialect)}`
    throw new WarehouseError(message, { cause: error })
  }
}

/** A refused connection to a name of several addresses has its messages inside. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return errorText(error)
}

const readOnly = 'set default_transaction_read_only = on'

/** Keeps what the schema, the user or the database put before. */
const searchFunctions = `select set_config('search_path',
  regexp_replace(current_setting('search_path'), ', ${FUNCTIONS_SCHEMA}$', '') || ', ${FUNCTIONS_SCHEMA}', false)`

/** The schema comes first; `public` stays in reach because extensions live there. */
async function chooseSchema(
  client: PoolClient,
  { schema, isSource }: Pick<PostgresConnection, 'schema' | 'isSource'>,
): Promise<void> {
  if (schema === undefined) return
  const { rows } = await client.query('select 1 from pg_namespace where nspname = $1', [schema])
  if (rows.length === 0 && isSource !== true) await makeSchema(client, schema)
  await client.query(`set search_path to ${quoteName(schema)}, public`)
}

/**
 * `if not exists` does not help two that make a schema at once: the later one breaks the catalogue's unique
 * index.
 */
async function makeSchema(client: PoolClient, schema: string): Promise<void> {
  try {
    await client.query(`create schema if not exists ${quoteName(schema)}`)
  } catch (error) {
    const madeByAnother = error instanceof DatabaseError && ['23505', '42P06'].includes(error.code ?? '')
    if (!madeByAnother) throw error
  }
}

function createSession(
  client: PoolClient,
  signal: AbortSignal,
  address: ClientConfig,
  dialect: SessionDialect,
  ended: () => void,
): PostgresSession {
  let released = false
  let cancelled = false
  /** Why the connection broke between two statements, which pg says as an event: the next one only fails. */
  let brokenBy: Error | undefined
  const broken = (error: Error) => {
    brokenBy ??= error
  }
  client.on('error', broken)
  return {
    client,
    signal,
    dialect,
    async call(work) {
      signal.throwIfAborted()
      const cancelling = cancelOnAbort(client, signal, address)
      try {
        return await work()
      } catch (error) {
        signal.throwIfAborted()
        const cause = error instanceof DatabaseError ? error : (brokenBy ?? error)
        throw new WarehouseError(describe(cause, dialect), { cause })
      } finally {
        cancelled ||= signal.aborted
        await cancelling.stop()
      }
    },
    async release(isAsFound = false) {
      if (released) return
      released = true
      // A late cancel must not hit the next user of the connection, so a cancelled one is not used again.
      const clean = !cancelled && (await reset(client, dialect, isAsFound))
      client.off('error', broken)
      client.release(!clean)
      ended()
    },
  }
}

function cancelOnAbort(client: PoolClient, signal: AbortSignal, address: ClientConfig) {
  const over = new AbortController()
  let cancelling: Promise<void> | undefined
  const cancel = () => {
    cancelling = cancelUntil(over.signal, client, address)
  }
  signal.addEventListener('abort', cancel, { once: true })
  return {
    async stop() {
      signal.removeEventListener('abort', cancel)
      over.abort()
      await cancelling
    },
  }
}

/** Asks again until the statement is over: a request that comes before it has begun is lost. */
async function cancelUntil(over: AbortSignal, client: PoolClient, address: ClientConfig): Promise<void> {
  const second = new Client(address)
  second.on('error', () => undefined)
  try {
    await second.connect()
    const { processID } = client as PoolClient & { processID: number }
    while (!over.aborted) {
      await second.query('select pg_cancel_backend($1)', [processID])
      await pause(cancelAgainMs, over)
    }
  } catch {
    // It has no connection left for the question, or does not know how to answer it.
    if (!over.aborted) await cancelUnasked(over, client, address)
  } finally {
    await second.end().catch(() => undefined)
  }
}

/**
 * The same by the protocol's own request; where that does not help, the connection is dropped under the
 * statement.
 */
async function cancelUnasked(over: AbortSignal, client: PoolClient, address: ClientConfig): Promise<void> {
  try {
    for (let tries = 0; tries < CANCEL_TRIES && !over.aborted; tries++) {
      await requestCancel(client as PoolClient & BackendKey, address, CANCEL_MS)
      await pause(cancelAgainMs, over)
    }
  } catch {
    // Nothing else is left to try.
  }
  if (!over.aborted) destroy(client)
}

function destroy(client: PoolClient): void {
  const { connection } = client as PoolClient & { connection: { readonly stream: { destroy(): void } } }
  connection.stream.destroy()
}

const pause = (ms: number, until: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    until.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })

/** false: the connection cannot be used again. */
async function reset(client: PoolClient, { forget }: SessionDialect, isAsFound: boolean): Promise<boolean> {
  const run = (sql: string) => deadline(RESET_MS, client.query(sql))
  try {
    if (client.getTransactionStatus() !== 'I') await run('rollback')
    if (isAsFound || forget === undefined) return isAsFound
    await run(forget)
    return true
  } catch {
    return false
  }
}

/**
 * What casts refuse themselves stands in quotes, whichever the server's language has, in a message about a
 * number that is none.
 */
const ownMessage = new RegExp(`${OWN_MESSAGE}(.*).$`, 's')
const shownMessage = (text: string): string => ownMessage.exec(text)?.[1] ?? text

function describe(error: unknown, dialect: SessionDialect): string {
  const { detail, hint, code } = error as { detail?: string; hint?: string; code?: string }
  const message = shownMessage(messageOf(error))
  const more = [detail && `Detail: ${detail}`, hint && `Hint: ${hint}`, dialect.hint(message, code)]
  return [message, ...more].filter(Boolean).join('\n')
}
