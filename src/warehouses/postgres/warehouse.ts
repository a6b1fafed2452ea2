import { castSql } from '../cast.ts'
import { checkedTypeSql, createTableSql } from '../create-table.ts'
import { findDatabaseName, notMapped, withMappedSchema } from '../database-names.ts'
import { quoteName, quoteTable } from '../sql-text.ts'
import { createStandardParts } from '../standard-parts.ts'
import { beginTransaction } from '../transaction.ts'
import type { PostgresConnection, TableName, Warehouse } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { beginLoad } from './bulk-load.ts'
import { postgresCasts } from './casts.ts'
import type { PostgresConnections, PostgresSession } from './connections.ts'
import { describeQuery, describeTable } from './describe.ts'
import { insertJsonSql } from './insert-json.ts'
import { postgresJson } from './json.ts'
import { quoteText } from './quote-text.ts'
import { createViewSql, rewriteTableSql } from './rewrite.ts'
import { countedMergeSql, executeScript, openQuery, openReadOnly } from './script.ts'
import { postgresTables } from './types.ts'

/**
 * A PostgreSQL database, or another that speaks its protocol. Every call has a session of its own:
 * temporary tables, settings and open transactions end with it.
 */
export function createPostgresWarehouse(
  connections: PostgresConnections,
  place: Pick<PostgresConnection, 'schema' | 'database' | 'databases'>,
  connect: (signal: AbortSignal) => Promise<PostgresSession> = (signal) => connections.connect(signal),
): Warehouse {
  const { schema, database, databases = [] } = place

  async function inSession<T>(
    signal: AbortSignal,
    work: (session: PostgresSession) => Promise<T>,
  ): Promise<T> {
    const session = await connect(signal)
    try {
      return await work(session)
    } finally {
      await session.release()
    }
  }

  /** A connection reaches one database: other names stand for it, or for nothing. */
  function resolveTable(table: TableName): TableName {
    const { database: name, ...rest } = table
    if (name === undefined) return table
    const mapped = findDatabaseName(databases, name)
    if (mapped !== undefined && (mapped.database ?? database) === database)
      return withMappedSchema(rest, mapped, schema)
    if (mapped !== undefined)
      throw new WarehouseError(
        `The database name "${name}" stands for "${mapped.database}", but the environment connects to "${database}"`,
      )
    if (name.toLowerCase() === database.toLowerCase()) return rest
    throw new WarehouseError(notMapped(name))
  }
  const quote = (name: TableName): string => quoteTable(resolveTable(name))

  return {
    execute: (sql, { signal, count }) => inSession(signal, (session) => executeScript(session, sql, count)),
    describe: (table, { signal }) =>
      inSession(signal, (session) => describeTable(session, resolveTable(table))),
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
    createTableSql: (table, definition) => createTableSql(postgresTables, quote(table), definition),
    beginLoad: async ({ signal }) => beginLoad(await connect(signal)),
    beginTransaction: async ({ signal }) => {
      const session = await connect(signal)
      return beginTransaction({
        signal: session.signal,
        run: (sql) => session.call(() => session.client.query(sql)),
        release: session.release,
        warehouse: (takeTurn) =>
          createPostgresWarehouse(connections, place, async (given) => {
            const leave = await takeTurn(given)
            return { ...session, isShared: true, release: async () => leave() }
          }),
      })
    },
    typeSql: (type) => checkedTypeSql(postgresTables, type),
    castSql: (value, from, to) => castSql(postgresCasts, value, from, to),
    json: postgresJson,
    parts: postgresParts,
    rewriteTableSql: (table, query, { sameColumns }) => rewriteTableSql(quote(table), query, sameColumns),
    insertJsonSql: (table, columns, elements) => insertJsonSql(quote(table), columns, elements),
    createViewSql: (table, query) => createViewSql(quote(table), query),
    mergeSql: async ({ sql }, { signal }) =>
      (await inSession(signal, versionOf)) < firstWithMergeActions ? sql : countedMergeSql(sql),
    resolveTable,
    quoteTable: quote,
    quoteName,
    quoteText,
    nameKey: keptName,
    close: () => connections.close(),
  }
}

const postgresParts = createStandardParts(quoteText)

/** PostgreSQL keeps 63 bytes of a name, whole letters only. */
const KEPT_BYTES = 63

function keptName(name: string): string {
  let bytes = 0
  let kept = ''
  for (const letter of name) {
    bytes += Buffer.byteLength(letter)
    if (bytes > KEPT_BYTES) return kept
    kept += letter
  }
  return kept
}

const firstWithMergeActions = 170_000

/**
 * As PostgreSQL numbers itself; databases that speak its protocol name the version they are compatible with.
 */
async function versionOf(session: PostgresSession): Promise<number> {
  const { rows } = await session.call(() =>
    session.client.query<{ server_version_num: string }>('show server_version_num'),
  )
  return Number(rows[0]?.server_version_num ?? 0)
}
