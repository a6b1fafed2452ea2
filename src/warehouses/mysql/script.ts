import { type Counts, changesByAction, countsOf, countsOfMerge, MERGE_COLUMNS } from '../counting.ts'
import type { Cell, QueryResult, StatementCounts, StatementOptions } from '../warehouse.ts'
import { ONE_STATEMENT, statementError, WarehouseError } from '../warehouse-error.ts'
import { readerOf } from './columns.ts'
import { type MysqlSession, shownMessage } from './connections.ts'
import { firstWord, splitStatements } from './split.ts'
import { type RowStream, streamRows } from './wire.ts'

/**
 * Runs every statement of `sql`; they commit one by one unless the script says `begin`. Throws
 * WarehouseError.
 */
export async function executeScript(
  session: MysqlSession,
  sql: string,
  { count: counting = 'all', isFramed = false }: Pick<StatementOptions, 'count' | 'isFramed'> = {},
): Promise<StatementCounts> {
  const isPart = isFramed && session.isShared === true
  const statements = statementsOf(sql).filter((one) => !isPart || !/^(begin|commit)$/i.test(one.trim()))
  const counts: Counts[] = []
  for (const [index, statement] of statements.entries())
    counts.push(await atPosition(session, index, statements.length, () => count(session, statement)))
  // A merge says itself what it did; what prepares it does not count.
  return countsOf(counts, counting)
}

/**
 * Runs `sql` and hands out the rows of its last statement; the session ends with them. Throws WarehouseError.
 */
export async function openQuery(session: MysqlSession, sql: string): Promise<QueryResult> {
  const statements = statementsOf(sql)
  const last = statements.length - 1
  for (const [index, statement] of statements.slice(0, last).entries())
    await atPosition(session, index, statements.length, () => count(session, statement))
  return atPosition(session, last, statements.length, async () => {
    const stream = await session.call(() => streamRows(session.client, statements[last] ?? '', readerOf))
    return { columns: (stream.columns ?? []).map(({ name }) => name), batches: batches(session, stream) }
  })
}

/** The same of one statement that can change nothing: the end of the session rolls its transaction back. */
export async function openReadOnly(session: MysqlSession, sql: string): Promise<QueryResult> {
  if (statementsOf(sql).length > 1) throw new WarehouseError(ONE_STATEMENT)
  for (const statement of ['set session transaction read only', 'start transaction read only'])
    await count(session, statement)
  return openQuery(session, sql)
}

function statementsOf(sql: string): string[] {
  const statements = splitStatements(sql)
  if (statements.length === 0) throw new WarehouseError('There is no statement to run')
  return statements
}

/** Rows are counted as they pass and not kept. */
async function count(session: MysqlSession, statement: string): Promise<Counts> {
  const stream = await session.call(() => streamRows(session.client, statement, readerOf))
  const { columns, affectedRows } = stream
  if (columns === undefined) return changed(statement, affectedRows)
  const countsMerge = columns[0]?.name === MERGE_COLUMNS[0]
  const merged: [string, number][] = []
  let returned = 0
  for await (const batch of eachBatch(session, stream)) {
    returned += batch.length
    if (countsMerge) for (const [action, rows] of batch) merged.push([String(action), Number(rows)])
  }
  await refuseWarnings(session)
  return countsMerge ? countsOfMerge(merged) : { changed: undefined, returned, changes: undefined }
}

const actions: Readonly<Record<string, string>> = { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' }

function changed(statement: string, affectedRows: number): Counts {
  const word = firstWord(statement)
  const action = actions[word]
  if (action !== undefined) {
    // Such an insert also updates, and counts an updated row as two.
    const isMixed = word === 'insert' && /\bon\s+duplicate\s+key\b/i.test(statement)
    const changes = isMixed ? undefined : changesByAction([[action, affectedRows]])
    return { changed: affectedRows, returned: 0, changes }
  }
  if (affectedRows === 0) return { changed: undefined, returned: 0, changes: undefined }
  const changes = word === 'create' ? changesByAction([['INSERT', affectedRows]]) : undefined
  return { changed: affectedRows, returned: 0, changes }
}

/**
 * Each step of the way is cancelled with the signal. A session whose rows are left early is not used again.
 */
async function* eachBatch(
  session: MysqlSession,
  { batches: rows }: RowStream,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  let isDone = false
  try {
    for (;;) {
      const next = await session.call(() => rows.next())
      isDone = next.done === true
      if (next.done) return
      yield next.value
    }
  } finally {
    if (!isDone) {
      session.spoil()
      // Not waited for: what is left of a result ends with the connection.
      void rows.return(undefined).catch(() => undefined)
    }
  }
}

async function* batches(
  session: MysqlSession,
  stream: RowStream,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  try {
    yield* eachBatch(session, stream)
    if (stream.columns !== undefined) await refuseWarnings(session)
  } finally {
    await session.release()
  }
}

/** Warnings that mean a value was changed or lost on the way; a write fails with them anyway. */
const LOSSES: ReadonlySet<number> = new Set([
  ...[1260, 1264, 1265, 1292, 1300, 1365, 1366, 1367, 1411, 1426, 1441, 1690, 1916],
  ...[4036, 4037, 4038, 4039, 4040, 4041, 4042, 4043], // JSON, and paths in it
])

/**
 * In a SELECT the database makes 0 of a text that is no number, null of one that is no day, and a warning of
 * both: here it fails, as it would in a write.
 */
async function refuseWarnings(session: MysqlSession): Promise<void> {
  const { rows } = await session.ask('show warnings')
  const lost = rows.find(([level, code]) => level !== 'Note' && LOSSES.has(Number(code)))
  if (lost !== undefined) throw new WarehouseError(shownMessage(String(lost[2])))
}

async function atPosition<T>(
  session: MysqlSession,
  index: number,
  of: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WarehouseError) || session.signal.aborted) throw error
    throw statementError(error, index + 1, of)
  }
}
