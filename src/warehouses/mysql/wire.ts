import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { Connection as MysqlClient, ResultSetHeader } from 'mysql2'
import { errorText } from '../../lib/error-text.ts'
import type { DatabaseServer } from '../connection.ts'
import type { Cell } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { WireColumn } from './cells.ts'
import { codeOf, TOO_LONG, withAdvice } from './hints.ts'

/** Opens a connection where the address may be reached. */
export type Dial = (host: string, port: number, signal: AbortSignal) => Promise<Socket>

const CONNECT_MS = 15_000
const KILL_MS = 5_000

/** Rows that are handed on at once. */
const BATCH_ROWS = 1_000

export type Product = 'MariaDB' | 'MySQL'

/** For messages; a server that has not said what it is may be either. */
export const labelOf = (
  { host, port }: Pick<DatabaseServer, 'host' | 'port'>,
  product: Product | 'MySQL or MariaDB' = 'MySQL or MariaDB',
): string => `${product} at ${host}:${port}`

export interface ClientAddress extends Omit<DatabaseServer, 'database'> {
  readonly database?: string | undefined
  /** Rows are sent to it as files are; not unless stated. */
  readonly takesFiles?: boolean
}

/** Connects and signs in, to no database unless `database` names one. Throws WarehouseError. */
export async function openClient(
  address: ClientAddress,
  connect: Dial,
  signal: AbortSignal,
): Promise<MysqlClient> {
  const { host, port, database, user, password, ssl, takesFiles = false } = address
  // Loaded when first needed: most runners never speak it.
  const { createConnection } = await import('mysql2')
  try {
    const stream = await connect(host, port, AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]))
    // Each file is sent in several small packets: the last would wait 40 ms until the server has confirmed
    // the one before.
    stream.setNoDelay(true)
    const client = createConnection({
      host,
      port,
      user,
      password: password ?? '',
      stream,
      charset: 'utf8mb4',
      connectTimeout: CONNECT_MS,
      // The client opens no file that a server asks for: `sendFile` has the only answer to that, and every
      // other statement fails.
      flags: [takesFiles ? '+LOCAL_FILES' : '-LOCAL_FILES'],
      ...(database !== undefined && { database }),
      ...(ssl && { ssl: { rejectUnauthorized: true, verifyIdentity: true } }),
    })
    // The query that waits gets the error; without a listener, this event would end the program.
    client.on('error', () => undefined)
    await new Promise<void>((resolve, reject) => {
      client.connect((error) => (error ? reject(error) : resolve()))
    }).catch((error) => {
      client.destroy()
      throw error
    })
    return client
  } catch (error) {
    throw new WarehouseError(`${labelOf(address)} ${refusalOf(error, user)}`, { cause: error })
  }
}

function refusalOf(error: unknown, user: string): string {
  const outcome = codeOf(error).startsWith('ER_') ? `refused the user "${user}"` : 'cannot be reached'
  return `${outcome}: ${withAdvice(errorText(error), error)}`
}

interface Server {
  readonly product: Product
  /** Bytes of a packet that it refuses. */
  readonly packetLimit: number
  /** The engine of tables that name none. */
  readonly engine: string
}

const servers = new WeakMap<MysqlClient, Server>()

/** The byte before a statement that says what the packet is. */
const COMMAND_BYTES = 1

/**
 * Asks the server, once for each client, what it is, and how long statements may be: from then on, longer
 * ones are refused before they are sent.
 */
export async function learnServer(client: MysqlClient): Promise<Server> {
  const known = servers.get(client)
  if (known !== undefined) return known
  const { rows } = await ask(client, 'select @@max_allowed_packet, version(), @@default_storage_engine')
  const [limit, version, engine] = rows[0] ?? []
  const product = String(version).includes('MariaDB') ? 'MariaDB' : 'MySQL'
  const server: Server = { product, packetLimit: Number(limit), engine: String(engine) }
  servers.set(client, server)
  return server
}

/**
 * Throws WarehouseError for a statement that the server would not take. It closes the connection before it
 * has read all of such a statement, and what it says about it is often lost with the connection.
 */
function refuseTooLong(client: MysqlClient, sql: string): void {
  const limit = servers.get(client)?.packetLimit ?? Number.POSITIVE_INFINITY
  const bytes = Buffer.byteLength(sql) + COMMAND_BYTES
  if (bytes >= limit)
    throw new WarehouseError(
      `${TOO_LONG} Its packet has ${bytes} bytes, and the server takes fewer than ${limit}.`,
    )
}

/** What the server answered to a statement. */
export interface Answer {
  /** Undefined when it is no result of rows. */
  readonly columns: readonly WireColumn[] | undefined
  readonly rows: readonly (readonly (string | number | null)[])[]
  readonly affectedRows: number
}

/** Runs one statement and takes its whole answer. */
export async function ask(client: MysqlClient, sql: string): Promise<Answer> {
  refuseTooLong(client, sql)
  return new Promise((resolve, reject) => {
    client.query({ sql, rowsAsArray: true }, (error, result, fields) => {
      if (error) return reject(error)
      const columns = fields as unknown as readonly WireColumn[] | undefined
      const { affectedRows = 0 } = Object(result) as { affectedRows?: number }
      resolve({
        columns,
        rows: columns === undefined ? [] : (result as unknown as Answer['rows']),
        affectedRows,
      })
    })
  })
}

/** Runs a LOAD DATA LOCAL that gets `contents`, whatever file the server names. */
export function sendFile(
  client: MysqlClient,
  sql: string,
  contents: Buffer,
): Promise<{ readonly affectedRows: number; readonly warnings: number }> {
  return new Promise((resolve, reject) => {
    const infileStreamFactory = () => Readable.from(piecesOf(contents))
    client.query({ sql, infileStreamFactory }, (error, result) => {
      if (error) return reject(error)
      const { affectedRows = 0, warningStatus = 0 } = Object(result) as ResultSetHeader
      resolve({ affectedRows, warnings: warningStatus })
    })
  })
}

/** A packet has 16 MB at most. */
const PIECE_BYTES = 256 * 1024

function* piecesOf(contents: Buffer): Generator<Buffer> {
  for (let from = 0; from < contents.length; from += PIECE_BYTES)
    yield contents.subarray(from, from + PIECE_BYTES)
}

/** The rows of a statement as they come; `readerOf` says how the bytes of a column's cells become texts. */
export interface RowStream {
  /** Undefined when the statement gave no rows: then it changed this many. */
  readonly columns: readonly WireColumn[] | undefined
  readonly affectedRows: number
  readonly batches: AsyncGenerator<readonly (readonly Cell[])[]>
}

type ReaderOf = (column: WireColumn) => (bytes: Buffer | null) => Cell

/**
 * Runs one statement and waits for its columns only. A stream that is left early leaves the connection
 * unusable.
 */
export async function streamRows(client: MysqlClient, sql: string, readerOf: ReaderOf): Promise<RowStream> {
  refuseTooLong(client, sql)
  const running = client.query({ sql, rowsAsArray: true, typeCast: (field) => field.buffer() })
  const rows = running.stream({ highWaterMark: BATCH_ROWS })
  let readers: readonly ReturnType<ReaderOf>[] = []
  const begun = Promise.withResolvers<readonly WireColumn[] | undefined>()
  let affectedRows = 0
  running.on('fields', (fields) => {
    const columns = fields as unknown as readonly WireColumn[] | undefined
    readers = (columns ?? []).map(readerOf)
    begun.resolve(columns)
  })
  // What changes rows answers with a count instead of rows.
  running.on('result', (row) => {
    if (Array.isArray(row)) return
    affectedRows = Number((Object(row) as { affectedRows?: number }).affectedRows ?? 0)
    begun.resolve(undefined)
  })
  rows.once('error', begun.reject)
  // A statement that streams is not told that the session is lost, only the connection is.
  const lost = (error: Error) => void rows.destroy(error)
  client.on('error', lost)
  const forget = () => client.off('error', lost)
  running.once('end', forget)
  rows.once('close', forget)
  const columns = await begun.promise.catch((error) => {
    rows.destroy()
    throw error
  })

  async function* batches(): AsyncGenerator<readonly (readonly Cell[])[]> {
    let batch: (readonly Cell[])[] = []
    try {
      for await (const row of rows as AsyncIterable<readonly (Buffer | null)[]>) {
        if (!Array.isArray(row)) continue
        batch.push(row.map((bytes, index) => readers[index]?.(bytes) ?? null))
        if (batch.length < BATCH_ROWS) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    } finally {
      rows.destroy()
    }
  }
  return { columns, affectedRows, batches: batches() }
}

/**
 * Stops what the session `threadId` runs. Never throws: what cannot be asked to stop is disconnected by the
 * caller.
 */
export async function killQuery(
  threadId: number | null,
  open: (signal: AbortSignal) => Promise<MysqlClient>,
): Promise<void> {
  try {
    const second = await open(AbortSignal.timeout(KILL_MS))
    await ask(second, `kill query ${Number(threadId)}`).finally(() => second.destroy())
  } catch {
    // The connection is destroyed next.
  }
}
