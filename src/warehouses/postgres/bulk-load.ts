import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { QueryResult } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type BulkLoad, batchColumn, type Cell } from '../warehouse.ts'
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
export const beginLoad = (session: PostgresSession): Promise<BulkLoad> =>
  beginFilling(session, {
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

/** The same for what speaks PostgreSQL's protocol and takes rows in its own way. */
export async function beginFilling(
  session: PostgresSession,
  { batch, text, emptySql, add }: BatchFilling,
): Promise<BulkLoad> {
  const { client } = session
  let columns = 0
  const run = (sql: string) => session.call(() => client.query(sql))

  async function fill(rows: readonly (readonly Cell[])[]): Promise<void> {
    const wanted = rows[0]?.length ?? 0
    if (wanted === columns) await run(emptySql)
    else {
      const list = Array.from({ length: wanted }, (_, index) => `${batchColumn(index)} ${text}`).join(', ')
      await run(`drop table if exists ${batch}`)
      await run(`create temporary table ${BATCH_TABLE} (${list})`)
      columns = wanted
    }
    await add(rows, run)
  }

  await run('begin').catch(async (error) => {
    await session.release()
    throw error
  })
  return {
    batch,
    fill,
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
