import { type Counts, changesByAction, countsOf, countsOfMerge, MERGE_COLUMNS } from '../counting.ts'
import { transactionStatementRefused } from '../transaction.ts'
import type { Cell, QueryColumn, QueryResult, StatementCounts, StatementOptions } from '../warehouse.ts'
import { ONE_STATEMENT, ONLY_A_QUERY, statementError, WarehouseError } from '../warehouse-error.ts'
import { boundTexts } from './bindings.ts'
import { readerOf, typeOf } from './cells.ts'
import type { SnowflakeSession } from './connections.ts'
import { rowsOfPart, type WireRow } from './rows.ts'
import { splitStatements, withoutComments } from './split.ts'
import { type Answer, changesRows, onlyReads } from './wire.ts'

const BATCH_ROWS = 1_000

/**
 * Runs every statement of `sql`; they commit one by one unless the script says `begin`. Throws
 * WarehouseError.
 */
export async function executeScript(
  session: SnowflakeSession,
  sql: string,
  counting: StatementOptions['count'] = 'all',
): Promise<StatementCounts> {
  const statements = statementsOf(session, sql)
  const counts: Counts[] = []
  let queryId: string | undefined
  for (const [index, statement] of statements.entries()) {
    const answer = await atPosition(session, index, statements.length, () => run(session, statement))
    queryId = answer.queryId
    counts.push(countsOfAnswer(answer))
  }
  return { ...countsOf(counts, counting), queryId }
}

/** Runs `sql` and hands out the rows of its last statement, which need no session. Throws WarehouseError. */
export async function openQuery(session: SnowflakeSession, sql: string): Promise<QueryResult> {
  const statements = statementsOf(session, sql)
  const last = statements.length - 1
  for (const [index, statement] of statements.slice(0, last).entries())
    await atPosition(session, index, statements.length, () => run(session, statement))
  const answer = await atPosition(session, last, statements.length, () =>
    run(session, statements[last] ?? ''),
  )
  return { columns: answer.columns.map(({ name }) => name), batches: batches(session, answer) }
}

/**
 * The same of one statement that can change nothing. Snowflake has no transactions that only read, but knows
 * what a statement does.
 */
export async function openReadOnly(session: SnowflakeSession, sql: string): Promise<QueryResult> {
  const [statement = '', ...more] = statementsOf(session, sql)
  if (more.length > 0) throw new WarehouseError(ONE_STATEMENT)
  const text = withoutComments(statement)
  const isCommon = /^with\b/i.test(text)
  if (!isCommon && !/^[\s(]*(select|show|desc|describe|explain|values)\b/i.test(text))
    throw new WarehouseError(ONLY_A_QUERY)
  // A WITH may stand in front of a procedure that is called.
  if (isCommon && !onlyReads(await session.ask({ sql: statement, describeOnly: true })))
    throw new WarehouseError(ONLY_A_QUERY)
  return openQuery(session, statement)
}

/** Columns of a query, which is not run. Throws WarehouseError. */
export async function describeQuery(session: SnowflakeSession, sql: string): Promise<readonly QueryColumn[]> {
  const { columns } = await session.ask({ ...boundTexts(sql), describeOnly: true })
  return columns.map((column) => ({ name: column.name, type: typeOf(column) }))
}

const beginsOrEnds = /^(begin|start\s+transaction|commit|rollback)\b/i
/** Definitions commit what was done before them. */
const commits = /^(create|drop|alter|truncate|undrop|grant|revoke|comment)\b/i
/** What leaves a session as it was. */
const leavesNothing =
  /^[\s(]*(select|insert|update|delete|merge|copy|show|desc|describe|explain|truncate|comment|values)\b|^(drop|alter)\s+(table|view)\b|^create\s+(or\s+replace\s+)?(transient\s+|secure\s+)*(table|view)\b/i

const COMMITS_IN_TRANSACTION =
  'Snowflake commits with every CREATE, DROP, ALTER and TRUNCATE, so those cannot be used between the components Begin and Commit'

function statementsOf(session: SnowflakeSession, sql: string): string[] {
  const statements = splitStatements(sql)
  if (statements.length === 0) throw new WarehouseError('There is no statement to run')
  for (const statement of statements) {
    const text = withoutComments(statement)
    if (/^(put|get)\b/i.test(text))
      throw new WarehouseError(
        'PUT and GET move files of the machine that they run on, and pipelines have none there',
      )
    if (session.isShared === true && beginsOrEnds.test(text))
      throw new WarehouseError(transactionStatementRefused)
    if (session.isShared === true && commits.test(text)) throw new WarehouseError(COMMITS_IN_TRANSACTION)
    if (!leavesNothing.test(text)) session.spoil()
  }
  return statements
}

const run = (session: SnowflakeSession, statement: string): Promise<Answer> =>
  session.ask(boundTexts(statement))

function countsOfAnswer(answer: Answer): Counts {
  const { columns, rows, total } = answer
  if (changesRows(answer)) return changed(answer)
  if (columns[0]?.name.toLowerCase() === MERGE_COLUMNS[0])
    return countsOfMerge(rows.map(([action, number]) => [String(action), Number(number)]))
  const loaded = columns.findIndex(({ name }) => name === 'rows_loaded')
  if (loaded >= 0) {
    const sum = rows.reduce((all, row) => all + Number(row[loaded] ?? 0), 0)
    return { changed: sum, returned: 0, changes: changesByAction([['INSERT', sum]]) }
  }
  return { changed: undefined, returned: returnsRows(answer) ? total : 0, changes: undefined }
}

/** A definition answers one row, which says in words that it is done. */
const returnsRows = ({ statementType, columns }: Answer): boolean =>
  statementType !== 0 ? statementType < 0x5000 : columns[0]?.name.toLowerCase() !== 'status'

const actions: Readonly<Record<string, string>> = { inserted: 'INSERT', updated: 'UPDATE', deleted: 'DELETE' }

/** The columns are named after what they count: `number of rows inserted`. */
function changed({ columns, rows }: Answer): Counts {
  const [row = []] = rows
  const counted = columns.flatMap(({ name }, index): [string, number][] => {
    const action = actions[/^number of rows (\w+)/i.exec(name)?.[1]?.toLowerCase() ?? '']
    return action === undefined ? [] : [[action, Number(row[index] ?? 0)]]
  })
  const sum = counted.reduce((all, [, number]) => all + number, 0)
  return { changed: sum, returned: 0, changes: changesByAction(counted) }
}

/** A result stays where it is when the session that made it is used again, or over. */
async function* batches({ signal, read }: SnowflakeSession, answer: Answer): AsyncGenerator<Cell[][]> {
  const readers = answer.columns.map(readerOf)
  const texts = (rows: readonly WireRow[]) =>
    rows.map((row) => row.map((cell, index) => readers[index]?.(cell) ?? null))
  for await (const rows of allRows(read, answer))
    for (let from = 0; from < rows.length; from += BATCH_ROWS) {
      signal.throwIfAborted()
      yield texts(rows.slice(from, from + BATCH_ROWS))
    }
  signal.throwIfAborted()
}

async function* allRows(read: SnowflakeSession['read'], answer: Answer): AsyncGenerator<readonly WireRow[]> {
  yield answer.rows
  for (const part of answer.parts) yield* rowsOfPart(await read(part, answer))
}

async function atPosition<T>(session: SnowflakeSession, index: number, of: number, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WarehouseError) || session.signal.aborted) throw error
    throw statementError(error, index + 1, of)
  }
}
