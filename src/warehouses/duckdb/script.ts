import {
  type DuckDBExtractedStatements,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  ResultReturnType,
  StatementType,
} from '@duckdb/node-api'
import { type Counts, changesByAction, countsOf, countsOfMerge, MERGE_COLUMNS } from '../counting.ts'
import { splitStatements } from '../postgres/split.ts'
import { transactionStatementRefused } from '../transaction.ts'
import type { Cell, QueryResult, StatementCounts, StatementOptions } from '../warehouse.ts'
import { ONE_STATEMENT, ONLY_A_QUERY, statementError } from '../warehouse-error.ts'
import { attachRead } from './attached.ts'
import { cellOf } from './cells.ts'
import { explainRefusal, refusalOfScript } from './confine.ts'
import { retryConflicts } from './conflicts.ts'
import type { Session } from './file.ts'

const refused: ReadonlySet<StatementType> = new Set([StatementType.LOAD, StatementType.UPDATE_EXTENSIONS])

/**
 * Runs every statement of `sql`; they commit one by one unless the script says `begin`. Throws
 * WarehouseError.
 */
export async function executeScript(
  session: Session,
  sql: string,
  { count = 'all', note, isFramed = false }: Pick<StatementOptions, 'count' | 'note' | 'isFramed'> = {},
): Promise<StatementCounts> {
  async function runAll(): Promise<StatementCounts> {
    const statements = await extract(session, sql)
    // Which of our own statements it was says nothing to who reads it.
    const run = createStatements(session, { sql, statements }, note, isFramed ? 1 : statements.count)
    const counts: Counts[] = []
    for (let index = 0; index < statements.count; index++)
      counts.push(await run(index, (result) => countRows(session, result)))
    return countsOf(counts, count)
  }

  // Statements that commit one by one are repeated one by one.
  const isWhole = isFramed && session.isShared !== true && /^\s*begin\b/i.test(sql)
  try {
    if (!isWhole) return await runAll()
    return await retryConflicts(() => orRolledBack(session, runAll), session.signal, note)
  } finally {
    // Nothing has used it: the script was refused, or its next statement was.
    if (session.isBegun === true) await session.connection.run('rollback').catch(() => undefined)
  }
}

/** What is one transaction can be repeated as a whole, once the failed one is undone. */
async function orRolledBack<T>(session: Session, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await session.connection.run('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * Runs `sql` and hands out the rows of its last statement; the session ends with them. Throws
 * WarehouseError.
 */
export async function openQuery(
  session: Session,
  sql: string,
  note?: StatementOptions['note'],
): Promise<QueryResult> {
  const statements = await extract(session, sql)
  const run = createStatements(session, { sql, statements }, note)
  const last = statements.count - 1
  for (let index = 0; index < last; index++) await run(index, (result) => countRows(session, result))
  const result = await run(last, async (rows) => rows)
  const columns = result.returnType === ResultReturnType.QUERY_RESULT ? result.columnNames() : []
  return { columns, batches: batches(session, result) }
}

/** The same of one query, which can change nothing: its transaction is rolled back. */
export async function openReadOnly(session: Session, sql: string): Promise<QueryResult> {
  const statements = await extract(session, sql)
  if (statements.count > 1) throw statementError(ONE_STATEMENT, 1, 1)
  session.isReadOnly = true
  await session.callAlone(() => session.connection.run('begin transaction read only'))
  const run = createStatements(session, { sql, statements }, undefined)
  const result = await run(0, async (rows) => rows).catch(async (error: unknown) => {
    await session.connection.run('rollback').catch(() => undefined)
    throw error
  })
  const columns = result.returnType === ResultReturnType.QUERY_RESULT ? result.columnNames() : []
  return { columns, batches: batches(session, result, 'read-only') }
}

async function extract(session: Session, sql: string): Promise<DuckDBExtractedStatements> {
  const refusal = refusalOfScript(sql, session)
  if (refusal !== undefined) throw statementError(new Error(refusal), 1, 1)
  try {
    return await session.connection.extractStatements(sql)
  } catch (error) {
    // For a text without any statement DuckDB has no message of its own.
    const [, message] = /^Failed to extract statements: (.+)$/s.exec(String((error as Error).message)) ?? []
    if (message === undefined) throw statementError('There is no statement to run', 1, 1)
    throw statementError(explainRefusal(new Error(message), session.folders), 1, 1)
  }
}

type Use<T> = (result: DuckDBResult) => Promise<T>
type RunStatement = <T>(index: number, use: Use<T>) => Promise<T>

/** What does the same in a transaction of ours as where it commits by itself. */
const plain: ReadonlySet<StatementType> = new Set([
  StatementType.SELECT,
  StatementType.INSERT,
  StatementType.UPDATE,
  StatementType.DELETE,
  StatementType.MERGE_INTO,
])
/** What makes, changes and drops tables and views. */
const definitions: ReadonlySet<StatementType> = new Set([
  StatementType.CREATE,
  StatementType.ALTER,
  StatementType.DROP,
])

/** A text, and its statements. */
interface Script {
  readonly sql: string
  readonly statements: DuckDBExtractedStatements
}

/**
 * Runs the statements of a script in their order. One that commits by itself is repeated when another
 * transaction was in its way; between `begin` and `commit` none is. In a lake it is prepared and run in one
 * transaction, for each costs several questions to the catalog.
 */
function createStatements(
  session: Session,
  { sql, statements }: Script,
  note: StatementOptions['note'],
  shownCount = statements.count,
): RunStatement {
  const { connection } = session
  const texts = session.isLake === true ? splitStatements(sql) : []
  const prepared = new Set<number>()
  let isInTransaction = false

  const isInside = () => isInTransaction || session.isShared === true

  /** Prepared late: what a statement names may be made by the one before. */
  async function prepare(index: number): Promise<DuckDBPreparedStatement> {
    // DuckDB prepares a statement of a text once only.
    const from = prepared.has(index) ? await connection.extractStatements(sql) : statements
    prepared.add(index)
    const statement = await session.callAlone(() => from.prepare(index))
    try {
      refuseStatement(session, statement)
      return statement
    } catch (error) {
      statement.destroySync()
      throw error
    }
  }

  /**
   * A definition in a lake is read again as it runs: the schema that it was prepared with is freed when
   * another session changes the lake in between, and DuckDB would use it all the same. In a transaction of
   * ours it would not be, but an internal error there costs a connection (`abandoned.ts`).
   */
  function start(statement: DuckDBPreparedStatement, index: number): Promise<DuckDBResult> {
    const isAlone = definitions.has(statement.statementType) && !isInside()
    const text = isAlone && texts.length === statements.count ? texts[index] : undefined
    return text === undefined ? statement.stream() : connection.run(text)
  }

  async function runInOurs<T>(index: number, use: Use<T>): Promise<T> {
    if (session.isBegun === false) await session.callAlone(() => connection.run('begin'))
    session.isBegun = false
    const commit = () => session.callAlone(() => connection.run('commit'))
    const statement = await prepare(index)
    try {
      const { statementType: type } = statement
      const isPlain = plain.has(type)
      if (!isPlain) await commit()
      const used = await use(await session.call(() => start(statement, index)))
      if (isPlain) await commit()
      if (type === StatementType.TRANSACTION) isInTransaction = true
      return used
    } finally {
      statement.destroySync()
    }
  }

  async function runAsItIs<T>(index: number, use: Use<T>): Promise<T> {
    const statement = await prepare(index)
    try {
      const { statementType: type } = statement
      const isTransaction = type === StatementType.TRANSACTION
      const call = isTransaction ? session.callAlone : session.call
      const work = async () => use(await call(() => start(statement, index)))
      const used = await (type === StatementType.ATTACH ? attachRead(session, work) : work())
      if (isTransaction) isInTransaction = !isInTransaction
      return used
    } finally {
      statement.destroySync()
    }
  }

  async function run<T>(index: number, use: Use<T>): Promise<T> {
    if (isInside()) return runAsItIs(index, use)
    const inOurs = () => orRolledBack(session, () => runInOurs(index, use))
    const asItIs = () => runAsItIs(index, use)
    return retryConflicts(session.isBegun === undefined ? asItIs : inOurs, session.signal, note)
  }

  return (index, use) => atPosition(session, index, shownCount, () => run(index, use))
}

/** In a lake, an ATTACH that fails would detach the catalog of the lake itself, for every session. */
const refusedInLake: ReadonlySet<StatementType> = new Set([StatementType.ATTACH, StatementType.DETACH])

function refuseStatement(
  { isLake = false, isReadOnly = false, isShared = false }: Session,
  { statementType }: DuckDBPreparedStatement,
): void {
  if (isShared && statementType === StatementType.TRANSACTION) throw new Error(transactionStatementRefused)
  // A transaction that only reads writes files all the same: COPY, EXPORT, and ATTACH of a new one.
  if (isReadOnly && statementType !== StatementType.SELECT) throw new Error(ONLY_A_QUERY)
  if (refused.has(statementType))
    throw new Error('Extensions cannot be installed or loaded here; those of the built-in set need neither')
  if (isLake && refusedInLake.has(statementType))
    throw new Error(
      'Databases cannot be attached or detached in a lake; configure the databases of the environment instead',
    )
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
  if (result.columnNames().join() === MERGE_COLUMNS.join()) return readReport(session, result)
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

async function readReport(session: Session, result: DuckDBResult): Promise<Counts> {
  const rows = await session.call(() => result.getRows())
  return countsOfMerge(rows.map(([action, changed]) => [String(action), Number(changed)]))
}

async function* batches(
  session: Session,
  result: DuckDBResult,
  transaction: 'own' | 'read-only' = 'own',
): AsyncGenerator<Cell[][]> {
  let isOver = false
  try {
    for (;;) {
      const chunk = await atPosition(session, 0, 1, () => session.call(() => result.fetchChunk()))
      isOver = chunk === null || chunk.rowCount === 0
      if (chunk === null || chunk.rowCount === 0) return
      yield chunk.convertRows(cellOf)
    }
  } finally {
    // A result that was left early keeps its transaction open, after the end of its connection too, until it
    // is collected.
    if (transaction === 'read-only' || (!isOver && session.isShared !== true))
      await session.connection.run('rollback').catch(() => undefined)
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
