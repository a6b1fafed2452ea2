import { type BulkLoad, batchColumn, type Cell } from '../warehouse.ts'
import type { BigQuerySession } from './connections.ts'
import { textCell, textRows } from './insert-json.ts'

const TABLE = 'headrace_batch'

/** A request has 10 MB at most, of which the rows are the text of a parameter. */
const REQUEST_BYTES = 4 * 1024 * 1024

/**
 * Begins a transaction on `session`, which ends with it. Rows travel as a parameter of an INSERT, for a load
 * job is no part of a transaction. Throws WarehouseError, the signal's reason when it aborts.
 */
export async function beginLoad(session: BigQuerySession): Promise<BulkLoad> {
  const { jobs, signal } = session
  let isOver = false
  let width = 0

  async function run(sql: string, parameters: Readonly<Record<string, string>> = {}): Promise<number> {
    const job = await session.start(sql, { parameters })
    await jobs.rows(job, { maxRows: 0 }, signal)
    const { statistics } = await jobs.resource(job, signal)
    return Number(statistics?.query?.numDmlAffectedRows ?? 0)
  }

  async function fill(rows: readonly (readonly Cell[])[]): Promise<void> {
    const names = (rows[0] ?? []).map((_, index) => batchColumn(index))
    if (width === names.length) await run(`delete from ${TABLE} where true`)
    else
      await run(
        `create ${width === 0 ? '' : 'or replace '}temp table ${TABLE} (${names.map((name) => `${name} string`).join(', ')})`,
      )
    width = names.length
    const values = names.map((_, index) => textCell(index)).join(', ')
    for (const text of textsOf(rows))
      await run(
        `insert into ${TABLE} (${names.join(', ')}) select ${values} from ${textRows('@headrace_rows')}`,
        {
          headrace_rows: text,
        },
      )
  }

  async function end(): Promise<void> {
    isOver = true
    await session.release()
  }

  await run('begin transaction').catch(async (error) => {
    await session.release()
    throw error
  })
  return {
    batch: TABLE,
    fill,
    execute: run,
    async commit() {
      try {
        signal.throwIfAborted()
        await run('commit transaction')
      } finally {
        await end()
      }
    },
    // What is not committed is rolled back with the session.
    rollback: async () => (isOver ? undefined : end()),
  }
}

/** The rows as texts of JSON arrays that a request can carry. */
function* textsOf(rows: readonly (readonly Cell[])[]): Generator<string> {
  let texts: string[] = []
  let bytes = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    // In the body of the request the quotes are escaped once more.
    const size = Buffer.byteLength(JSON.stringify(text))
    if (bytes + size > REQUEST_BYTES && texts.length > 0) {
      yield `[${texts.join(',')}]`
      texts = []
      bytes = 0
    }
    texts.push(text)
    bytes += size
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`
}
