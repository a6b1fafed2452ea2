import { checkedTypeSql, createTableSql } from '../create-table.ts'
import { tableResolver } from '../database-names.ts'
import { quoteName, quoteTable } from '../sql-text.ts'
import { beginTransaction } from '../transaction.ts'
import type { TableName, Warehouse } from '../warehouse.ts'
import { beginLoad, type Stage } from './bulk-load.ts'
import { castSql } from './casts.ts'
import { snowflakeCatalogue } from './catalogue.ts'
import type { SnowflakeConnection } from './connection.ts'
import type { SnowflakeConnections, SnowflakeSession } from './connections.ts'
import { describeTable } from './describe.ts'
import { insertJsonSql } from './insert-json.ts'
import { snowflakeJson } from './json.ts'
import { keptName, quoteText } from './names.ts'
import { snowflakeParts } from './parts.ts'
import { rewriteTableSql, stageRewriteSql } from './rewrite.ts'
import { describeQuery, executeScript, openQuery, openReadOnly } from './script.ts'
import { snowflakeTables } from './types.ts'

export interface SnowflakePlace extends Pick<SnowflakeConnection, 'schema' | 'database' | 'databases'> {
  /** Through which many rows are loaded. */
  readonly stage?: Stage | undefined
}

/**
 * A database of a Snowflake account. Every call has a session of its own: temporary tables, settings and open
 * transactions end with it. Other databases of the account are reached by their names.
 */
export function createSnowflakeWarehouse(
  connections: SnowflakeConnections,
  place: SnowflakePlace,
  connect: (signal: AbortSignal) => Promise<SnowflakeSession> = (signal) => connections.connect(signal),
): Warehouse {
  const { schema, database, databases = [] } = place

  async function inSession<T>(
    signal: AbortSignal,
    work: (session: SnowflakeSession) => Promise<T>,
    open = connect,
  ): Promise<T> {
    const session = await open(signal)
    try {
      return await work(session)
    } finally {
      await session.release()
    }
  }

  const isOwn = (name: string) => keptName(name) === keptName(database)
  const resolveTable = tableResolver({ database, schema, databases, isOwn })
  const quote = (name: TableName): string => quoteTable(resolveTable(name))

  return {
    execute: (sql, { signal, count }) => inSession(signal, (session) => executeScript(session, sql, count)),
    describe: (table, { signal }) =>
      inSession(signal, (session) => describeTable(session, resolveTable(table))),
    describeQuery: (sql, { signal }) => inSession(signal, (session) => describeQuery(session, sql)),
    query: (sql, { signal, readOnly = false }) =>
      readOnly
        ? inSession(signal, (session) => openReadOnly(session, sql), connections.connect)
        : inSession(signal, (session) => openQuery(session, sql)),
    createTableSql: (table, definition) => createTableSql(snowflakeTables, quote(table), definition),
    beginLoad: async ({ signal }) => beginLoad(await connect(signal), place.stage),
    beginTransaction: async ({ signal }) => {
      const session = await connect(signal)
      session.spoil()
      return beginTransaction({
        signal: session.signal,
        outlivesTrials: true,
        run: (sql) => session.ask({ sql }),
        release: session.release,
        warehouse: (takeTurn) =>
          createSnowflakeWarehouse(connections, place, async (given) => {
            const leave = await takeTurn(given)
            return { ...session, isShared: true, release: async () => leave() }
          }),
      })
    },
    typeSql: (type) => checkedTypeSql(snowflakeTables, type),
    castSql,
    json: snowflakeJson,
    parts: snowflakeParts,
    rewriteTableSql: (table, query, facts) => rewriteTableSql(quote(table), query, facts),
    stageRewriteSql: (table, query, facts) => stageRewriteSql(quote(table), query, facts, quote),
    insertJsonSql: (table, columns, elements) => insertJsonSql(quote(table), columns, elements),
    createViewSql: (table, query) => `create or replace view ${quote(table)} copy grants as\n${query}`,
    mergeSql: async ({ sql }) => sql,
    catalogue: snowflakeCatalogue(resolveTable),
    resolveTable,
    quoteTable: quote,
    quoteName,
    quoteText,
    nameKey: keptName,
    close: () => connections.close(),
  }
}
