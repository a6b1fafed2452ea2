import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { type BulkLoad, batchColumn, type Cell } from '../warehouse.ts'
import type { PostgresSession } from './connections.ts'

const TABLE = 'pg_temp.headrace_batch'
/** Rows are sent in pieces of about this size. */
const PIECE_CHARACTERS = 128 * 1024

/** Begins a transaction on `session`, which ends with it. Throws WarehouseError, the signal's reason when it aborts. */
export async function beginLoad(session: PostgresSession): Promise<BulkLoad> {
  const { client } = session
  let columns = 0
  const run = (sql: string) => session.call(() => client.query(sql))

  async function fill(rows: readonly (readonly Cell[])[]): Promise<void> {
    const wanted = rows[0]?.length ?? 0
    if (wanted === columns) await run(`truncate ${TABLE}`)
    else {
      const list = Array.from({ length: wanted }, (_, index) => `${batchColumn(index)} text`).join(', ')
      await run(`drop table if exists ${TABLE}`)
      await run(`create temp table headrace_batch (${list})`)
      columns = wanted
    }
    await session.call(() =>
      pipeline(Readable.from(pieces(rows)), client.query(copyFrom(`copy ${TABLE} from stdin`))),
    )
  }

  await run('begin').catch(async (error) => {
    await session.release()
    throw error
  })
  return {
    batch: TABLE,
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
