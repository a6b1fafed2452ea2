import { type Counts, countsOf } from '../counting.ts'
import { noRowChanges } from '../row-changes.ts'
import { transactionStatementRefused } from '../transaction.ts'
import type { Cell, QueryResult, StatementCounts, StatementOptions } from '../warehouse.ts'
import { ONE_STATEMENT, ONLY_A_QUERY, statementError, WarehouseError } from '../warehouse-error.ts'
import { cellReader } from './cells.ts'
import type { BigQuerySession } from './connections.ts'
import type { Job } from './jobs.ts'
import { googleSqlTokens, splitStatements } from './split.ts'
import type { JobResource, QueryResults, QueryStatistics, TableReference, TableResource } from './wire.ts'

/** Rows that are fetched at once; the service sends fewer when they are large. */
const PAGE_ROWS = 10_000
const BATCH_ROWS = 1_000

/**
 * Runs every statement of `sql`; they commit one by one unless the script begins a transaction, which is one
 * job up to its end: BigQuery takes it back where it is cut off. A session that nobody ends would keep its
 * transaction, and what that has changed locked, for a day. Throws WarehouseError.
 */
export async function executeScript(
  session: BigQuerySession,
  sql: string,
  counting: StatementOptions['count'] = 'all',
): Promise<StatementCounts> {
  const statements = statementsOf(session, sql)
  const pieces = piecesOf(statements)
  const counts: Counts[] = []
  let queryId: string | undefined
  for (const { first, text } of pieces)
    await atPosition(session, first, statements.length, async () => {
      const job = await startOf(session, text, pieces.length)
      counts.push(...(await count(session, job)))
      queryId = job.shownId
    })
  return { ...countsOf(counts, counting), queryId }
}

interface JobText {
  /** The position of its first statement in the script. */
  readonly first: number
  readonly text: string
}

/** The statements, but each transaction that ends in the script as one text. */
function piecesOf(statements: readonly string[]): readonly JobText[] {
  const pieces: JobText[] = []
  for (let first = 0; first < statements.length; ) {
    const end =
      transactionWord(statements[first]!) === 'begin'
        ? statements.findIndex((one, index) => index > first && endsTransaction(one))
        : first
    const last = Math.max(first, end)
    pieces.push({
      first,
      text: statements
        .slice(first, last + 1)
        .map(spelled)
        .join(';\n'),
    })
    first = last + 1
  }
  return pieces
}

/**
 * Runs `sql` and hands out the rows of its last statement; the session ends with them. Throws WarehouseError.
 */
export async function openQuery(session: BigQuerySession, sql: string): Promise<QueryResult> {
  const statements = statementsOf(session, sql)
  const last = statements.length - 1
  for (const [index, statement] of statements.slice(0, last).entries())
    await atPosition(session, index, statements.length, async () => {
      const job = await startOf(session, statement, statements.length)
      await session.jobs.rows(job, { maxRows: 0 }, session.signal)
    })
  return atPosition(session, last, statements.length, async () => {
    const job = await startOf(session, statements[last] ?? '', statements.length)
    const first = await session.jobs.rows(job, { maxRows: PAGE_ROWS }, session.signal)
    const columns = (first.schema?.fields ?? []).map(({ name }) => name)
    return { columns, batches: batches(session, job, first) }
  })
}

/** The same of one statement that is a query by BigQuery's own judgement. */
export async function openReadOnly(session: BigQuerySession, sql: string): Promise<QueryResult> {
  const [statement = '', ...more] = statementsOf(session, sql)
  if (more.length > 0) throw new WarehouseError(ONE_STATEMENT)
  const { signal, location, jobs } = session
  const { statistics } = await jobs.dryRun(statement, { signal, location })
  if (statistics?.query?.statementType !== 'SELECT') throw new WarehouseError(ONLY_A_QUERY)
  return openQuery(session, statement)
}

const startOf = (session: BigQuerySession, statement: string, count: number): Promise<Job> =>
  session.start(spelled(statement), { alone: count === 1 })

/** A lone word would be the beginning of a block. */
function spelled(statement: string): string {
  return /^(begin|commit|rollback)$/i.test(statement) ? `${statement} transaction` : statement
}

function statementsOf({ isShared }: BigQuerySession, sql: string): string[] {
  const statements = splitStatements(sql)
  if (statements.length === 0) throw new WarehouseError('There is no statement to run')
  if (isShared === true && statements.some((one) => transactionWord(one) !== undefined))
    throw new WarehouseError(transactionStatementRefused)
  return statements
}

/** `begin`, `commit` or `rollback`, where a statement is one of a transaction. */
function transactionWord(statement: string): string | undefined {
  const [word = '', next] = [...googleSqlTokens(statement)].slice(0, 2).map(({ text }) => text.toLowerCase())
  const isOne = ['begin', 'commit', 'rollback'].includes(word) && [undefined, 'transaction'].includes(next)
  return isOne ? word : undefined
}

const endsTransaction = (statement: string): boolean =>
  ['commit', 'rollback'].includes(transactionWord(statement) ?? '')

/** What a job did, which is waited for; a script counts what its statements did. */
async function count(session: BigQuerySession, job: Job): Promise<readonly Counts[]> {
  const { jobs, signal } = session
  const { totalRows } = await jobs.rows(job, { maxRows: 0 }, signal)
  const resource = await jobs.resource(job, signal)
  const statistics = resource.statistics?.query ?? {}
  if (statistics.statementType !== 'SCRIPT') return [await countsOfOne(session, statistics, totalRows)]
  const children = await jobs.children(job, signal)
  const counts: Counts[] = []
  for (const { statistics: child } of inOrder(children))
    counts.push(await countsOfOne(session, child?.query ?? {}, undefined))
  return counts
}

const inOrder = (jobs: readonly JobResource[]): readonly JobResource[] =>
  jobs.toSorted((one, other) => startOfJob(one) - startOfJob(other))

const startOfJob = ({ statistics }: JobResource): number =>
  Number((Object(statistics) as { readonly startTime?: string }).startTime ?? 0)

async function countsOfOne(
  session: BigQuerySession,
  statistics: QueryStatistics,
  totalRows: string | undefined,
): Promise<Counts> {
  const {
    statementType = '',
    numDmlAffectedRows,
    dmlStats,
    ddlOperationPerformed,
    ddlTargetTable,
  } = statistics
  if (numDmlAffectedRows !== undefined || dmlStats !== undefined) {
    const changes = {
      inserted: Number(dmlStats?.insertedRowCount ?? 0),
      updated: Number(dmlStats?.updatedRowCount ?? 0),
      deleted: Number(dmlStats?.deletedRowCount ?? 0),
    }
    const sum = changes.inserted + changes.updated + changes.deleted
    const changed = Number(numDmlAffectedRows ?? sum)
    return { changed, returned: 0, changes: sum === changed ? changes : undefined }
  }
  if (
    statementType === 'CREATE_TABLE_AS_SELECT' &&
    ddlTargetTable !== undefined &&
    ddlOperationPerformed !== 'SKIP'
  ) {
    const rows = await rowsOf(session, ddlTargetTable)
    const changes = rows === undefined ? undefined : { ...noRowChanges, inserted: rows }
    return { changed: rows, returned: 0, changes }
  }
  const isQuery = statementType === 'SELECT'
  return { changed: undefined, returned: isQuery ? Number(totalRows ?? 0) : 0, changes: undefined }
}

/** Of a table that a statement has just made: its statistics do not say it. */
async function rowsOf(
  { client, signal }: BigQuerySession,
  table: TableReference,
): Promise<number | undefined> {
  const { numRows } = await readTable(client, table, signal).catch((error: unknown) => {
    if (error instanceof WarehouseError) return { numRows: undefined }
    throw error
  })
  return numRows === undefined ? undefined : Number(numRows)
}

/** A table's description. Throws BigQueryFault where there is none. */
export function readTable(
  client: BigQuerySession['client'],
  { projectId, datasetId, tableId }: TableReference,
  signal: AbortSignal,
): Promise<TableResource> {
  const parts = [projectId, datasetId, tableId].map(encodeURIComponent)
  return client.get<TableResource>(`projects/${parts[0]}/datasets/${parts[1]}/tables/${parts[2]}`, {}, signal)
}

async function* batches(
  session: BigQuerySession,
  job: Job,
  first: QueryResults,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  try {
    const readers = (first.schema?.fields ?? []).map(cellReader)
    let page = first
    for (;;) {
      const { rows = [], pageToken } = page
      for (let from = 0; from < rows.length; from += BATCH_ROWS) {
        session.signal.throwIfAborted()
        yield rows
          .slice(from, from + BATCH_ROWS)
          .map(({ f }) => readers.map((read, index) => read(f[index]?.v)))
      }
      if (pageToken === undefined) return
      page = await session.jobs.rows(job, { maxRows: PAGE_ROWS, token: pageToken }, session.signal)
    }
  } finally {
    await session.release()
  }
}

async function atPosition<T>(
  session: BigQuerySession,
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
