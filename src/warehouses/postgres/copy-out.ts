import { finished } from 'node:stream/promises'
import { to as copyTo } from 'pg-copy-streams'
import { ONE_STATEMENT, WarehouseError } from '../warehouse-error.ts'
import type { PostgresSession } from './connections.ts'
import { splitStatements } from './split.ts'

/**
 * The rows of one query in the text format of COPY, in pieces that end anywhere. Nothing is asked of the database before the first
 * is wanted. Who stops early stops the query. Throws WarehouseError, also for queries that COPY does not take.
 */
export async function* copyOut(
  connect: (signal: AbortSignal) => Promise<PostgresSession>,
  sql: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const [statement = '', ...more] = splitStatements(sql, false)
  if (more.length > 0) throw new WarehouseError(ONE_STATEMENT)
  const left = new AbortController()
  const session = await connect(AbortSignal.any([signal, left.signal]))
  const rows = session.client.query(copyTo(`copy (\n${statement}\n) to stdout`))
  const over = session.call(() => finished(rows))
  let isOver = false
  over
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  try {
    for await (const piece of rows.iterator({ destroyOnReturn: false })) yield piece
  } catch (error) {
    // It says what the database said.
    await over
    throw error
  } finally {
    // What is not read would keep the end of the statement back.
    if (!isOver) left.abort(new Error('The rest is not wanted'))
    if (!isOver) rows.resume()
    await over.catch(() => undefined)
    await session.release()
  }
}
