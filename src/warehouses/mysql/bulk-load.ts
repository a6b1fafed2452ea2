import { quoteText } from '../sql-text.ts'
import { type BulkLoad, batchColumn, type Cell } from '../warehouse.ts'
import type { MysqlSession } from './connections.ts'

const TABLE = 'headrace_batch'

/** Rows are sent in statements of about this size: the smallest packet that servers usually take is four times that. */
const STATEMENT_CHARACTERS = 256 * 1024

/** Begins a transaction on `session`, which ends with it. Throws WarehouseError, the signal's reason when it aborts. */
export async function beginLoad(session: MysqlSession): Promise<BulkLoad> {
  const run = async (sql: string) => (await session.ask(sql)).affectedRows

  async function fill(rows: readonly (readonly Cell[])[]): Promise<void> {
    const columns = (rows[0] ?? []).map((_, index) => `${batchColumn(index)} longtext`).join(', ')
    // TRUNCATE would end the transaction.
    await run(`drop temporary table if exists ${TABLE}`)
    await run(`create temporary table ${TABLE} (${columns})`)
    for (const values of statementsOf(rows)) await run(`insert into ${TABLE} values ${values}`)
  }

  await run('begin').catch(async (error) => {
    await session.release()
    throw error
  })
  return {
    batch: TABLE,
    fill,
    execute: run,
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

function* statementsOf(rows: readonly (readonly Cell[])[]): Generator<string> {
  let values = ''
  for (const row of rows) {
    const cells = row.map((cell) => (cell === null ? 'null' : quoteText(cell)))
    values += `${values === '' ? '' : ','}(${cells.join(',')})`
    if (values.length < STATEMENT_CHARACTERS) continue
    yield values
    values = ''
  }
  if (values !== '') yield values
}
