import { DuckDBDataChunk, ResultReturnType, VARCHAR } from '@duckdb/node-api'
import { type BulkLoad, batchColumn, type Cell } from '../warehouse.ts'
import { statementError } from '../warehouse-error.ts'
import { explainRefusal } from './confine.ts'
import type { Session } from './file.ts'

/** As many as DuckDB takes at once. */
const CHUNK_ROWS = 2_048
const TABLE = 'headrace_batch'

/**
 * Begins a transaction on `session`, which ends with it. Throws WarehouseError, the signal's reason when it
 * aborts.
 */
export async function beginLoad(session: Session): Promise<BulkLoad> {
  const { connection, signal, folders } = session
  let columns = 0
  let isOver = false

  async function run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await session.call(work)
    } catch (error) {
      signal.throwIfAborted()
      throw statementError(explainRefusal(error, folders), 1, 1)
    }
  }
  const execute = async (sql: string): Promise<number> => {
    const result = await run(() => connection.run(sql))
    return result.returnType === ResultReturnType.CHANGED_ROWS ? result.rowsChanged : 0
  }

  async function fill(rows: readonly (readonly Cell[])[]): Promise<void> {
    const wanted = rows[0]?.length ?? 0
    if (wanted === columns) await execute(`truncate temp.main.${TABLE}`)
    else {
      const list = Array.from({ length: wanted }, (_, index) => `${batchColumn(index)} varchar`).join(', ')
      await execute(`create or replace temp table ${TABLE} (${list})`)
      columns = wanted
    }
    await run(() => append(rows))
  }

  async function append(rows: readonly (readonly Cell[])[]): Promise<void> {
    const appender = await connection.createAppender(TABLE, 'main', 'temp')
    try {
      for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
        const part = rows.slice(from, from + CHUNK_ROWS)
        const chunk = DuckDBDataChunk.create(Array<typeof VARCHAR>(columns).fill(VARCHAR), part.length)
        for (let column = 0; column < columns; column++)
          chunk.setColumnValues(
            column,
            part.map((row) => row[column] ?? null),
          )
        appender.appendDataChunk(chunk)
      }
    } finally {
      appender.closeSync()
    }
  }

  async function end(sql: string): Promise<void> {
    if (isOver) return
    isOver = true
    try {
      await connection.run(sql)
    } finally {
      session.release()
    }
  }

  await run(() => connection.run('begin')).catch((error) => {
    session.release()
    throw error
  })
  return {
    batch: `temp.main.${TABLE}`,
    fill,
    execute,
    async commit() {
      signal.throwIfAborted()
      await end('commit').catch((error) => {
        throw statementError(explainRefusal(error, folders), 1, 1)
      })
    },
    rollback: () => end('rollback').catch(() => undefined),
  }
}
