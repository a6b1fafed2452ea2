import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { QueryResult } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { quoteText } from '../sql-text.ts'
import type { TextLoad } from '../text-load.ts'
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
  readonly beginSql: string
  /** The statement that empties it. */
  readonly emptySql: string
  readonly add: (
    rows: readonly (readonly Cell[])[],
    run: (sql: string) => Promise<QueryResult>,
  ) => Promise<void>
}

/**
 * Begins a transaction on `session`, which ends with it. Throws WarehouseError, the signal's reason when it
 * aborts.
 */
export async function beginLoad(session: PostgresSession): Promise<BulkLoad> {
  const load = await beginFilling(session, {
    batch: `pg_temp.${BATCH_TABLE}`,
    text: 'text',
    // Between two batches a file may take its time to arrive.
    beginSql: 'begin; set local idle_in_transaction_session_timeout = 0',
    emptySql: `truncate pg_temp.${BATCH_TABLE}`,
    add: (rows) =>
      session.call(() =>
        pipeline(
          Readable.from(pieces(rows)),
          session.client.query(copyFrom(`copy pg_temp.${BATCH_TABLE} from stdin`)),
        ),
      ),
  })
  let { batch } = load
  return {
    ...load,
    text: textLoad(session),
    get batch() {
      return batch
    },
    fill(rows) {
      const columns = rows[0]?.length ?? 0
      const isWide = columns > MAX_COLUMNS
      batch = isWide ? arraysAsBatch(load.batch, columns) : load.batch
      return load.fill(isWide ? rows.map((row) => [arrayText(row)]) : rows)
    },
  }
}

/**
 * Short texts stay on the page of their row: more of them may not fit, and become one array, which does not
 * have to.
 */
const MAX_COLUMNS = 300

/** The rows of `table`, arrays in its only column, as rows of columns. */
function arraysAsBatch(table: string, columns: number): string {
  const cells = Array.from({ length: columns }, (_, index) => `cells[${index + 1}] as ${batchColumn(index)}`)
  // What a function makes is taken apart once; from the table it would be for each of its elements.
  const arrays = `select array_append(cast(${batchColumn(0)} as text[]), null) as cells from ${table} offset 0`
  return `(select ${cells.join(', ')} from (${arrays}) as arrays) as ${BATCH_TABLE}`
}

const arrayText = (cells: readonly Cell[]): string =>
  `{${cells.map((cell) => (cell === null ? 'null' : `"${cell.replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`

const SAVEPOINT = 'headrace_text'

function textLoad({ client, call, signal }: PostgresSession): TextLoad {
  const plainTables = new Map<string, boolean>()

  /** COPY ignores rules, and writes values into identity columns where INSERT refuses them. */
  async function takesAsInsert(table: string): Promise<boolean> {
    const known = plainTables.get(table)
    if (known !== undefined) return known
    const { rows } = await call(() => client.query<{ plain: boolean }>(isPlainTable, [table]))
    const isPlain = rows[0]?.plain === true
    plainTables.set(table, isPlain)
    return isPlain
  }

  return {
    async copy(records, { table, columns, format, count }) {
      if (!(await takesAsInsert(table))) return undefined
      const names = columns.map(({ name }) => name).join(', ')
      const marks = `delimiter ${quoteText(format.delimiter)}, null ${quoteText(format.nullText)}`
      const kind = format.quote === undefined ? 'format text' : `format csv, quote ${quoteText(format.quote)}`
      const how = `${kind}, ${marks}`
      const into = copyFrom(`copy ${table} (${names}) from stdin (${how})`)
      await call(() => client.query(`savepoint ${SAVEPOINT}`))
      let copied: number | undefined
      try {
        await call(() => pipeline(Readable.from([records]), client.query(into)))
        if (count === undefined || into.rowCount === count) copied = into.rowCount
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof WarehouseError)) throw error
      }
      const end = copied === undefined ? 'rollback to' : 'release'
      await call(() => client.query(`${end} savepoint ${SAVEPOINT}`))
      return copied
    },
  }
}

const isPlainTable = `
  select c.relkind in ('r', 'p') and not c.relhasrules
         and not exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attidentity = 'a') as plain
    from pg_class c where c.oid = to_regclass($1)`

/** The same for what speaks PostgreSQL's protocol and takes rows in its own way. */
export async function beginFilling(
  session: PostgresSession,
  { batch, text, beginSql, emptySql, add }: BatchFilling,
): Promise<BulkLoad> {
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

  await run(beginSql).catch(async (error) => {
    await session.release()
    throw error
  })
  return {
    batch,
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
