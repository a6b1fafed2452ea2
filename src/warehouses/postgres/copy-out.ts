import { finished } from 'node:stream/promises'
import { to as copyTo } from 'pg-copy-streams'
import { NotATextError, ONE_STATEMENT, WarehouseError } from '../warehouse-error.ts'
import type { PostgresSession } from './connections.ts'
import { splitStatements } from './split.ts'

/**
 * The rows of one query in the text format of COPY, in pieces that end anywhere. Nothing is asked of the
 * database before the first is wanted. Who stops early stops the query. Throws WarehouseError; NotATextError
 * for queries that COPY does not take, or that take longer than one statement may.
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
    await over.catch((said: unknown) => {
      throw mayBeRows(said) ? new NotATextError((said as Error).message, { cause: said }) : said
    })
    throw error
  } finally {
    // What is not read would keep the end of the statement back.
    if (!isOver) left.abort(new Error('The rest is not wanted'))
    if (!isOver) rows.resume()
    await over.catch(() => undefined)
    await session.release()
  }
}

/** Syntax that COPY does not have; a statement that was canceled: what reads rows is many of them. */
const mayBeRows = (error: unknown): boolean => {
  const { code } = ((error as Error).cause ?? {}) as { readonly code?: string }
  return ['0A000', '42601', '57014'].includes(code ?? '')
}
