import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { QueryResult } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { quoteText } from '../sql-text.ts'
import type { TextAsked, TextLoad } from '../text-load.ts'
import { type BulkLoad, batchColumn, type Cell } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { PostgresSession } from './connections.ts'

export const BATCH_TABLE = 'headrace_batch'
/** Rows are sent in pieces of about this size. */
const PIECE_CHARACTERS = 128 * 1024

/** How rows get into the temporary table of a batch. */
export interface BatchFilling {
  /** The table, in SQL. */
  readonly batch: string
  /** The type of its columns. */
  readonly text: string
  /** The statement that empties it. */
  readonly emptySql: string
  readonly add: (
    rows: readonly (readonly Cell[])[],
    run: (sql: string) => Promise<QueryResult>,
  ) => Promise<void>
}

/** Begins a transaction on `session`, which ends with it. Throws WarehouseError, the signal's reason when it aborts. */
export async function beginLoad(session: PostgresSession): Promise<BulkLoad> {
  const load = await beginFilling(session, {
    batch: `pg_temp.${BATCH_TABLE}`,
    text: 'text',
    emptySql: `truncate pg_temp.${BATCH_TABLE}`,
    add: (rows) =>
      session.call(() =>
        pipeline(
          Readable.from(pieces(rows)),
          session.client.query(copyFrom(`copy pg_temp.${BATCH_TABLE} from stdin`)),
        ),
      ),
  })
  // Between two batches a file may take its time to arrive.
  await load.execute('set local idle_in_transaction_session_timeout = 0').catch(async (error) => {
    await load.rollback()
    throw error
  })
  return { ...load, text: textLoad(session, load) }
}

const SAVEPOINT = 'headrace_text'

function textLoad({ client, call, signal }: PostgresSession, load: Filling): TextLoad {
  async function copied(records: Buffer, delimiter: string): Promise<number> {
    const format = `format text, delimiter ${quoteText(delimiter)}, null ''`
    const into = copyFrom(`copy pg_temp.${BATCH_TABLE} from stdin (${format})`)
    await call(() => pipeline(Readable.from([records]), client.query(into)))
    return into.rowCount
  }
  async function addAll(records: Buffer, { delimiter, insert }: TextAsked): Promise<number | undefined> {
    try {
      const count = await copied(records, delimiter)
      return (await load.execute(insert)) === count ? count : undefined
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof WarehouseError) return undefined
      throw error
    }
  }
  return {
    async add(records, asked) {
      await load.empty(asked.columns)
      await load.execute(`savepoint ${SAVEPOINT}`)
      const count = await addAll(records, asked)
      await load.execute(`${count === undefined ? 'rollback to' : 'release'} savepoint ${SAVEPOINT}`)
      return count
    },
    isWritten,
  }
}

/** What is written as it was read: a regular expression takes three times as long. */
function isWritten(column: string, kind: 'day' | 'moment'): string {
  if (kind === 'day')
    return `${column} like '____-__-__' and cast(cast(${column} as date) as text) = ${column}`
  const [whole, fraction] = [`left(${column}, 19)`, `substr(${column}, 20)`]
  const isFraction = `(length(${column}) = 19 or ${fraction} ~ '^[.][0-9]+$')`
  return `${column} like '____-__-__ __:__:__%' and cast(cast(${whole} as timestamp) as text) = ${whole} and ${isFraction}`
}

interface Filling extends BulkLoad {
  /** An empty batch of so many columns. */
  empty(columns: number): Promise<void>
}

/** The same for what speaks PostgreSQL's protocol and takes rows in its own way. */
export async function beginFilling(
  session: PostgresSession,
  { batch, text, emptySql, add }: BatchFilling,
): Promise<Filling> {
  const { client } = session
  let columns = 0
  const run = (sql: string) => session.call(() => client.query(sql))

  async function empty(wanted: number): Promise<void> {
    if (wanted === columns) await run(emptySql)
    else {
      const list = Array.from({ length: wanted }, (_, index) => `${batchColumn(index)} ${text}`).join(', ')
      await run(`drop table if exists ${batch}`)
      await run(`create temporary table ${BATCH_TABLE} (${list})`)
      columns = wanted
    }
  }

  await run('begin').catch(async (error) => {
    await session.release()
    throw error
  })
  return {
    batch,
    empty,
    async fill(rows) {
      await empty(rows[0]?.length ?? 0)
      await add(rows, run)
    },
    execute: async (sql) => (await run(sql)).rowCount ?? 0,
    async commit() {
      try {
        await run('commit')
      } finally {
        await session.release()
      }
    },
    // What is not committed is rolled back with the session.
    rollback: () => session.release(),
  }
}

/** The rows in the text format of COPY. */
function* pieces(rows: readonly (readonly Cell[])[]): Generator<Buffer> {
  let piece = ''
  for (const row of rows) {
    piece += `${row.map(cellText).join('\t')}\n`
    if (piece.length < PIECE_CHARACTERS) continue
    yield Buffer.from(piece)
    piece = ''
  }
  if (piece !== '') yield Buffer.from(piece)
}

const special = /[\\\t\n\r]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function cellText(cell: Cell): string {
  if (cell === null) return '\\N'
  return special.test(cell) ? cell.replaceAll(/[\\\t\n\r]/g, (one) => escapes[one]!) : cell
}
