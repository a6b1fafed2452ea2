import { checkedTypeSql, createTableSql } from '../create-table.ts'
import { findDatabaseName, notMapped } from '../database-names.ts'
import { refusals } from '../refusals.ts'
import type { TableName, Warehouse } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { beginLoad } from './bulk-load.ts'
import { castSql } from './casts.ts'
import { clickHouseCatalogue } from './catalogue.ts'
import type { ClickHouseConnection } from './connection.ts'
import type { ClickHouseConnections, ClickHouseSession } from './connections.ts'
import { describeQuery, describeTable } from './describe.ts'
import { insertJsonSql } from './insert-json.ts'
import { clickHouseJson } from './json.ts'
import { clickHouseParts } from './parts.ts'
import { quoteName, quoteTable, quoteText } from './quote.ts'
import { rewriteTableSql, stageRewriteSql } from './rewrite.ts'
import { executeScript, openQuery, openReadOnly } from './script.ts'
import { clickHouseTables, orderByNothing } from './types.ts'

/** A ClickHouse server. What other databases call a schema is a database here. */
export function createClickHouseWarehouse(
  connections: ClickHouseConnections,
  { database, databases = [] }: Pick<ClickHouseConnection, 'database' | 'databases'>,
): Warehouse {
  async function inSession<T>(
    signal: AbortSignal,
    work: (session: ClickHouseSession) => Promise<T>,
  ): Promise<T> {
    const session = await connections.connect(signal)
    try {
      return await work(session)
    } finally {
      session.release()
    }
  }

  /** Names have two parts here: the name of a database stands where a schema would. */
  function resolveTable(table: TableName): TableName {
    const { database: name, ...place } = table
    if (name === undefined) return table
    const mapped = findDatabaseName(databases, name)
    if (mapped !== undefined)
      return { ...place, schema: place.schema ?? mapped.schema ?? mapped.database ?? database }
    if (name === database) return place
    throw new WarehouseError(notMapped(name))
  }
  const quote = (table: TableName): string => quoteTable(resolveTable(table))

  return {
    execute: (sql, { signal, count, isFramed }) =>
      inSession(signal, (session) => executeScript(session, sql, { count, isFramed })),
    describe: (table, { signal }) =>
      inSession(signal, (session) => describeTable(session, resolveTable(table))),
    describeQuery: (sql, { signal }) => inSession(signal, (session) => describeQuery(session, sql)),
    async query(sql, { signal, readOnly = false }) {
      const session = await connections.connect(signal)
      try {
        return await (readOnly ? openReadOnly(session, sql) : openQuery(session, sql))
      } catch (error) {
        session.release()
        throw error
      }
    },
    createTableSql: (table, definition) =>
      `${createTableSql(clickHouseTables, quote(table), definition)} ${orderByNothing}`,
    beginLoad: async ({ signal }) => beginLoad(await connections.connect(signal)),
    async beginTransaction({ signal }) {
      signal.throwIfAborted()
      throw new WarehouseError(refusals.CLICKHOUSE.transactions)
    },
    typeSql: (type) => checkedTypeSql(clickHouseTables, type),
    castSql,
    json: clickHouseJson,
    parts: clickHouseParts,
    rewriteTableSql: (table, query, facts) => rewriteTableSql(quote(table), query, facts),
    stageRewriteSql: (table, query, facts) => stageRewriteSql(quote(table), query, facts, quote),
    insertJsonSql: (table, columns, elements) => insertJsonSql(quote(table), columns, elements),
    createViewSql: (table, query) => `create or replace view ${quote(table)} as\n${query}`,
    async mergeSql() {
      throw new WarehouseError(refusals.CLICKHOUSE.merges)
    },
    catalogue: clickHouseCatalogue(resolveTable, database),
    resolveTable,
    quoteTable: quote,
    quoteName,
    quoteText,
    nameKey: (name) => name,
    close: () => connections.close(),
  }
}
