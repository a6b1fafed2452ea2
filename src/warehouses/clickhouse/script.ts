import { type Counts, countsOf } from '../counting.ts'
import { refusals } from '../refusals.ts'
import { noRowChanges } from '../row-changes.ts'
import type { Cell, QueryResult, StatementCounts, StatementOptions } from '../warehouse.ts'
import { ONE_STATEMENT, statementError, WarehouseError } from '../warehouse-error.ts'
import { dropOldBeside, dropsBeside } from './beside.ts'
import { cellReader } from './cells.ts'
import { changeOf } from './changing.ts'
import type { Answer } from './client.ts'
import type { ClickHouseSession } from './connections.ts'
import { moveAll, movedTables } from './move-all.ts'
import { clickHouseTokens, type Statement, splitStatements } from './split.ts'

const NO_SESSION =
  'Statements reach ClickHouse without a session, which servers behind a load balancer could not keep: write temporary tables ' +
  'as WITH or as tables, and settings behind a query, as settings name = value'

/** Runs every statement of `sql`, each of which commits on its own. Throws WarehouseError. */
export async function executeScript(
  session: ClickHouseSession,
  sql: string,
  { count = 'all', isFramed = false }: Pick<StatementOptions, 'count' | 'isFramed'> = {},
): Promise<StatementCounts> {
  const statements = statementsOf(sql, isFramed)
  const counts: Counts[] = []
  let queryId: string | undefined
  const beside = statements.find(({ sql: text }) => dropsBeside.test(text))
  if (beside !== undefined) await dropOldBeside(session, beside.sql)
  for (const [index, statement] of statements.entries()) {
    try {
      const done = await runCounted(session, statement)
      counts.push(done.counts)
      queryId = done.id ?? queryId
    } catch (error) {
      await clearUp(session, statements, index)
      throw placed(session, error, index, statements.length)
    }
  }
  return { ...countsOf(counts, count), queryId }
}

/** Runs `sql` and hands out the rows of its last statement. Throws WarehouseError. */
export async function openQuery(
  session: ClickHouseSession,
  sql: string,
  readOnly = false,
): Promise<QueryResult> {
  const statements = statementsOf(sql)
  for (const [index, statement] of statements.slice(0, -1).entries()) {
    try {
      await runCounted(session, statement)
    } catch (error) {
      throw placed(session, error, index, statements.length)
    }
  }
  const last = statements.at(-1)!
  try {
    const answer = await session.run(last.sql, { isRead: isRead(last), readOnly })
    return { columns: answer.columns.map(({ name }) => name), batches: batches(session, answer) }
  } catch (error) {
    throw placed(session, error, statements.length - 1, statements.length)
  }
}

/** The same of one statement that can change nothing. */
export async function openReadOnly(session: ClickHouseSession, sql: string): Promise<QueryResult> {
  if (splitStatements(sql).length > 1) throw new WarehouseError(ONE_STATEMENT)
  return openQuery(session, sql, true)
}

function placed(session: ClickHouseSession, error: unknown, index: number, count: number): unknown {
  if (!(error instanceof WarehouseError) || session.signal.aborted) return error
  return statementError(error, index + 1, count)
}

/** Throws WarehouseError for what cannot be part of a script. */
function statementsOf(sql: string, isFramed = false): readonly Statement[] {
  const all = splitStatements(sql)
  const statements = isFramed ? all.filter(({ words }) => !/^(begin|commit)$/.test(words.join(' '))) : all
  if (statements.length === 0) throw new WarehouseError('There is no statement to run')
  for (const [index, statement] of statements.entries()) {
    const fault = faultOf(statement)
    if (fault !== undefined) throw statementError(new WarehouseError(fault), index + 1, statements.length)
  }
  return statements
}

function faultOf({ words }: Statement): string | undefined {
  const [first = '', second] = words
  if (['begin', 'commit', 'rollback'].includes(first) || (first === 'start' && second === 'transaction'))
    return refusals.CLICKHOUSE.scriptTransactions
  const isTemporary = /^create( or replace)? temporary\b/.test(words.join(' '))
  return isTemporary || first === 'set' ? NO_SESSION : undefined
}

const reads: ReadonlySet<string> = new Set([
  ...['select', 'with', 'values', 'show', 'describe', 'desc', 'explain', 'exists', 'check'],
])
const isRead = ({ words }: Statement): boolean => reads.has(words.find((word) => word !== '(') ?? '')

async function runCounted(
  session: ClickHouseSession,
  statement: Statement,
): Promise<{ readonly counts: Counts; readonly id: string | undefined }> {
  const { sql, words } = statement
  const moved = movedTables(statement)
  if (moved !== undefined)
    return {
      id: await moveAll(session, moved),
      counts: { changed: undefined, returned: 0, changes: undefined },
    }
  // Nothing tells how many rows a DELETE or UPDATE has changed: those are counted before.
  const change = changeOf(statement)
  const changed = change && (await countedRows(session, change.count))
  const answer = await session.run(sql, { isRead: isRead(statement) })
  let returned = 0
  for await (const rows of answer.rows) returned += rows.length
  if (words[0] === 'use') session.place.database = useOf(sql)
  const { id, written } = answer
  if (change !== undefined && changed !== undefined)
    return { id, counts: { changed, returned: 0, changes: { ...noRowChanges, [change.kind]: changed } } }
  const isFilled = words[0] === 'insert' || (words[0] === 'create' && written > 0)
  const changes = isFilled ? { ...noRowChanges, inserted: written } : undefined
  return { id, counts: { changed: isFilled ? written : undefined, returned, changes } }
}

/**
 * How many rows a query counts; undefined when it fails, for the statement that it is about may run all the
 * same.
 */
async function countedRows(session: ClickHouseSession, count: string): Promise<number | undefined> {
  try {
    return Number((await session.rowsOf(count))[0]?.[0] ?? 0)
  } catch (error) {
    if (session.signal.aborted || !(error instanceof WarehouseError)) throw error
    return undefined
  }
}

/** USE holds for the rest of the script: its database is sent with each statement. */
function useOf(sql: string): string {
  const name = [...clickHouseTokens(sql)].at(-1)?.text ?? ''
  return /^["`]/.test(name) ? name.slice(1, -1).replaceAll(/\\(.)/g, '$1') : name
}

/** What a failed script of ours would leave: the table beside another that a later statement drops. */
async function clearUp(
  session: ClickHouseSession,
  statements: readonly Statement[],
  failed: number,
): Promise<void> {
  const drop = statements.slice(failed).find(({ sql }) => dropsBeside.test(sql))
  if (failed === 0 || drop === undefined) return
  // By a signal of its own: what is cancelled is cleared up, too.
  const { signal } = new AbortController()
  await session.run(drop.sql, { isRead: false, signal }).catch(() => undefined)
}

async function* batches(
  session: ClickHouseSession,
  answer: Answer,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  try {
    const readers = answer.columns.map(cellReader)
    for await (const rows of answer.rows)
      yield rows.map((row) => readers.map((read, index) => read(row[index] ?? null)))
    session.signal.throwIfAborted()
  } finally {
    session.release()
  }
}
