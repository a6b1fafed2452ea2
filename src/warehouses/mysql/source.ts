import { errorText } from '../../lib/error-text.ts'
import type { DatabaseServer } from '../connection.ts'
import { singleText } from '../float-text.ts'
import type { SourceDatabase } from '../source-database.ts'
import type { Cell } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { cellReader, definitionOf, isSingle, type WireColumn } from './cells.ts'
import { withAdvice } from './hints.ts'
import { splitStatements } from './split.ts'
import { ask, type Dial, killQuery, labelOf, learnServer, openClient, streamRows } from './wire.ts'

export interface MysqlOptions {
  /** Aborting stops the query in the database, not only the waiting for it. */
  readonly signal: AbortSignal
  /** Opens a connection where the address may be reached. */
  readonly connect: Dial
}

/** The most that servers take: a year. */
const MAX_TIMEOUT_SECONDS = 31_536_000

const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``

/**
 * The query and how its columns are read: MySQL writes six digits of a single-precision number, but all of
 * one that is a double.
 */
function withAllDigits(query: string, columns: readonly WireColumn[]) {
  const singles = new Set(columns.filter(isSingle).map(({ name }) => name))
  if (singles.size === 0) return { sql: query, readerOf: cellReader }
  const values = columns.map(({ name }) => {
    const quoted = quoteName(name)
    return singles.has(name) ? `${quoted} + 0e0 as ${quoted}` : quoted
  })
  return {
    sql: `select ${values.join(', ')} from (\n${query}\n) as headrace_read`,
    readerOf: (column: WireColumn) => (singles.has(column.name) ? singleReader : cellReader(column)),
  }
}

const singleReader = (bytes: Buffer | null): Cell => bytes && singleText(Number(bytes.toString('latin1')))

/** Connects to MySQL or MariaDB to read. Throws WarehouseError, the signal's reason when it aborts. */
export async function openMysqlSource(
  address: DatabaseServer,
  { signal, connect }: MysqlOptions,
): Promise<SourceDatabase> {
  const dial = (until: AbortSignal) => openClient(address, connect, until)
  const connection = await dial(signal).catch((error) => {
    signal.throwIfAborted()
    throw error
  })
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(() => undefined) // it may be that nothing waits for it
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= killQuery(connection.threadId, dial).then(() => connection.destroy())
    void stopping.then(() => stopped.reject(signal.reason))
  }
  signal.addEventListener('abort', stop, { once: true })

  /** A connection that is destroyed answers no more, so the abort is waited for beside it. */
  const run = <T>(work: () => Promise<T>) => explained(() => Promise.race([work(), stopped.promise]))

  async function explained<T>(work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      await stopping
      signal.throwIfAborted()
      if (error instanceof WarehouseError) throw error
      throw new WarehouseError(withAdvice(errorText(error), error), { cause: error })
    }
  }

  async function columnsOf(query: string): Promise<readonly WireColumn[]> {
    const { columns = [] } = await run(() =>
      ask(connection, `select * from (\n${query}\n) as headrace_described limit 0`),
    )
    return columns
  }

  async function* batches(query: string): AsyncGenerator<readonly (readonly Cell[])[]> {
    const { sql, readerOf } = withAllDigits(query, await columnsOf(query))
    const rows = (await run(() => streamRows(connection, sql, readerOf))).batches
    try {
      for (;;) {
        const next = await run(() => rows.next())
        if (next.done) return
        yield next.value
      }
    } finally {
      // Not waited for: what is left of a result ends with the connection.
      void rows.return(undefined).catch(() => undefined)
    }
  }

  const { product } = await run(() => learnServer(connection))
  await run(() => ask(connection, `set session transaction read only`))
  // Whoever takes the rows may be slow: after a minute of that the server would hang up.
  await run(() => ask(connection, `set time_zone = '+00:00', net_write_timeout = ${MAX_TIMEOUT_SECONDS}`))
  return {
    label: labelOf(address, product),
    quoteName,
    statements: (script) => splitStatements(script, true),
    async describe(query) {
      const columns = await columnsOf(query)
      return columns.map((column) => ({
        name: column.name,
        type: definitionOf(column),
        isSingle: isSingle(column),
      }))
    },
    read: async (query) => batches(query),
    async close() {
      signal.removeEventListener('abort', stop)
      await stopping
      // What is left of a result is not waited for.
      connection.destroy()
    },
  }
}
