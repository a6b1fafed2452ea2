import { DatabaseError, type PoolClient, Query, type QueryArrayResult } from 'pg'
import { type Counts, changesByAction, countsOf, countsOfMerge, MERGE_COLUMNS } from '../counting.ts'
import { readsOnly } from '../reads-only.ts'
import { transactionStatementRefused } from '../transaction.ts'
import type { Cell, QueryResult, StatementCounts, StatementOptions } from '../warehouse.ts'
import { ONE_STATEMENT, ONLY_A_QUERY, statementError, WarehouseError } from '../warehouse-error.ts'
import type { PostgresSession } from './connections.ts'
import { splitStatements } from './split.ts'

const batchRows = 1000
const booleanOid = 16

/** Cells as PostgreSQL writes them, but for truth values, which are spelled out as everywhere else. */
const types = {
  getTypeParser: (oid: number) =>
    oid === booleanOid ? (value: string) => (value === 't' ? 'true' : 'false') : (value: string) => value,
}

/**
 * Runs every statement of `sql`; they commit one by one unless the script says `begin`. Throws
 * WarehouseError.
 */
export async function executeScript(
  session: PostgresSession,
  sql: string,
  counting: StatementOptions['count'] = 'all',
): Promise<StatementCounts> {
  const statements = statementsOf(session, sql)
  const counts: Counts[] = []
  for (const [index, statement] of statements.entries()) {
    counts.push(await atPosition(session, index, statements.length, () => count(session.client, statement)))
  }
  return { ...countsOf(counts, counting), queryId: await queryIdOf(session) }
}

/** What has run is not undone because its name cannot be had. */
async function queryIdOf({ client, call, dialect }: PostgresSession): Promise<string | undefined> {
  const { queryId } = dialect
  if (queryId === undefined || client.getTransactionStatus() === 'E') return undefined
  try {
    const { rows } = await call(() => client.query<{ id: string | number | null }>(queryId))
    const id = Number(rows[0]?.id ?? 0)
    return id > 0 ? String(id) : undefined
  } catch (error) {
    if (error instanceof WarehouseError) return undefined
    throw error
  }
}

/**
 * Runs `sql` and hands out the rows of its last statement; the session ends with them. Throws
 * WarehouseError.
 */
export async function openQuery(session: PostgresSession, sql: string): Promise<QueryResult> {
  const statements = statementsOf(session, sql)
  const last = statements.length - 1
  for (const [index, statement] of statements.slice(0, last).entries()) {
    await atPosition(session, index, statements.length, () => count(session.client, statement))
  }
  return atPosition(session, last, statements.length, async () => {
    const first = await openCursor(session, statements[last] ?? '')
    const isAsFound = last === 0 && first.cursor === 'ours' && readsOnly(sql)
    return { columns: first.fields.map(({ name }) => name), batches: batches(session, first, isAsFound) }
  })
}

/** The same of one statement that can change nothing: the end of the session rolls its transaction back. */
export async function openReadOnly(session: PostgresSession, sql: string): Promise<QueryResult> {
  const [statement = '', ...more] = statementsOf(session, sql)
  if (more.length > 0) throw new WarehouseError(ONE_STATEMENT)
  // Where nothing is said of how strictly such a transaction is kept, only what reads by its first word is
  // begun.
  if (!session.dialect.hasSavepoints && !startsAsQuery.test(withoutComments(statement)))
    throw new WarehouseError(ONLY_A_QUERY)
  await session.call(() => session.client.query(session.dialect.beginReadOnly))
  return openQuery(session, sql)
}

const startsAsQuery = /^[\s(]*(select|with|show|explain)\b/i

const endsTransactions =
  /^(begin|start\s+transaction|commit|end|abort|prepare\s+transaction|rollback(?!\s+((work|transaction)\s+)?to\b))\b/i

function statementsOf({ isShared, dialect }: PostgresSession, sql: string): string[] {
  const statements = splitStatements(sql, dialect.escapesTexts)
  if (statements.length === 0) throw new WarehouseError('There is no statement to run')
  const ends = (statement: string) =>
    endsTransactions.test(statement) || dialect.commits?.test(statement) === true
  if (isShared === true && statements.some((statement) => ends(withoutComments(statement))))
    throw new WarehouseError(transactionStatementRefused)
  return statements
}

/** Rows are counted as they pass and not kept. */
function count(client: PoolClient, text: string): Promise<Counts> {
  return new Promise((resolve, reject) => {
    const query = new Query({ text })
    const merged: [string, number][] = []
    let returned = 0
    query.on('row', (row: Record<string, unknown>) => {
      returned++
      if (action in row) merged.push([String(row[action]), Number(row[changedRows])])
    })
    query.on('error', reject)
    query.on('end', ({ command, rowCount }) => {
      // `create table … as` answers with the tag of a SELECT, but returns no rows.
      const created = command === 'SELECT' && returned === 0 && rowCount !== 0
      const changes = created || !['SELECT', 'FETCH', 'SHOW'].includes(command)
      const changed = changes ? (rowCount ?? undefined) : undefined
      if (merged.length > 0 || isCountedMerge(text)) resolve(countsOfMerge(merged))
      else resolve({ changed, returned, changes: changesOf(created ? 'INSERT' : command, changed) })
    })
    client.query(query)
  })
}

const [action, changedRows] = MERGE_COLUMNS
const countedMerge = 'with headrace_merged as (\n'

/** A merge that answers how many rows it did what to. PostgreSQL can do that from version 17 on. */
export const countedMergeSql = (merge: string): string =>
  [
    `${countedMerge}${merge}`,
    'returning merge_action() as action',
    ')',
    `select action as ${action}, count(*) as ${changedRows} from headrace_merged group by action`,
  ].join('\n')

/** One that found nothing to do answers no row. */
const isCountedMerge = (text: string): boolean => text.startsWith(countedMerge)

const changesOf = (command: string, changed: number | undefined): Counts['changes'] =>
  changed !== undefined && ['INSERT', 'UPDATE', 'DELETE'].includes(command)
    ? changesByAction([[command, changed]])
    : undefined

type Rows = QueryArrayResult<Cell[]>

interface FirstRows extends Rows {
  /** Where more may come from: a cursor in a transaction of ours, in one of the script's, or nowhere. */
  readonly cursor: 'ours' | 'theirs' | undefined
}

/**
 * A cursor for what can have one; whatever else answers rows (`returning`, `show`, …) answers them at once.
 */
async function openCursor(session: PostgresSession, statement: string): Promise<FirstRows> {
  const { client, dialect } = session
  if (/^[\s(]*(select|with|values|table)\b/i.test(withoutComments(statement))) {
    const cursor = client.getTransactionStatus() === 'I' ? 'ours' : 'theirs'
    const { hasSavepoints } = dialect
    // Alone: where the others are no SQL, nothing of them is done.
    if (cursor === 'theirs' && hasSavepoints) await client.query('savepoint headrace')
    try {
      return { ...(await askFirst(session, statement, cursor)), cursor }
    } catch (error) {
      if (!refusesCursor(error) || (cursor === 'theirs' && !hasSavepoints)) throw error
      await client.query(cursor === 'ours' ? 'rollback' : 'rollback to savepoint headrace')
    }
  }
  return { ...(await ask(session, statement)), cursor: undefined }
}

const withoutComments = (statement: string): string =>
  statement.replace(/^(\s|--[^\n]*(\n|$)|\/\*.*?\*\/)+/s, '')

/** `with … insert` and `select … into` are queries by their first word only. */
const refusesCursor = (error: unknown): boolean =>
  error instanceof DatabaseError && ['0A000', '42P11', '42601'].includes(error.code ?? '')

/** In one go where that is known to work: each way there and back costs as much as a small query. */
async function askFirst(session: PostgresSession, statement: string, cursor: 'ours' | 'theirs') {
  const begin = cursor === 'ours' ? [session.dialect.beginCursor] : []
  // The statement may end with a comment.
  const all = [...begin, `declare headrace cursor for ${statement}\n`, FETCH]
  if (session.dialect.hasSavepoints) return ask(session, all.join(';'))
  for (const one of all.slice(0, -1)) await session.client.query(one)
  return ask(session, FETCH)
}

const FETCH = `fetch forward ${batchRows} from headrace`

/** The rows of the last statement of `text`. */
async function ask({ client, dialect }: PostgresSession, text: string): Promise<Rows> {
  const answers: Rows | Rows[] = await client.query<Cell[]>({ text, rowMode: 'array', types })
  const answer = [answers].flat().at(-1)!
  const readers = answer.fields.flatMap((field, index) => {
    const read = dialect.readerOf?.(field)
    return read === undefined ? [] : [{ read, index }]
  })
  for (const row of readers.length === 0 ? [] : answer.rows)
    for (const { read, index } of readers) row[index] = row[index] == null ? null : read(row[index])
  return answer
}

async function* batches(
  session: PostgresSession,
  first: FirstRows,
  isAsFound: boolean,
): AsyncGenerator<Cell[][]> {
  try {
    let { rows } = first
    while (rows.length > 0) {
      yield rows
      if (first.cursor === undefined || rows.length < batchRows) break
      const next = await atPosition(session, 0, 1, () => ask(session, FETCH))
      rows = next.rows
    }
    // A function that was called may have written: what was read to the end is kept.
    if (first.cursor === 'ours') await atPosition(session, 0, 1, () => session.client.query('commit'))
  } finally {
    // One that failed has lost its transaction, and the savepoint with it.
    if (first.cursor === 'theirs' && session.isShared === true)
      await session.client
        .query(
          session.dialect.hasSavepoints ? 'close headrace; release savepoint headrace' : 'close headrace',
        )
        .catch(() => undefined)
    await session.release(isAsFound)
  }
}

async function atPosition<T>(session: PostgresSession, index: number, of: number, work: () => Promise<T>) {
  try {
    return await session.call(work)
  } catch (error) {
    if (!(error instanceof WarehouseError) || session.signal.aborted) throw error
    throw statementError(error, index + 1, of)
  }
}
