import { type Counts, countsOf } from '../counting.ts'
import { noRowChanges, type RowChanges } from '../row-changes.ts'
import type { Cell, QueryResult, StatementCounts, StatementOptions } from '../warehouse.ts'
import { ONE_STATEMENT, ONLY_A_QUERY, statementError, WarehouseError } from '../warehouse-error.ts'
import { cellReader } from './cells.ts'
import type { DatabricksSession } from './connections.ts'
import { onlyReads, type Statement, sparkTokens, splitStatements } from './split.ts'
import type { Done } from './statements.ts'

const BATCH_ROWS = 1_000

/**
 * Runs every statement of `sql`; each commits on its own, a transaction as a whole. Throws WarehouseError.
 */
export async function executeScript(
  session: DatabricksSession,
  sql: string,
  counting: StatementOptions['count'] = 'all',
): Promise<StatementCounts> {
  const units = unitsOf(sql)
  const counts: Counts[] = []
  let queryId: string | undefined
  for (const unit of units) {
    const done = await runUnit(session, unit)
    queryId = done.id
    counts.push(await countsOfDone(session, unit, done))
  }
  return { ...countsOf(counts, counting), queryId }
}

/** Runs `sql` and hands out the rows of its last statement. Throws WarehouseError. */
export async function openQuery(session: DatabricksSession, sql: string): Promise<QueryResult> {
  const units = unitsOf(sql)
  let done: Done | undefined
  for (const unit of units) done = await runUnit(session, unit)
  if (done === undefined) throw new WarehouseError('There is no statement to run')
  return { columns: done.columns.map(({ name }) => name), batches: batches(session, done) }
}

/** The same of one statement that can change nothing. */
export async function openReadOnly(session: DatabricksSession, sql: string): Promise<QueryResult> {
  const [statement, ...more] = splitStatements(sql)
  if (statement === undefined) throw new WarehouseError('There is no statement to run')
  if (more.length > 0) throw new WarehouseError(ONE_STATEMENT)
  if (!onlyReads(statement)) throw new WarehouseError(ONLY_A_QUERY)
  return openQuery(session, sql)
}

/** What is sent as one statement. */
interface Unit extends Statement {
  /** From 1; that of the first statement of a transaction. */
  readonly position: number
  readonly of: number
  readonly isTransaction: boolean
}

/**
 * The statements of a script, and its transactions as one statement each. Throws WarehouseError for what
 * needs a session.
 */
function unitsOf(sql: string): readonly Unit[] {
  const statements = splitStatements(sql)
  if (statements.length === 0) throw new WarehouseError('There is no statement to run')
  const units: Unit[] = []
  let inside: Statement[] | undefined
  for (const [index, statement] of statements.entries()) {
    const at = (text: string, isTransaction = false): Unit => ({
      sql: text,
      words: statement.words,
      position: index + 1,
      of: statements.length,
      isTransaction,
    })
    if (isWord(statement, 'begin') && inside === undefined) inside = []
    else if (isWord(statement, 'commit') && inside !== undefined) {
      if (inside.length > 0) units.push(at(atomicBlock(inside.map((one) => one.sql)), true))
      inside = undefined
    } else {
      const fault = faultOf(statement)
      if (fault !== undefined)
        throw new WarehouseError(
          statements.length > 1 ? `Statement ${index + 1} of ${statements.length}: ${fault}` : fault,
        )
      if (inside === undefined) units.push(at(statement.sql))
      else inside.push(statement)
    }
  }
  if (inside !== undefined) throw new WarehouseError('The script begins a transaction and does not commit it')
  return units
}

/** Statements that the database does all or none of. */
export const atomicBlock = (statements: readonly string[]): string =>
  statements.length === 1 ? statements[0]! : `begin atomic\n${statements.join(';\n')};\nend`

const isWord = ({ words: [first, second, third] }: Statement, word: string): boolean =>
  first === word && (second === undefined || (second === 'transaction' && third === undefined))

const NO_SESSION =
  'Databricks keeps nothing between the statements of its REST interface: put statements that need each other into one block, begin … end'

/** Why a statement cannot be part of a script; undefined when it can. */
function faultOf({ words }: Statement): string | undefined {
  const [first = '', ...more] = words
  if (['begin', 'commit', 'rollback'].includes(first) && (more[0] ?? 'transaction') === 'transaction')
    return first === 'rollback'
      ? 'A transaction is sent as a whole and cannot be rolled back by the script: have it fail with signal or raise_error'
      : `The script has a ${first} too many`
  if (first === 'start' && more[0] === 'transaction') return 'Write begin; …; commit for a transaction'
  const isTemporary = /^create( or replace)?( global)? temp(orary)?\b/.test(words.join(' '))
  if (isTemporary || ['declare', 'set', 'reset', 'cache', 'execute'].includes(first)) return NO_SESSION
  return undefined
}

async function runUnit(session: DatabricksSession, unit: Unit): Promise<Done> {
  try {
    const done = await session.run(unit.sql)
    rememberPlace(session.place, unit)
    return done
  } catch (error) {
    if (!(error instanceof WarehouseError) || session.signal.aborted) throw error
    throw statementError(error, unit.position, unit.of)
  }
}

/** USE holds for the rest of the script: its place is sent with each statement. */
function rememberPlace(place: DatabricksSession['place'], { sql, words }: Unit): void {
  if (words[0] !== 'use') return
  const tokens = [...sparkTokens(sql)].slice(1).map(({ text }) => text)
  const kind = ['catalog', 'schema', 'database'].find((word) => word === tokens[0]?.toLowerCase())
  const names = tokens.slice(kind === undefined ? 0 : 1).filter((text) => text !== '.')
  const [first, second] = names.map((text) =>
    text.startsWith('`') ? text.slice(1, -1).replaceAll('``', '`') : text,
  )
  if (first === undefined) return
  if (kind === 'catalog') {
    place.catalog = first
    place.schema = 'default'
  } else if (second === undefined) place.schema = first
  else {
    place.catalog = first
    place.schema = second
  }
}

/** A statement that changes rows answers one row, whose columns are named after what they count. */
async function countsOfDone(session: DatabricksSession, unit: Unit, done: Done): Promise<Counts> {
  if (unit.isTransaction) return { changed: undefined, returned: 0, changes: undefined }
  const names = done.columns.map(({ name }) => name.toLowerCase())
  if (!names.includes('num_affected_rows'))
    return { changed: undefined, returned: onlyReads(unit) ? done.rowCount : 0, changes: undefined }
  const [row = []] = (await session.rows(done).next()).value ?? []
  const of = (name: string) => Number(row[names.indexOf(`num_${name}_rows`)] ?? 0)
  const changed = of('affected')
  return { changed, returned: 0, changes: kindsOf(unit.words[0] ?? '', changed, of) }
}

function kindsOf(word: string, changed: number, of: (name: string) => number): RowChanges {
  if (word === 'update') return { ...noRowChanges, updated: changed }
  if (word === 'delete' || word === 'truncate') return { ...noRowChanges, deleted: changed }
  if (word !== 'merge') return { ...noRowChanges, inserted: changed }
  return { inserted: of('inserted'), updated: of('updated'), deleted: of('deleted') }
}

async function* batches(
  session: DatabricksSession,
  done: Done,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  try {
    const readers = done.columns.map(cellReader)
    for await (const rows of session.rows(done))
      for (let from = 0; from < rows.length; from += BATCH_ROWS) {
        session.signal.throwIfAborted()
        yield rows
          .slice(from, from + BATCH_ROWS)
          .map((row) => readers.map((read, index) => read(row[index] ?? null)))
      }
    session.signal.throwIfAborted()
  } finally {
    session.release()
  }
}
