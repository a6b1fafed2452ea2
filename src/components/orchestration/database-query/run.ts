import type { SourceColumn, SourceConnection, SourceDatabase } from '../../../warehouses/source-database.ts'
import type { Cell, StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import { gatesOf, successOfLoad } from '../../common/gates/gate-result.ts'
import { oneBehind } from '../../common/one-behind.ts'
import { failure, success } from '../../common/outcome.ts'
import { shownTable, tableName, withWarehouse } from '../../common/sql.ts'
import { component, type StepContext } from '../../component.ts'
import type { Field } from '../modular-api-extract-input-v2/fields.ts'
import {
  createLoad,
  type FinishedLoad,
  type Load,
  TableExistsError,
} from '../modular-api-extract-input-v2/load.ts'
import { declaration, isAdvanced, type QueryParameters, statedMode } from './properties.ts'
import { createRoundedColumns, keptPlaces, MOST_PLACES } from './rounded-columns.ts'
import { sourceConnection, sourceKey } from './source.ts'
import { hasOrder, markLiteral, readWatermark, type Watermark } from './watermarks.ts'

const LOG_EVERY_MS = 2_000

/** What a user has to mend. */
class QueryError extends Error {
  override readonly name = 'QueryError'
}

/**
 * The rows go into a table of their own and from there into the target, in one transaction with what
 * remembers the load and how far it came: a run that is killed leaves nothing, and one that is resumed loads
 * nothing twice.
 */
export const run = component(declaration, async (context, parameters) => {
  const faults = declaration.validate?.(parameters, { running: true }) ?? []
  if (faults.length > 0) return failure(faults.join('. '))
  const connection = await sourceConnection(context, parameters)
  if ('fault' in connection) return failure(connection.fault)
  return withWarehouse(context, async (warehouse, options) => {
    const source = await context.source(connection)
    try {
      return await loadFrom({ context, parameters, connection, source, warehouse, options })
    } catch (error) {
      context.signal.throwIfAborted()
      if (error instanceof QueryError || error instanceof TableExistsError) return failure(error.message)
      throw error
    } finally {
      await source.close()
    }
  })
})

interface Loading {
  readonly context: StepContext
  readonly parameters: QueryParameters
  readonly connection: SourceConnection
  readonly source: SourceDatabase
  readonly warehouse: Warehouse
  readonly options: StatementOptions
}

async function loadFrom(loading: Loading) {
  const { context, parameters, source, warehouse, options } = loading
  const table = targetOf(parameters)
  const query = queryOf(source, parameters)
  const columns = checkedColumns(warehouse, await source.describe(query))
  const mode = isIncremental(parameters) ? 'APPEND' : (statedMode(parameters) ?? 'REPLACE_IF_EXISTS')
  const key = context.idempotencyKey
  const gated = { context, gates: gatesOf(parameters) }
  const load = createLoad({ warehouse, options, table, mode, key, columns: columns.map(fieldOf), gated })
  try {
    const before = await load.begin()
    if (before !== undefined) {
      const message = `${shownTable(table)} was already loaded by an earlier attempt whose result was unknown`
      return success(message, { rowCount: before.rows })
    }
    const increment = await incrementOf(loading, table, columns)
    const wanted = wantedRows(source, query, increment, limitOf(parameters))
    await addAll(loading, load, columns, wanted)
    await refuseRounded(loading, wanted, increment)
    const loaded = await finished(load, warehouse, increment)
    await increment?.watermark.forgetOld()
    const from = increment?.watermark.value
    const since = from === undefined ? '' : ` with ${increment?.column.name} after ${from}`
    const { rows, deleted } = loaded
    return successOfLoad(loaded, `${rows} rows${since} of ${source.label} are in ${shownTable(table)}`, {
      rowCount: rows,
      changes: { inserted: rows, updated: 0, deleted },
    })
  } finally {
    await load.abandon()
  }
}

async function finished(
  load: Load,
  { quoteName, columnName = (one) => one }: Warehouse,
  increment: Increment | undefined,
): Promise<FinishedLoad> {
  if (increment === undefined) return load.finish()
  const { column, watermark } = increment
  try {
    const name = quoteName(columnName(column.name, ''))
    return await load.finish({
      sql: (rows) => [watermark.raiseSql(rows, name)],
      remembered: (rows) => watermark.raised(rows, name),
    })
  } catch (error) {
    if (!(error instanceof WarehouseError) || !(await watermark.wasRaised())) throw error
    throw new QueryError('Another run has loaded the same rows in the meantime, so this run added nothing')
  }
}

const targetOf = (parameters: QueryParameters): TableName => {
  const { database, catalog, schema, database2, table = '', targetTable = '' } = parameters
  return tableName({ database, catalog, schema: schema ?? database2 }, table || targetTable)
}

/** What is read, as a query of the source. */
function queryOf({ quoteName, statements }: SourceDatabase, parameters: QueryParameters): string {
  const {
    basicAdvancedMode,
    sqlQuery = '',
    dataSource = '',
    sourceSchema = '',
    dataSelection = [],
  } = parameters
  const limit = limitOf(parameters)
  // What follows it stands on a line of its own, for it may end in a comment.
  if (isAdvanced(basicAdvancedMode, sqlQuery)) {
    const [query = '', ...more] = statements(sqlQuery)
    if (more.length === 0) return query
    throw new QueryError(`SQL Query must be one statement; it has ${more.length + 1}`)
  }
  const names = dataSelection.length === 0 ? '*' : dataSelection.map(quoteName).join(', ')
  const from = [...(sourceSchema === '' ? [] : [sourceSchema]), dataSource].map(quoteName).join('.')
  return `select ${names} from ${from}${limit === undefined || isIncremental(parameters) ? '' : ` limit ${limit}`}`
}

const isIncremental = ({ incrementalColumn = '' }: QueryParameters): boolean => incrementalColumn !== ''

/** Of a table that is read; a query says its own. */
function limitOf({ basicAdvancedMode, sqlQuery, limit = '' }: QueryParameters): number | undefined {
  return limit === '' || isAdvanced(basicAdvancedMode, sqlQuery ?? '') ? undefined : Number(limit)
}

function checkedColumns({ nameKey }: Warehouse, columns: readonly SourceColumn[]): readonly SourceColumn[] {
  const keys = columns.map(({ name }) => nameKey(name))
  const twice = columns.filter((_, index) => keys.indexOf(keys[index] ?? '') !== index)
  if (twice.length === 0) return columns
  throw new QueryError(
    `Several columns of the query are named "${twice[0]?.name}" to the environment's database: give each its own name`,
  )
}

const fieldOf = ({ name, type }: SourceColumn, index: number): Field => ({
  name,
  type: 'STRING',
  member: `c${index}`,
  definition: type,
})

interface Increment {
  readonly column: SourceColumn
  readonly watermark: Watermark
}

async function incrementOf(
  { context, parameters, connection, warehouse, options }: Loading,
  table: TableName,
  columns: readonly SourceColumn[],
): Promise<Increment | undefined> {
  const { incrementalColumn: wanted = '' } = parameters
  if (wanted === '') return undefined
  const column =
    columns.find(({ name }) => name === wanted) ??
    columns.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (column === undefined) {
    const names = columns.map(({ name }) => name).join(', ')
    throw new QueryError(`The query has no column "${wanted}" for Incremental Column; it has ${names}`)
  }
  if (!hasOrder(column)) {
    throw new QueryError(`The Incremental Column "${column.name}" must contain numbers, dates or timestamps`)
  }
  // Several environments may share a database, and several pipelines name a component alike.
  const place = await context.resolve(
    '${sysvar.project.id} ${sysvar.environment.name} ${sysvar.thisPipeline.fullName}',
  )
  const owner = {
    component: `${place} ${context.componentName}`,
    source: sourceKey(parameters, connection),
  }
  return { column, watermark: await readWatermark(warehouse, options, table, owner) }
}

/**
 * Rows without a value in the incremental column are in no order, and never read. Of the others a limit takes
 * the first, and all that are equal to the last of them: what it leaves out is behind the value that is
 * reached.
 */
function wantedRows(
  { quoteName }: SourceDatabase,
  query: string,
  increment: Increment | undefined,
  limit: number | undefined,
): string {
  if (increment === undefined) return query
  const name = quoteName(increment.column.name)
  const rows = `select * from (\n${query}\n) as headrace_source where ${name} ${beyond(increment)}`
  if (limit === undefined) return rows
  const first = `select ${name} from (${rows}) as headrace_new order by ${name} limit ${limit}`
  const last = `select max(${name}) from (${first}) as headrace_first`
  return `select * from (${rows}) as headrace_wanted where ${name} <= (${last})`
}

/** What a value is that was not loaded. */
function beyond({ column, watermark: { value } }: Increment): string {
  if (value === undefined) return 'is not null'
  const mark = markLiteral(column, value)
  if (mark !== undefined) return `> ${mark}`
  throw new QueryError(
    `The greatest "${column.name}" that was loaded is ${value}, and nothing is greater: leave such rows out of ` +
      'the query, drop the target table and load it again',
  )
}

/**
 * A value that was rounded on its way is no watermark: the row would come again, or the next ones never.
 * Throws QueryError for a column with one.
 */
async function refuseRounded(
  { source, warehouse }: Loading,
  query: string,
  increment: Increment | undefined,
): Promise<void> {
  const { column } = increment ?? {}
  const places = column && keptPlaces(warehouse, column)
  if (column === undefined || places === undefined) return
  const name = source.quoteName(column.name)
  const rounded = `select ${name} from (\n${query}\n) as headrace_rounded where ${name} <> round(${name}, ${places}) limit 1`
  for await (const [row] of await source.read(rounded)) {
    if (row === undefined) continue
    throw new QueryError(
      `The Incremental Column "${column.name}" has ${row[0]}, and its values are kept with ${places} decimals: give them more in ` +
        `the query, such as cast(${column.name} as numeric(38, ${MOST_PLACES}))`,
    )
  }
}

/** A transaction that components share takes no text. */
async function addAll(
  { context, source, warehouse, options }: Loading,
  load: Load,
  columns: readonly SourceColumn[],
  query: string,
): Promise<void> {
  const text = context.transaction.isOpen() ? undefined : source.readText?.(query)
  const notePassed = progressLog(context)
  const rounded = createRoundedColumns(warehouse, columns, options)
  if (text !== undefined && (await load.addText(rounded.text(text), notePassed))) return
  await addRows(context, load, columns, rounded.rows(await source.read(query)))
}

/** Says how many rows there are so far, now and then. */
function progressLog({ log }: StepContext): (rows: number) => void {
  let loggedAt = Date.now()
  return (rows) => {
    if (Date.now() - loggedAt < LOG_EVERY_MS) return
    log(`${rows} rows read`)
    loggedAt = Date.now()
  }
}

/** What is written at once, while as much again is read. */
const BATCH_ROWS = 25_000
const BATCH_CHARACTERS = 4 * 1024 * 1024

async function addRows(
  context: StepContext,
  load: Load,
  columns: readonly SourceColumn[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): Promise<void> {
  // A transaction that components share takes no bulk loads.
  const write = context.transaction.isOpen()
    ? (rows: readonly (readonly Cell[])[]) => addElements(load, columns, rows)
    : load.addRows
  const writing = oneBehind(write)
  let batch: (readonly Cell[])[] = []
  let characters = 0
  let count = 0
  const noteRead = progressLog(context)
  try {
    for await (const rows of batches) {
      for (const row of rows) {
        batch.push(row)
        for (const cell of row) characters += cell?.length ?? 0
      }
      count += rows.length
      if (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) {
        await writing.give(batch)
        batch = []
        characters = 0
      }
      noteRead(count)
    }
    if (batch.length > 0) await writing.give(batch)
  } finally {
    await writing.done()
  }
}

/** Rows as JSON; numbers stay the texts that they are, and lose no digit. */
async function addElements(
  load: Load,
  columns: readonly SourceColumn[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const isJson = columns.map(({ type }) => type.type === 'VARIANT')
  for (const row of rows) {
    const members = row.flatMap((cell, index) =>
      cell === null ? [] : [`"c${index}":${isJson[index] ? cell : JSON.stringify(cell)}`],
    )
    await load.add(`{${members.join(',')}}`)
  }
}
