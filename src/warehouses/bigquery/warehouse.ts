import type { BigQueryConnection } from '../connection.ts'
import { checkedTypeSql, createTableSql } from '../create-table.ts'
import { tableResolver, withSchema } from '../database-names.ts'
import { beginTransaction } from '../transaction.ts'
import type { TableName, Warehouse } from '../warehouse.ts'
import { beginLoad } from './bulk-load.ts'
import { castSql } from './casts.ts'
import { bigQueryCatalogue } from './catalogue.ts'
import type { BigQueryConnections, BigQuerySession } from './connections.ts'
import { describeQuery, describeTable } from './describe.ts'
import { insertJsonSql } from './insert-json.ts'
import { bigQueryJson } from './json.ts'
import { bigQueryParts } from './parts.ts'
import { columnName, quoteName, quoteTable, quoteText } from './quote.ts'
import { rewriteTableSql, stageRewriteSql } from './rewrite.ts'
import { executeScript, openQuery, openReadOnly } from './script.ts'
import { bigQueryTables } from './types.ts'

type Place = Pick<BigQueryConnection, 'project' | 'dataset' | 'location' | 'databases'>

/**
 * Google BigQuery. A project is what other databases call a database, a dataset what they call a schema.
 * Every call has a session of its own where it needs one: temporary tables and open transactions end with it.
 */
export function createBigQueryWarehouse(
  connections: BigQueryConnections,
  place: Place,
  connect: (signal: AbortSignal) => Promise<BigQuerySession> = (signal) => connections.connect(signal),
): Warehouse {
  const { project, dataset, location, databases = [] } = place
  const usual = { projectId: project, datasetId: dataset }

  async function inSession<T>(
    signal: AbortSignal,
    work: (session: BigQuerySession) => Promise<T>,
  ): Promise<T> {
    const session = await connect(signal)
    try {
      return await work(session)
    } finally {
      await session.release()
    }
  }

  const resolveTable = tableResolver({ database: project, schema: dataset, databases })
  /** A project is never said without a dataset. */
  const found = (table: TableName): TableName => withSchema(resolveTable(table), dataset)
  const quote = (table: TableName): string => quoteTable(found(table))

  return {
    execute: (sql, { signal, count }) => inSession(signal, (session) => executeScript(session, sql, count)),
    describe: (table, { signal }) =>
      inSession(signal, (session) => describeTable(session, resolveTable(table), usual)),
    describeQuery: (sql, { signal }) => inSession(signal, (session) => describeQuery(session, sql)),
    async query(sql, { signal, readOnly = false }) {
      const session = await (readOnly ? connections.connect(signal) : connect(signal))
      try {
        return await (readOnly ? openReadOnly(session, sql) : openQuery(session, sql))
      } catch (error) {
        await session.release()
        throw error
      }
    },
    createTableSql: (table, definition) => createTableSql(bigQueryTables, quote(table), definition),
    beginLoad: async ({ signal }) => beginLoad(await connect(signal)),
    beginTransaction: async ({ signal }) => {
      const session = await connect(signal)
      return beginTransaction({
        signal: session.signal,
        outlivesTrials: true,
        run: async (sql) => {
          const job = await session.start(`${sql} transaction`)
          return session.jobs.rows(job, { maxRows: 0 }, session.signal)
        },
        release: session.release,
        warehouse: (takeTurn) =>
          createBigQueryWarehouse(connections, place, async (given) => {
            const leave = await takeTurn(given)
            return { ...session, isShared: true, release: async () => leave() }
          }),
      })
    },
    typeSql: (type) => checkedTypeSql(bigQueryTables, type),
    castSql,
    json: bigQueryJson,
    parts: bigQueryParts,
    rewriteTableSql: (table, query, facts) => rewriteTableSql(quote(table), query, facts),
    stageRewriteSql: (table, query, facts) => stageRewriteSql(quote(table), query, facts, quote),
    insertJsonSql: (table, columns, elements) => insertJsonSql(quote(table), columns, elements),
    createViewSql: (table, query) => `create or replace view ${quote(table)} as\n${query}`,
    // MERGE knows everything that is needed, and tells what it did apart.
    mergeSql: async ({ sql }) => sql,
    catalogue: bigQueryCatalogue(resolveTable, { project, dataset, location }),
    resolveTable,
    quoteTable: quote,
    quoteName,
    quoteText,
    nameKey: (name) => name.toLowerCase(),
    columnName,
    close: () => connections.close(),
  }
}
