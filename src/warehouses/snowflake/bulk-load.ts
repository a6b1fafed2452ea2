import type { S3Staging } from '../s3-staging.ts'
import { type BulkLoad, batchColumn, type Cell } from '../warehouse.ts'
import type { SnowflakeSession } from './connections.ts'
import { quoteText } from './names.ts'

/** An external stage, and the folder in S3 that it is. */
export interface Stage {
  /** As SQL names it. */
  readonly name: string
  readonly folder: S3Staging
}

const TABLE = 'HEADRACE_BATCH'
/** Fewer rows are sooner there without a file. */
const COPIED_ROWS = 1_000
/** Of JSON in one statement: a value has 16 MB at most. */
const PIECE_CHARACTERS = 4 * 1024 * 1024

/**
 * Begins a transaction on `session`, which ends with it. A definition would commit it, so that the table of
 * the batch is there before: its rows are JSON arrays, of any number of cells. They travel beside the
 * statement that adds them, as its parameter, or as a file of a stage, where there is one. Throws
 * WarehouseError, the signal's reason when it aborts.
 */
export async function beginLoad(session: SnowflakeSession, stage?: Stage): Promise<BulkLoad> {
  const run = async (sql: string, value?: string) => {
    const bindings = value === undefined ? undefined : [{ type: 'TEXT' as const, value }]
    const { rows } = await session.ask({ sql, bindings })
    return Number(rows[0]?.[0] ?? 0)
  }
  let width = 0

  async function begin(): Promise<void> {
    // What is left open or temporary ends with it.
    session.spoil()
    await run(`create or replace temporary table ${TABLE} (cells variant)`)
    await run('begin')
  }

  /** Each line of the file is an array, and becomes a row. */
  function copied(rows: readonly (readonly Cell[])[], { name, folder }: Stage): Promise<void> {
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    return folder.through({ text, ending: 'json' }, session.signal, (object) =>
      run(
        `copy into ${TABLE} from @${name} files = (${quoteText(object.name)}) file_format = (type = json compression = gzip) on_error = abort_statement`,
      ),
    )
  }

  await begin().catch(async (error) => {
    await session.release()
    throw error
  })
  return {
    get batch() {
      const cells = Array.from(
        { length: width },
        (_, index) => `cast(cells[${index}] as varchar) as ${batchColumn(index)}`,
      )
      return `(select ${cells.join(', ')} from ${TABLE}) as headrace_rows`
    },
    async fill(rows) {
      width = rows[0]?.length ?? 0
      await run(`delete from ${TABLE}`)
      if (stage !== undefined && rows.length >= COPIED_ROWS) return copied(rows, stage)
      for (const piece of pieces(rows))
        await run(`insert into ${TABLE} select value from table(flatten(input => parse_json(?)))`, piece)
    },
    execute: (sql) => run(sql),
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

/** The rows as texts of JSON arrays. */
function* pieces(rows: readonly (readonly Cell[])[]): Generator<string> {
  let piece: string[] = []
  let characters = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    piece.push(text)
    characters += text.length
    if (characters < PIECE_CHARACTERS) continue
    yield `[${piece.join(',')}]`
    piece = []
    characters = 0
  }
  if (piece.length > 0) yield `[${piece.join(',')}]`
}
