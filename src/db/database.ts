import { Kysely } from 'kysely'
import pg from 'pg'
import type { Log } from '../lib/log.ts'
import { streamOf } from './client-internals.ts'
import { STATEMENT_TIMEOUT_MS } from './connect.ts'
import { MixedDialect } from './dialect.ts'
import { watchDisk } from './full-disk.ts'
import { named } from './named.ts'
import { openPipelines } from './pipelines.ts'
import type { Tables } from './tables.generated.ts'
import { createWatch } from './watch.ts'

/**
 * What stores query. A single statement shares a pipelined connection with others; `db.transaction()` takes a
 * connection of the pool for itself. Session state (`set`, `listen`, advisory session locks) must not be used
 * here.
 */
export type Db = Kysely<Tables>

export interface Database {
  readonly db: Db
  /** Whether the database lately refused a statement because its disk is full. */
  diskIsFull(): boolean
  /** How long, in ms, the most silent of the connections has kept an answer waiting. */
  longestSilenceMs(): number
  /** Waits for running statements, then closes every connection; those that do not answer are cut. */
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
   * For statements that touch few rows of large tables by their keys. A plan may be made while a table is
   * small and used when it is large, so plans must not read whole tables. PostgreSQL reuses every plan here.
   * By itself it would plan these statements each time: it assumes longer arrays than ours, so that a reused
   * plan looks too expensive. Options that the connection string names win over this.
   */
  readonly byKey?: boolean
}

const BY_KEY = '-c enable_seqscan=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan'

/** A process that was stopped in the middle of a transaction must not keep its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000
/** A request that waits for a lock is answered 503 before its client gives up. */
const LOCK_TIMEOUT_MS = 4_000
const CONNECT_TIMEOUT_MS = 4_000

/** bigint columns hold counters and sizes far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

/** Opens no connection yet: the first statement does. */
export function openDatabase(options: DatabaseOptions): Database {
  const connection: pg.ClientConfig = {
    ...named(options.connectionString, 'headrace'),
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types,
    ...(options.byKey && { options: BY_KEY }),
  }
  const pool = new pg.Pool({ ...connection, max: options.poolSize ?? 8, idleTimeoutMillis: 30_000 })
  const lost = ({ message: reason }: Error) => options.log.warn({ reason }, 'A database connection was lost')
  pool.on('error', lost)
  const watch = createWatch(connection, options.log)
  const pooled = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    pooled.add(client)
    client.once('end', () => pooled.delete(client))
    // While a transaction has the connection the pool does not listen for errors; without a listener an error
    // ends the process.
    client.on('error', () => undefined)
    watch.opened(client)
  })
  const pipelines = openPipelines(connection, options.pipelineCount ?? 2, watch, options.log)
  const disk = watchDisk()
  const onError = disk.note
  const db = new Kysely<Tables>({ dialect: new MixedDialect({ pool, pipelines, watch, onError }) })

  async function close(): Promise<void> {
    await db.destroy()
    for (const client of pooled) streamOf(client).destroySoon() // the pool would wait for the other end to close
  }

  return {
    db,
    diskIsFull: disk.isFull,
    longestSilenceMs: watch.longestSilenceMs,
    close,
  }
}
