import {
  type DuckDBExtractedStatements,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  ResultReturnType,
  StatementType,
} from '@duckdb/node-api'
import { type Counts, changesByAction, countsOf } from '../counting.ts'
import type { Cell, QueryResult, StatementCounts, StatementOptions } from '../warehouse.ts'
import { statementError } from '../warehouse-error.ts'
import { cellOf } from './cells.ts'
import { explainRefusal, refusalOfScript } from './confine.ts'
import type { Session } from './file.ts'

const refused: ReadonlySet<StatementType> = new Set([StatementType.LOAD, StatementType.UPDATE_EXTENSIONS])

/**
 * Runs every statement of `sql`; they commit one by one unless the script says `begin`. Throws
 * WarehouseError.
 */
export async function executeScript(
  session: Session,
  sql: string,
  counting: StatementOptions['count'] = 'all',
): Promise<StatementCounts> {
  const statements = await extract(session, sql)
  const counts: Counts[] = []
  for (let index = 0; index < statements.count; index++) {
    const one = await atPosition(session, index, statements.count, async () => {
      return countRows(session, await start(session, statements, index))
    })
    counts.push(one)
  }
  return countsOf(counts, counting)
}

/**
 * Runs `sql` and hands out the rows of its last statement; the session ends with them. Throws
 * WarehouseError.
 */
export async function openQuery(session: Session, sql: string): Promise<QueryResult> {
  const statements = await extract(session, sql)
  const last = statements.count - 1
  for (let index = 0; index < last; index++) {
    await atPosition(session, index, statements.count, async () => {
      await countRows(session, await start(session, statements, index))
    })
  }
  const result = await atPosition(session, last, statements.count, () => start(session, statements, last))
  const columns = result.returnType === ResultReturnType.QUERY_RESULT ? result.columnNames() : []
  return { columns, batches: batches(session, result) }
}

async function extract(session: Session, sql: string): Promise<DuckDBExtractedStatements> {
  const refusal = refusalOfScript(sql)
  if (refusal !== undefined) throw statementError(new Error(refusal), 1, 1)
  try {
    return await session.connection.extractStatements(sql)
  } catch (error) {
    // For a text without any statement DuckDB has no message of its own.
    const [, message] = /^Failed to extract statements: (.+)$/s.exec(String((error as Error).message)) ?? []
    throw statementError(message ?? 'There is no statement to run', 1, 1)
  }
}

/** Prepares late: what a statement names may be made by the one before. */
async function start(session: Session, statements: DuckDBExtractedStatements, index: number) {
  const statement = await session.call(() => statements.prepare(index))
  try {
    refuseExtensions(statement)
    return await session.call(() => statement.stream())
  } finally {
    statement.destroySync()
  }
}

function refuseExtensions(statement: DuckDBPreparedStatement): void {
  if (!refused.has(statement.statementType)) return
  throw new Error('Extensions cannot be installed or loaded here; those of the built-in set need neither')
}

const kinds: Partial<Record<StatementType, string>> = {
  [StatementType.INSERT]: 'INSERT',
  [StatementType.UPDATE]: 'UPDATE',
  [StatementType.DELETE]: 'DELETE',
}

async function countRows(session: Session, result: DuckDBResult): Promise<Counts> {
  const { statementType, returnType } = result
  if (returnType === ResultReturnType.CHANGED_ROWS) {
    const { rowsChanged: changed } = result
    const kind = kinds[statementType]
    return {
      changed,
      returned: 0,
      changes: kind === undefined ? undefined : changesByAction([[kind, changed]]),
    }
  }
  if (statementType === StatementType.MERGE_INTO && result.columnNames().join() === 'merge_action')
    return countActions(session, result)
  let returned = 0
  let first: unknown
  for (;;) {
    const chunk = await session.call(() => result.fetchChunk())
    if (chunk === null || chunk.rowCount === 0) break
    if (returned === 0) first = chunk.getRowValues(0)[0]
    returned += chunk.rowCount
  }
  // `create table … as` announces no result and yet hands out one row with its count.
  const created = result.returnType === ResultReturnType.NOTHING && returned === 1
  if (!created) return { changed: undefined, returned, changes: undefined }
  return { changed: Number(first), returned: 0, changes: changesByAction([['INSERT', Number(first)]]) }
}

/** A merge that returns what it did to each row, and nothing else. */
async function countActions(session: Session, result: DuckDBResult): Promise<Counts> {
  const actions = new Map<string, number>()
  let changed = 0
  for (;;) {
    const chunk = await session.call(() => result.fetchChunk())
    if (chunk === null || chunk.rowCount === 0) break
    changed += chunk.rowCount
    for (const action of chunk.getColumnValues(0))
      actions.set(String(action), (actions.get(String(action)) ?? 0) + 1)
  }
  return { changed, returned: 0, changes: changesByAction([...actions]) }
}

async function* batches(session: Session, result: DuckDBResult): AsyncGenerator<Cell[][]> {
  try {
    for (;;) {
      const chunk = await atPosition(session, 0, 1, () => session.call(() => result.fetchChunk()))
      if (chunk === null || chunk.rowCount === 0) return
      yield chunk.convertRows(cellOf)
    }
  } finally {
    session.release()
  }
}

async function atPosition<T>(session: Session, index: number, count: number, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    session.signal.throwIfAborted()
    throw statementError(explainRefusal(error, session.folders), index + 1, count)
  }
}
