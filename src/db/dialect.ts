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
import { streamOf } from './client-internals.ts'
import { rethrowDriverError, takesNoWrites } from './errors.ts'
import type { Pipelines } from './pipelines.ts'
import { statementName } from './statement-names.ts'
import type { Watch } from './watch.ts'

/** What the two kinds of connections are made of. */
export interface Connections {
  readonly pool: pg.Pool
  readonly pipelines: Pipelines
  readonly watch: Watch
  /** Hears of every statement that fails. */
  readonly onError: (error: unknown) => void
}

/** Kysely over two kinds of connections: pipelined ones for single statements, a pool for transactions. */
export class MixedDialect implements Dialect {
  readonly #connections: Connections

  constructor(connections: Connections) {
    this.#connections = connections
  }

  createDriver(): Driver {
    return new MixedDriver(this.#connections)
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
  readonly #connections: Connections

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async init(): Promise<void> {}

  /**
   * No connection is taken yet: what is asked first, a statement or a transaction, decides which kind it is.
   */
  async acquireConnection(): Promise<DatabaseConnection> {
    return new MixedConnection(this.#connections)
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel } = settings
    const own = connection as MixedConnection
    own.client = await this.#connect().catch(rethrowDriverError)
    await own.executeQuery(
      CompiledQuery.raw(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin'),
    )
  }

  /** Leaves out what was idle in the pool while another connection was found dead. */
  async #connect(): Promise<pg.PoolClient> {
    const { pool, watch } = this.#connections
    for (;;) {
      const client = await pool.connect()
      if (!watch.isDoubtful(client)) return client
      streamOf(client).destroy()
      client.release(true)
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { command } = await (connection as MixedConnection).query('commit')
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
    const { pool, pipelines } = this.#connections
    await Promise.all([pool.end(), pipelines.close()])
  }
}

class MixedConnection implements DatabaseConnection {
  client: pg.PoolClient | undefined
  broken = false
  readonly #connections: Connections

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.query(sql, parameters)
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  /** Throws what PostgreSQL answered, or a `ConnectionError`. */
  async query(sql: string, parameters: readonly unknown[] = []): Promise<pg.QueryResult> {
    const { pipelines, watch, onError } = this.#connections
    const { client } = this
    try {
      const statement = { name: statementName(sql), text: sql, values: [...parameters] }
      return await (client === undefined
        ? pipelines.query(statement)
        : watch.exchange(client, () => client.query(statement)))
    } catch (error) {
      onError(error)
      this.broken ||= takesNoWrites(error)
      return rethrowDriverError(error)
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Read large results in pages')
  }
}
