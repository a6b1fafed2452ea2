import type { MysqlConnection } from '../connection.ts'
import { checkedTypeSql, createTableSql } from '../create-table.ts'
import { findDatabaseName, notMapped } from '../database-names.ts'
import { refusals } from '../refusals.ts'
import { quoteName, quoteTable, quoteText } from '../sql-text.ts'
import { beginTransaction } from '../transaction.ts'
import type { TableName, Warehouse } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { beginLoad } from './bulk-load.ts'
import { castSql } from './casts.ts'
import { mysqlCatalogue } from './catalogue.ts'
import { columnName } from './column-name.ts'
import type { MysqlConnections, MysqlSession } from './connections.ts'
import { describeQuery, describeTable } from './describe.ts'
import { insertJsonSql } from './insert-json.ts'
import { mysqlJson } from './json.ts'
import { mergeSql } from './merge.ts'
import { mysqlParts } from './parts.ts'
import { rewriteTableSql, stageRewriteSql } from './rewrite.ts'
import { executeScript, openQuery, openReadOnly } from './script.ts'
import { mysqlTables } from './types.ts'

/**
 * A MariaDB or MySQL database. Every call has a session of its own: temporary tables, settings and open
 * transactions end with it. What other databases call a schema is a database here.
 */
export function createMysqlWarehouse(
  connections: MysqlConnections,
  place: Pick<MysqlConnection, 'database' | 'databases'>,
  step?: string,
  shared?: (signal: AbortSignal) => Promise<MysqlSession>,
): Warehouse {
  const { database, databases = [] } = place
  const connect = shared ?? ((signal: AbortSignal) => connections.connect(signal, step))
  async function inSession<T>(signal: AbortSignal, work: (session: MysqlSession) => Promise<T>): Promise<T> {
    const session = await connect(signal)
    try {
      return await work(session)
    } finally {
      await session.release()
    }
  }

  /** Names have two parts here: the name of a database stands where a schema would. */
  function resolveTable(table: TableName): TableName {
    const { database: name, ...place } = table
    if (name === undefined) return table
    const mapped = findDatabaseName(databases, name)
    if (mapped !== undefined)
      return { ...place, schema: place.schema ?? mapped.schema ?? mapped.database ?? database }
    if (name.toLowerCase() === database.toLowerCase()) return place
    throw new WarehouseError(notMapped(name))
  }
  const quote = (table: TableName): string => quoteTable(resolveTable(table))

  return {
    execute: (sql, { signal, count, isFramed }) =>
      inSession(signal, (session) => executeScript(session, sql, { count, isFramed })),
    describe: (table, { signal }) =>
      inSession(signal, (session) => describeTable(session, resolveTable(table))),
    refuseView: (table, { signal }) =>
      inSession(signal, (session) => refuseView(session, resolveTable(table))),
    refuseLasting: (table, { signal }) =>
      inSession(signal, (session) => refuseLastingChanges(session, resolveTable(table))),
    describeQuery: (sql, { signal }) => inSession(signal, (session) => describeQuery(session, sql)),
    async query(sql, { signal, readOnly = false }) {
      const session = await (readOnly ? connections.connect(signal, step) : connect(signal))
      try {
        return await (readOnly ? openReadOnly(session, sql) : openQuery(session, sql))
      } catch (error) {
        await session.release()
        throw error
      }
    },
    createTableSql: (table, definition) => createTableSql(mysqlTables, quote(table), definition),
    takesLongLoads: true,
    beginLoad: async ({ signal }) => beginLoad(await connect(signal)),
    beginTransaction: async ({ signal, changesRowsOf }) => {
      if (changesRowsOf === undefined) throw new WarehouseError(refusals.MYSQL.transactions)
      const session = await connections.connect(signal, step)
      try {
        await refuseLastingChanges(session, resolveTable(changesRowsOf))
      } catch (error) {
        await session.release()
        throw error
      }
      return beginTransaction({
        signal: session.signal,
        // A rollback of what was cancelled is the end of the session.
        run: (sql) => (session.signal.aborted ? Promise.resolve() : session.ask(sql)),
        release: session.release,
        warehouse: (takeTurn) =>
          createMysqlWarehouse(connections, place, step, async (given) => {
            const leave = await takeTurn(given)
            return { ...session, isShared: true, release: async () => leave() }
          }),
      })
    },
    typeSql: (type) => checkedTypeSql(mysqlTables, type),
    castSql,
    json: mysqlJson,
    parts: mysqlParts,
    rewriteTableSql: (table, query, facts) => rewriteTableSql(resolveTable(table), query, facts),
    stageRewriteSql: (table, query, facts) => stageRewriteSql(quote(table), query, facts, quote),
    insertJsonSql: (table, columns, elements) => insertJsonSql(quote(table), columns, elements),
    createViewSql: (table, query) => `create or replace view ${quote(table)} as\n${query}`,
    mergeSql: async (merge) => mergeSql(merge),
    catalogue: mysqlCatalogue(resolveTable, quoteText),
    resolveTable,
    quoteTable: quote,
    quoteName,
    quoteText,
    nameKey: (name) => name.toLowerCase(),
    columnName,
    ofStep: (key) => createMysqlWarehouse(connections, place, key, shared),
    close: () => connections.close(),
  }
}

/** Throws WarehouseError for a view. */
async function refuseView(session: MysqlSession, { schema, table }: TableName): Promise<void> {
  const { rows } = await session.ask(
    `select 1 from information_schema.views
      where table_schema = ${schema === undefined ? 'database()' : quoteText(schema)} and table_name = ${quoteText(table)}`,
  )
  if (rows.length > 0)
    throw new WarehouseError(`${table} is a view: name a table, or write the view with create-view`)
}

/** Throws WarehouseError for a table whose engine takes nothing back. */
async function refuseLastingChanges(session: MysqlSession, { schema, table }: TableName): Promise<void> {
  const { rows } = await session.ask(
    `select t.engine from information_schema.tables t join information_schema.engines e on e.engine = t.engine
      where t.table_schema = ${schema === undefined ? 'database()' : quoteText(schema)}
        and t.table_name = ${quoteText(table)} and e.transactions <> 'YES'`,
  )
  const engine = rows[0]?.[0]
  if (engine !== undefined)
    throw new WarehouseError(
      `The table ${table} uses the engine ${String(engine)}, which cannot roll back, so nothing could undo its changes after a failure: alter table ${quoteName(table)} engine = InnoDB`,
    )
}
