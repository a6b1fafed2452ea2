import { checkedTypeSql, createTableSql } from '../create-table.ts'
import { tableResolver, withSchema } from '../database-names.ts'
import { refusals } from '../refusals.ts'
import type { StatementOptions, TableDefinition, TableName, Warehouse } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { beginLoad } from './bulk-load.ts'
import { castSql } from './casts.ts'
import { databricksCatalogue } from './catalogue.ts'
import type { DatabricksConnection } from './connection.ts'
import type { DatabricksConnections, DatabricksSession } from './connections.ts'
import { describeQuery, describeTable } from './describe.ts'
import { insertJsonSql } from './insert-json.ts'
import { databricksJson } from './json.ts'
import { databricksParts } from './parts.ts'
import { quoteName, quoteTable, quoteText } from './quote.ts'
import { rewriteTableSql, stageRewriteSql } from './rewrite.ts'
import { executeScript, openQuery, openReadOnly } from './script.ts'
import { databricksTables, optionsOf } from './types.ts'

/** A SQL warehouse of Databricks. A catalog is what other databases call a database. */
export function createDatabricksWarehouse(
  connections: DatabricksConnections,
  { catalog, schema, databases = [] }: Pick<DatabricksConnection, 'catalog' | 'schema' | 'databases'>,
): Warehouse {
  async function inSession<T>(
    { signal, note }: StatementOptions,
    work: (session: DatabricksSession) => Promise<T>,
  ): Promise<T> {
    const session = await connections.connect(signal, note)
    try {
      return await work(session)
    } finally {
      session.release()
    }
  }

  const resolveTable = tableResolver({ database: catalog, schema, databases })
  /** A catalog is never said without a schema. */
  const found = (table: TableName): TableName => withSchema(resolveTable(table), schema)
  const quote = (table: TableName): string => quoteTable(found(table))

  function createTable(table: TableName, definition: TableDefinition): string {
    const sql = createTableSql(databricksTables, quote(table), definition)
    const hasDefaults = definition.columns.some(({ defaultValue = '' }) => defaultValue.trim() !== '')
    return `${sql}${optionsOf(hasDefaults)}`
  }

  return {
    execute: (sql, options) => inSession(options, (session) => executeScript(session, sql, options.count)),
    describe: (table, options) =>
      inSession(options, (session) => describeTable(session, resolveTable(table))),
    describeQuery: (sql, options) => inSession(options, (session) => describeQuery(session, sql)),
    async query(sql, { signal, note, readOnly = false }) {
      const session = await connections.connect(signal, note)
      try {
        return await (readOnly ? openReadOnly(session, sql) : openQuery(session, sql))
      } catch (error) {
        session.release()
        throw error
      }
    },
    createTableSql: createTable,
    beginLoad: async ({ signal, note }) => beginLoad(await connections.connect(signal, note)),
    beginTransaction: async ({ signal }) => {
      signal.throwIfAborted()
      throw new WarehouseError(refusals.DATABRICKS.transactions)
    },
    typeSql: (type) => checkedTypeSql(databricksTables, type),
    castSql,
    json: databricksJson,
    parts: databricksParts,
    rewriteTableSql: (table, query, facts) => rewriteTableSql(quote(table), query, facts),
    stageRewriteSql: (table, query, facts) => stageRewriteSql(quote(table), query, facts, quote),
    insertJsonSql: (table, columns, elements) => insertJsonSql(quote(table), columns, elements),
    createViewSql: (table, query) => `create or replace view ${quote(table)} as\n${query}`,
    // MERGE knows everything that is needed, and tells what it did apart.
    mergeSql: async ({ sql }) => sql,
    catalogue: databricksCatalogue(resolveTable, { catalog, schema }),
    resolveTable,
    quoteTable: quote,
    quoteName,
    quoteText,
    nameKey: (name) => name.toLowerCase(),
    close: () => connections.close(),
  }
}
