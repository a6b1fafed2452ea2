import { castSql } from '../cast.ts'
import { checkedTypeSql, createTableSql } from '../create-table.ts'
import { findDatabaseName, notMapped, withMappedSchema } from '../database-names.ts'
import { quoteName, quoteTable, quoteText } from '../sql-text.ts'
import { standardParts } from '../standard-parts.ts'
import { beginTransaction } from '../transaction.ts'
import type { DatabaseName, Merge, TableName, Warehouse } from '../warehouse.ts'
import { statementError, WarehouseError } from '../warehouse-error.ts'
import { beginLoad } from './bulk-load.ts'
import { duckdbCasts } from './casts.ts'
import { describeQuery, describeTable } from './describe.ts'
import type { DuckdbFile, Session } from './file.ts'
import { insertJsonSql } from './insert-json.ts'
import { duckdbJson } from './json.ts'
import { executeScript, openQuery, openReadOnly } from './script.ts'
import { duckdbTables } from './types.ts'

/**
 * The DuckDB file of an environment. Every call has a session of its own: temporary tables, settings and open
 * transactions end with it, tables and schemas stay.
 */
export function createDuckdbWarehouse(
  file: DuckdbFile,
  schema: string | undefined,
  databases: readonly DatabaseName[] = [],
  connect: (signal: AbortSignal) => Promise<Session> = (signal) => file.connect(schema, signal),
): Warehouse {
  async function inSession<T>(signal: AbortSignal, work: (session: Session) => Promise<T>): Promise<T> {
    const session = await connect(signal)
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
    execute: (sql, options) => inSession(options.signal, (session) => executeScript(session, sql, options)),
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
    createTableSql: (table, definition) => createTableSql(duckdbTables, quote(table), definition),
    beginLoad: async ({ signal }) => beginLoad(await connect(signal)),
    beginTransaction: async ({ signal }) => {
      const session = await connect(signal)
      return beginTransaction({
        signal: session.signal,
        run: (sql) => runPlain(session, sql),
        release: session.release,
        warehouse: (takeTurn) =>
          createDuckdbWarehouse(file, schema, databases, async (given) => ({
            ...session,
            isShared: true,
            release: await takeTurn(given),
          })),
      })
    },
    typeSql: (type) => checkedTypeSql(duckdbTables, type),
    castSql: (value, from, to) => castSql(duckdbCasts, value, from, to),
    json: duckdbJson,
    parts: standardParts,
    rewriteTableSql: (table, query) => `create or replace table ${quote(table)} as\n${query}`,
    insertJsonSql: (table, columns, elements) => insertJsonSql(quote(table), columns, elements),
    createViewSql: (table, query) => `create or replace view ${quote(table)} as\n${query}`,
    mergeSql: async (merge) => mergeSql(merge),
    resolveTable,
    quoteTable: quote,
    quoteName,
    quoteText,
    nameKey: (name) => name.toLowerCase(),
    close: () => file.close(),
  }
}

/** A transaction that was cancelled is rolled back all the same: it would outlive its connection. */
async function runPlain({ connection, call, signal }: Session, sql: string): Promise<void> {
  try {
    await (sql === 'rollback' ? connection.run(sql) : call(() => connection.run(sql)))
  } catch (error) {
    signal.throwIfAborted()
    throw statementError(error, 1, 1)
  }
}

const ambiguousMerge =
  'Several rows of the source match one row of the target: which of them it becomes is open. Make the source unique first'

/** DuckDB itself takes any one of several rows of the source, without a word. */
function mergeSql({ sql, target, source, alias, changes }: Merge): string {
  const counted = `${sql}\nreturning merge_action`
  if (changes === undefined) return counted
  const matched = `select 1 from ${target} join ${source} on (\n${changes}\n)\ngroup by ${alias}.rowid having count(*) > 1 limit 1`
  return `select error(${quoteText(ambiguousMerge)}) from (\n${matched}\n);\n${counted}`
}
