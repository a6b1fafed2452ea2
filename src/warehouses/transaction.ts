import { errorText } from '../lib/error-text.ts'
import { createLimit } from './limit.ts'
import type { QueryResult, Transaction, Warehouse } from './warehouse.ts'
import { WarehouseError } from './warehouse-error.ts'

/** One session of a database that is kept for a transaction. */
export interface KeptSession {
  readonly signal: AbortSignal
  /** The transaction goes on when a query that is described on trial is refused. */
  readonly outlivesTrials?: boolean
  run(sql: string): Promise<unknown>
  /** Ends the session, and with it what is open on it. */
  release(): void | Promise<void>
  /** The database, whose every call takes a turn on this session. */
  warehouse(takeTurn: (signal: AbortSignal) => Promise<() => void>): Warehouse
}

export const transactionStatementRefused =
  'Statements that begin or end transactions cannot be used between the components Begin and Commit'

const statementFailed = (message: string): string =>
  `An earlier statement of the transaction failed, so it cannot be committed: ${message}`

/** Begins a transaction on `session`, which ends with it. */
export async function beginTransaction(session: KeptSession): Promise<Transaction> {
  const turns = createLimit(1)
  let failed: string | undefined
  let isOver = false

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    if (isOver) throw new WarehouseError('The transaction is over')
    if (failed !== undefined) throw new WarehouseError(failed)
    try {
      return await work()
    } catch (error) {
      failed = statementFailed(errorText(error))
      throw error
    }
  }

  async function end(sql: string): Promise<void> {
    if (isOver) return
    isOver = true
    const leave = await turns.enter(new AbortController().signal)
    try {
      await session.run(sql)
    } finally {
      leave()
      await session.release()
    }
  }

  try {
    await session.run('begin')
  } catch (error) {
    await session.release()
    throw error
  }
  const base = session.warehouse(async (signal) => {
    const leave = await turns.enter(signal)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      leave()
    }
  })
  const warehouse: Warehouse = {
    ...base,
    execute: (sql, options) =>
      guarded(() => base.execute(options.isFramed === true ? withoutFrame(sql) : sql, options)),
    query: (sql, options) => guarded(async () => watched(await base.query(sql, options), guarded)),
    describe: (table, options) => guarded(() => base.describe(table, options)),
    describeQuery: (sql, options) =>
      options.isTrial === true && session.outlivesTrials === true
        ? base.describeQuery(sql, options)
        : guarded(() => base.describeQuery(sql, options)),
    mergeSql: (merge, options) => guarded(() => base.mergeSql(merge, options)),
    beginLoad: async () => {
      throw new WarehouseError('Rows cannot be loaded inside a transaction that several components share')
    },
    beginTransaction: async () => {
      throw new WarehouseError('A transaction has begun already')
    },
    close: async () => undefined,
  }
  return {
    warehouse,
    async commit() {
      session.signal.throwIfAborted()
      if (failed !== undefined) {
        await end('rollback').catch(() => undefined)
        throw new WarehouseError(failed)
      }
      await end('commit')
    },
    lose(reason) {
      failed ??= reason
    },
    rollback: () => end('rollback').catch(() => undefined),
  }
}

/** Rows that arrive later may fail later. */
function watched(
  { columns, batches }: QueryResult,
  guarded: <T>(work: () => Promise<T>) => Promise<T>,
): QueryResult {
  async function* rows() {
    const source = batches[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await guarded(() => source.next())
        if (next.done === true) return
        yield next.value
      }
    } finally {
      await source.return?.()
    }
  }
  return { columns, batches: rows() }
}

/**
 * A script of ours in one transaction is part of the one that is open; that of a merge reports behind its
 * end.
 */
const withoutFrame = (sql: string): string =>
  sql.replace(/^begin;\n/, '').replace(/;\ncommit(;\nfrom headrace_report)?$/, '$1')
