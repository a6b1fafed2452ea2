import { Kysely } from 'kysely'
import pg from 'pg'
import type { Log } from '../lib/log.ts'
import { MixedDialect } from './dialect.ts'
import { watchDisk } from './full-disk.ts'
import { openPipelines } from './pipelines.ts'
import type { Tables } from './tables.generated.ts'

/**
 * What stores query. A single statement shares a pipelined connection with others; `db.transaction()` takes a
 * connection of the pool for itself. Session state (`set`, `listen`, advisory session locks) must not be used here.
 */
export type Db = Kysely<Tables>

export interface Database {
  readonly db: Db
  /** Whether the database lately refused a statement because its disk is full. */
  diskIsFull(): boolean
  /** Waits for running statements, then closes every connection. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly connectionString: string
  readonly log: Log
  /** Connections for transactions. */
  readonly poolSize?: number
  /** Connections that single statements share. */
  readonly pipelineCount?: number
  /**
   * For statements that touch few rows of large tables by their keys: a plan that is made while a table is small, and
   * kept, must not keep reading all of it. Options that the connection string names win over this.
   */
  readonly byKey?: boolean
}

const BY_KEY = '-c enable_seqscan=off -c enable_mergejoin=off'

const STATEMENT_TIMEOUT_MS = 30_000
/** A process that was stopped in the middle of a transaction must not keep its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000

/** bigint columns hold counters and sizes far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

/** Opens no connection yet: the first statement does. */
export function openDatabase(options: DatabaseOptions): Database {
  const connection: pg.ClientConfig = {
    connectionString: options.connectionString,
    application_name: 'headrace',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types,
    ...(options.byKey && { options: BY_KEY }),
  }
  const pool = new pg.Pool({ ...connection, max: options.poolSize ?? 8, idleTimeoutMillis: 30_000 })
  const lost = ({ message: reason }: Error) => options.log.warn({ reason }, 'A database connection was lost')
  pool.on('error', lost)
  // While a transaction has the connection the pool does not listen for errors; without a listener an error
  // ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const pipelines = openPipelines(connection, options.pipelineCount ?? 2, options.log)
  const disk = watchDisk()
  const db = new Kysely<Tables>({ dialect: new MixedDialect(pool, pipelines, disk.note) })
  return { db, diskIsFull: disk.isFull, close: () => db.destroy() }
}
