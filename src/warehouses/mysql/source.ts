import type { Socket } from 'node:net'
import type { Connection as MysqlConnection } from 'mysql2'
import { errorText } from '../../lib/error-text.ts'
import type { SourceDatabase } from '../source-database.ts'
import type { Cell } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { cellReader, definitionOf, type WireColumn } from './cells.ts'

export interface MysqlAddress {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string | undefined
  /** Encrypted, with a certificate that is valid for the host. */
  readonly ssl: boolean
}

export interface MysqlOptions {
  /** Aborting stops the query in the database, not only the waiting for it. */
  readonly signal: AbortSignal
  /** Opens a connection where the address may be reached. */
  readonly connect: (host: string, port: number, signal: AbortSignal) => Promise<Socket>
}

const CONNECT_MS = 15_000
const KILL_MS = 5_000
const BATCH_ROWS = 1_000

/** Connects to MySQL or MariaDB to read. Throws WarehouseError, the signal's reason when it aborts. */
export async function openMysqlSource(
  address: MysqlAddress,
  { signal, connect }: MysqlOptions,
): Promise<SourceDatabase> {
  const label = `MySQL at ${address.host}:${address.port}`
  const dial = (until: AbortSignal) => open(address, label, { connect, signal: until })
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
      throw error instanceof WarehouseError ? error : new WarehouseError(errorText(error), { cause: error })
    }
  }

  async function* batches(query: string): AsyncGenerator<readonly (readonly Cell[])[]> {
    let readers: readonly ((bytes: Buffer | null) => Cell)[] = []
    const running = connection.query({ sql: query, rowsAsArray: true, typeCast: (field) => field.buffer() })
    running.on('fields', (fields) => {
      readers = (fields as unknown as readonly WireColumn[]).map(cellReader)
    })
    const rows = running.stream({ highWaterMark: BATCH_ROWS })
    // Not raced row by row: what waits for an abort would be kept for each of them.
    stopped.promise.catch((reason) => rows.destroy(reason))
    let batch: (readonly Cell[])[] = []
    const each = rows[Symbol.asyncIterator]() as AsyncIterator<readonly (Buffer | null)[]>
    try {
      for (;;) {
        const next = await explained(() => each.next())
        if (next.done) break
        batch.push(next.value.map((bytes, index) => readers[index]?.(bytes) ?? null))
        if (batch.length < BATCH_ROWS) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    } finally {
      rows.destroy()
    }
  }

  await run(() => ask(connection, `set session transaction read only`))
  await run(() => ask(connection, `set time_zone = '+00:00'`))
  return {
    label,
    quoteName: (name) => `\`${name.replaceAll('`', '``')}\``,
    async describe(query) {
      const fields = await run(() =>
        ask(connection, `select * from (\n${query}\n) as headrace_described limit 0`),
      )
      return fields.map((field) => ({ name: field.name, type: definitionOf(field) }))
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

/** Runs a statement and answers the columns of its result. */
function ask(connection: MysqlConnection, sql: string): Promise<readonly WireColumn[]> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, _rows, fields) => {
      if (error) reject(error)
      else resolve((fields ?? []) as unknown as readonly WireColumn[])
    })
  })
}

async function open(
  { host, port, database, user, password, ssl }: MysqlAddress,
  label: string,
  { signal, connect }: MysqlOptions,
): Promise<MysqlConnection> {
  // Loaded when first needed: most runners never speak it.
  const { createConnection } = await import('mysql2')
  try {
    const stream = await connect(host, port, AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]))
    const connection = createConnection({
      host,
      port,
      database,
      user,
      password: password ?? '',
      stream,
      charset: 'utf8mb4',
      connectTimeout: CONNECT_MS,
      // A server may otherwise ask for files of this machine.
      flags: ['-LOCAL_FILES'],
      ...(ssl && { ssl: { rejectUnauthorized: true, verifyIdentity: true } }),
    })
    // The query that waits gets the error; without a listener, this event would end the program.
    connection.on('error', () => undefined)
    await new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error ? reject(error) : resolve()))
    }).catch((error) => {
      connection.destroy()
      throw error
    })
    return connection
  } catch (error) {
    throw new WarehouseError(`${label} ${refusalOf(error, user)}`, { cause: error })
  }
}

function refusalOf(error: unknown, user: string): string {
  const { code } = error as { readonly code?: string }
  if (code === 'ER_ACCESS_DENIED_ERROR') return `refused the user "${user}": wrong name or password`
  return `cannot be reached: ${errorText(error)}`
}

/** Never throws: what cannot be asked to stop is disconnected. */
async function killQuery(
  threadId: number | null,
  dial: (signal: AbortSignal) => Promise<MysqlConnection>,
): Promise<void> {
  try {
    const second = await dial(AbortSignal.timeout(KILL_MS))
    await ask(second, `kill query ${Number(threadId)}`).finally(() => second.destroy())
  } catch {
    // The connection is destroyed next.
  }
}
