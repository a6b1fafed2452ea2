import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { rethrowDriverError } from './errors.ts'
import type { Pipelines } from './pipelines.ts'
import { statementName } from './statement-names.ts'

/** Hears of every statement that fails. */
type OnError = (error: unknown) => void

/** Kysely over two kinds of connections: pipelined ones for single statements, a pool for transactions. */
export class MixedDialect implements Dialect {
  readonly #pool: pg.Pool
  readonly #pipelines: Pipelines
  readonly #onError: OnError

  constructor(pool: pg.Pool, pipelines: Pipelines, onError: OnError) {
    this.#pool = pool
    this.#pipelines = pipelines
    this.#onError = onError
  }

  createDriver(): Driver {
    return new MixedDriver(this.#pool, this.#pipelines, this.#onError)
  }
  createQueryCompiler() {
    return new PostgresQueryCompiler()
  }
  createAdapter() {
    return new PostgresAdapter()
  }
  createIntrospector(db: Kysely<unknown>) {
    return new PostgresIntrospector(db)
  }
}

class MixedDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #pipelines: Pipelines
  readonly #onError: OnError

  constructor(pool: pg.Pool, pipelines: Pipelines, onError: OnError) {
    this.#pool = pool
    this.#pipelines = pipelines
    this.#onError = onError
  }

  async init(): Promise<void> {}

  /** No connection is taken yet: what is asked first, a statement or a transaction, decides which kind it is. */
  async acquireConnection(): Promise<DatabaseConnection> {
    return new MixedConnection(this.#pipelines, this.#onError)
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel } = settings
    const own = connection as MixedConnection
    own.client = await this.#pool.connect().catch(rethrowDriverError)
    await own.executeQuery(
      CompiledQuery.raw(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin'),
    )
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { command } = await (connection as MixedConnection)
      .client!.query('commit')
      .catch(rethrowDriverError)
    // PostgreSQL answers ROLLBACK to a COMMIT when a statement of the transaction had failed.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back because a statement failed')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const own = connection as MixedConnection
    try {
      await own.executeQuery(CompiledQuery.raw('rollback'))
    } catch {
      own.broken = true // closing the connection rolls back as well
    }
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const own = connection as MixedConnection
    own.client?.release(own.broken)
    own.client = undefined
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#pipelines.close()])
  }
}

class MixedConnection implements DatabaseConnection {
  client: pg.PoolClient | undefined
  broken = false
  readonly #pipelines: Pipelines
  readonly #onError: OnError

  constructor(pipelines: Pipelines, onError: OnError) {
    this.#pipelines = pipelines
    this.#onError = onError
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await (this.client === undefined
      ? this.#pipelines.query(sql, parameters)
      : this.client.query({ name: statementName(sql), text: sql, values: [...parameters] })
    ).catch((error: unknown) => {
      this.#onError(error)
      rethrowDriverError(error)
    })
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Read large results in pages')
  }
}
