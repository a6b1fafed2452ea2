import { BATCH_TABLE, beginFilling } from '../postgres/bulk-load.ts'
import type { PostgresSession } from '../postgres/connections.ts'
import type { BulkLoad, Cell } from '../warehouse.ts'
import type { RowCopies } from './copy-rows.ts'
import { quoteText } from './quote-text.ts'
import { LONGEST_TEXT } from './types.ts'

/** A statement has 16 MB at most. */
const STATEMENT_CHARACTERS = 2 * 1024 * 1024

/** Fewer rows are sooner there without a file. */
const COPIED_ROWS = 1_000

/**
 * Begins a transaction on `session`, which ends with it. COPY takes nothing but files, so that rows arrive as
 * INSERTs of many rows where there is no place for files. Throws WarehouseError, the signal's reason when it
 * aborts.
 */
export const beginLoad = (session: PostgresSession, copies: RowCopies | undefined): Promise<BulkLoad> =>
  beginFilling(session, {
    batch: BATCH_TABLE,
    text: LONGEST_TEXT,
    beginSql: 'begin',
    emptySql: `delete from ${BATCH_TABLE}`, // TRUNCATE would commit.
    async add(rows, run) {
      if (copies !== undefined && rows.length >= COPIED_ROWS)
        return copies.copied(BATCH_TABLE, rows, session.signal, run)
      for (const statement of inserts(rows)) await run(statement)
    },
  })

function* inserts(rows: readonly (readonly Cell[])[]): Generator<string> {
  let values: string[] = []
  let characters = 0
  for (const row of rows) {
    const text = `(${row.map((cell) => (cell === null ? 'null' : quoteText(cell))).join(', ')})`
    values.push(text)
    characters += text.length
    if (characters < STATEMENT_CHARACTERS) continue
    yield `insert into ${BATCH_TABLE} values ${values.join(', ')}`
    values = []
    characters = 0
  }
  if (values.length > 0) yield `insert into ${BATCH_TABLE} values ${values.join(', ')}`
}
