import { checkedTypeSql, createTableSql } from '../create-table.ts'
import { findDatabaseName, notMapped } from '../database-names.ts'
import { quoteName, quoteTable, quoteText } from '../sql-text.ts'
import type { MysqlConnection, TableName, Warehouse } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { beginLoad } from './bulk-load.ts'
import { castSql } from './casts.ts'
import { mysqlCatalogue } from './catalogue.ts'
import type { MysqlConnections, MysqlSession } from './connections.ts'
import { describeQuery, describeTable } from './describe.ts'
import { insertJsonSql } from './insert-json.ts'
import { mysqlJson } from './json.ts'
import { mergeSql } from './merge.ts'
import { mysqlParts } from './parts.ts'
import { rewriteTableSql } from './rewrite.ts'
import { executeScript, openQuery, openReadOnly } from './script.ts'
import { mysqlTables } from './types.ts'

const NO_TRANSACTION =
  'MariaDB and MySQL commit with every CREATE, DROP, RENAME and TRUNCATE, so steps cannot share a transaction there: ' +
  'take the begin and the commit out of the pipeline'

/**
 * A MariaDB or MySQL database. Every call has a session of its own: temporary tables, settings and open transactions end with
 * it. What other databases call a schema is a database here.
 */
export function createMysqlWarehouse(
  connections: MysqlConnections,
  { database, databases = [] }: Pick<MysqlConnection, 'database' | 'databases'>,
): Warehouse {
  async function inSession<T>(signal: AbortSignal, work: (session: MysqlSession) => Promise<T>): Promise<T> {
    const session = await connections.connect(signal)
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
    execute: (sql, { signal, count }) => inSession(signal, (session) => executeScript(session, sql, count)),
    describe: (table, { signal }) =>
      inSession(signal, (session) => describeTable(session, resolveTable(table))),
    describeQuery: (sql, { signal }) => inSession(signal, (session) => describeQuery(session, sql)),
    async query(sql, { signal, readOnly = false }) {
      const session = await connections.connect(signal)
      try {
        return await (readOnly ? openReadOnly(session, sql) : openQuery(session, sql))
      } catch (error) {
        await session.release()
        throw error
      }
    },
    createTableSql: (table, definition) => createTableSql(mysqlTables, quote(table), definition),
    beginLoad: async ({ signal }) => beginLoad(await connections.connect(signal)),
    beginTransaction: async () => {
      throw new WarehouseError(NO_TRANSACTION)
    },
    typeSql: (type) => checkedTypeSql(mysqlTables, type),
    castSql,
    json: mysqlJson,
    parts: mysqlParts,
    rewriteTableSql: (table, query, facts) => rewriteTableSql(resolveTable(table), query, facts),
    insertJsonSql: (table, columns, elements) => insertJsonSql(quote(table), columns, elements),
    createViewSql: (table, query) => `create or replace view ${quote(table)} as\n${query}`,
    mergeSql: async (merge) => mergeSql(merge),
    catalogue: mysqlCatalogue(resolveTable, quoteText),
    resolveTable,
    quoteTable: quote,
    quoteName,
    quoteText,
    nameKey: (name) => name.toLowerCase(),
    close: () => connections.close(),
  }
}
