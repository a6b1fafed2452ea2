import { castSql } from '../cast.ts'
import { checkedTypeSql, createTableSql, type TableDialect } from '../create-table.ts'
import type { DatabaseName } from '../database-name.ts'
import { findDatabaseName, notMapped, withMappedSchema } from '../database-names.ts'
import { AMBIGUOUS_MERGE } from '../merge-actions.ts'
import type { SqlParts } from '../sql-parts.ts'
import { quoteName, quoteTable, quoteText } from '../sql-text.ts'
import { beginTransaction } from '../transaction.ts'
import type { Merge, TableName, Warehouse } from '../warehouse.ts'
import { statementError, WarehouseError } from '../warehouse-error.ts'
import { beginLoad } from './bulk-load.ts'
import { duckdbCasts } from './casts.ts'
import { duckdbCatalogue } from './catalogue.ts'
import { describeQuery, describeTable } from './describe.ts'
import type { DuckdbFile, Session, SessionUse } from './file.ts'
import { fileReader } from './incoming.ts'
import { insertJsonSql } from './insert-json.ts'
import { duckdbJson } from './json.ts'
import { duckdbParts } from './parts.ts'
import { executeScript, openQuery, openReadOnly } from './script.ts'
import { duckdbTables } from './types.ts'

/** What a lake does differently. */
export interface DuckdbDialect {
  readonly tables: TableDialect
  readonly mergeSql: (merge: Merge) => string
  readonly parts: SqlParts
  /** As that of the warehouse, for a table that has been resolved. */
  readonly longRowsSql?: (table: TableName, rowBytes: number) => readonly string[]
}

const duckdbDialect: DuckdbDialect = {
  tables: duckdbTables,
  mergeSql: (merge) => [...refuseAmbiguous(merge), `${merge.sql}\nreturning merge_action`].join(';\n'),
  parts: duckdbParts,
}

export interface DuckdbWarehouseOptions {
  readonly schema: string | undefined
  readonly databases?: readonly DatabaseName[] | undefined
  readonly dialect?: DuckdbDialect
  /** Takes a session for a call; one of its own unless stated. */
  readonly connect?: (signal: AbortSignal) => Promise<Session>
}

/**
 * The DuckDB file of an environment. Every call has a session of its own: temporary tables, settings and open
 * transactions end with it, tables and schemas stay.
 */
export function createDuckdbWarehouse(file: DuckdbFile, options: DuckdbWarehouseOptions): Warehouse {
  const { schema, databases = [], dialect = duckdbDialect } = options
  const { longRowsSql } = dialect
  const { connect = (signal: AbortSignal) => file.connect(schema, signal) } = options

  const connectFor = (use: SessionUse) =>
    options.connect ?? ((signal: AbortSignal) => file.connect(schema, signal, use))
  const connectToLoad = connectFor({ loads: true })

  async function inSession<T>(
    signal: AbortSignal,
    work: (session: Session) => Promise<T>,
    open = connect,
  ): Promise<T> {
    const session = await open(signal)
    try {
      return await work(session)
    } finally {
      session.release()
    }
  }

  /** DuckDB has the mapped databases under their names; a schema that is left out would be `main`. */
  function resolveTable(table: TableName): TableName {
    const { database: name } = table
    if (name === undefined) return table
    const mapped = findDatabaseName(databases, name)
    if (mapped !== undefined) return withMappedSchema(table, mapped, schema)
    if ([file.name, 'temp'].includes(name.toLowerCase())) return table
    throw new WarehouseError(notMapped(name))
  }
  const quote = (table: TableName) => quoteTable(resolveTable(table))

  return {
    execute: (sql, options) =>
      inSession(
        options.signal,
        (session) => executeScript(session, sql, options),
        connectFor({ begins: true, loads: options.loads }),
      ),
    describe: (table, { signal }) =>
      inSession(signal, (session) => describeTable(session, resolveTable(table))),
    describeQuery: (sql, { signal }) => inSession(signal, (session) => describeQuery(session, sql)),
    async query(sql, { signal, note, readOnly = false }) {
      const session = await (readOnly ? file.connect(schema, signal) : connect(signal))
      try {
        return await (readOnly ? openReadOnly(session, sql) : openQuery(session, sql, note))
      } catch (error) {
        session.release()
        throw error
      }
    },
    createTableSql: (table, definition) => createTableSql(dialect.tables, quote(table), definition),
    beginLoad: async ({ signal }) => beginLoad(await connectToLoad(signal)),
    beginTransaction: async ({ signal }) => {
      const session = await connect(signal)
      return beginTransaction({
        signal: session.signal,
        run: (sql) => runPlain(session, sql),
        release: session.release,
        warehouse: (takeTurn) =>
          createDuckdbWarehouse(file, {
            ...options,
            connect: async (given) => ({ ...session, isShared: true, release: await takeTurn(given) }),
          }),
      })
    },
    typeSql: (type) => checkedTypeSql(duckdbTables, type),
    castSql: (value, from, to) => castSql(duckdbCasts, value, from, to),
    json: duckdbJson,
    parts: dialect.parts,
    rewriteTableSql: (table, query) => `create or replace table ${quote(table)} as\n${query}`,
    insertJsonSql: (table, columns, elements) => insertJsonSql(quote(table), columns, elements),
    createViewSql: (table, query) => createViewSql(quote(table), query),
    mergeSql: async (merge) => dialect.mergeSql(merge),
    fileReader: fileReader(file.incoming),
    ...(longRowsSql && { longRowsSql: (table, rowBytes) => longRowsSql(resolveTable(table), rowBytes) }),
    catalogue: duckdbCatalogue(resolveTable),
    resolveTable,
    quoteTable: quote,
    quoteName,
    quoteText,
    nameKey: (name) => name.toLowerCase(),
    close: () => file.close(),
  }
}

/** A view may be made of itself, and every query of it fails then: it is read before it stays. */
const createViewSql = (view: string, query: string): string =>
  ['begin', `create or replace view ${view} as\n${query}`, `describe select 1 from ${view}`, 'commit'].join(
    ';\n',
  )

/** A transaction that was cancelled is rolled back all the same: it would outlive its connection. */
async function runPlain({ connection, callAlone, signal }: Session, sql: string): Promise<void> {
  try {
    await (sql === 'rollback' ? connection.run(sql) : callAlone(() => connection.run(sql)))
  } catch (error) {
    signal.throwIfAborted()
    throw statementError(error, 1, 1)
  }
}

/**
 * A statement that fails where several rows of the source would change one row: DuckDB takes any one of them,
 * without a word.
 */
export function refuseAmbiguous({ target, source, alias, changes }: Merge): readonly string[] {
  if (changes === undefined) return []
  const matched = `select 1 from ${target} join ${source} on (\n${changes}\n)\ngroup by ${alias}.rowid having count(*) > 1 limit 1`
  return [`select error(${quoteText(AMBIGUOUS_MERGE)}) from (\n${matched}\n)`]
}
