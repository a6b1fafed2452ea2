import type { PostgresConnection } from '../connection.ts'
import { checkedTypeSql, createTableSql } from '../create-table.ts'
import { findDatabaseName, notMapped, withMappedSchema } from '../database-names.ts'
import { quoteName, quoteTable } from '../sql-text.ts'
import { beginTransaction } from '../transaction.ts'
import type { TableName, Warehouse } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { postgresCatalogue } from './catalogue.ts'
import type { PostgresConnections, PostgresSession } from './connections.ts'
import { copyOut } from './copy-out.ts'
import { describeOnTrial, describeQuery } from './describe.ts'
import { type PostgresDialect, postgresDialect } from './dialect.ts'
import { executeScript, openQuery, openReadOnly } from './script.ts'

/**
 * A PostgreSQL database, or another that speaks its protocol. Every call has a session of its own:
 * temporary tables, settings and open transactions end with it.
 */
export function createPostgresWarehouse(
  connections: PostgresConnections,
  place: Pick<PostgresConnection, 'schema' | 'database' | 'databases'>,
  dialect: PostgresDialect = postgresDialect,
  connect: (signal: AbortSignal) => Promise<PostgresSession> = (signal) => connections.connect(signal),
): Warehouse {
  const { schema, database, databases = [] } = place

  async function inSession<T>(
    signal: AbortSignal,
    work: (session: PostgresSession) => Promise<T>,
    isAsFound = false,
  ): Promise<T> {
    const session = await connect(signal)
    try {
      return await work(session)
    } finally {
      await session.release(isAsFound)
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
        `The database name "${name}" is mapped to "${mapped.database}", but the environment connects to "${database}"`,
      )
    if (name.toLowerCase() === database.toLowerCase()) return rest
    throw new WarehouseError(notMapped(name))
  }
  const quote = (name: TableName): string => quoteTable(resolveTable(name))

  return {
    execute: (sql, { signal, count }) => inSession(signal, (session) => executeScript(session, sql, count)),
    describe: (table, { signal }) =>
      inSession(signal, (session) => dialect.describeTable(session, resolveTable(table)), true),
    // A second statement in it could set what the next session would find.
    describeQuery: (sql, { signal, isTrial = false }) =>
      inSession(
        signal,
        (session) => (isTrial ? describeOnTrial(session, sql) : describeQuery(session, sql)),
        !sql.includes(';'),
      ),
    async query(sql, { signal, readOnly = false }) {
      const session = await (readOnly ? connections.connect(signal) : connect(signal))
      try {
        return await (readOnly ? openReadOnly(session, sql) : openQuery(session, sql))
      } catch (error) {
        await session.release()
        throw error
      }
    },
    queryText: (sql, { signal }) => copyOut(connect, sql, signal),
    createTableSql: (table, definition) => createTableSql(dialect.tables, quote(table), definition),
    takesLongLoads: dialect.takesLongLoads === true,
    beginLoad: async ({ signal }) => dialect.beginLoad(await connect(signal)),
    beginTransaction: async ({ signal }) => {
      const session = await connect(signal)
      return beginTransaction({
        signal: session.signal,
        outlivesTrials: session.dialect.hasSavepoints,
        run: (sql) => session.call(() => session.client.query(sql)),
        release: session.release,
        warehouse: (takeTurn) =>
          createPostgresWarehouse(connections, place, dialect, async (given) => {
            const leave = await takeTurn(given)
            return { ...session, isShared: true, release: async () => leave() }
          }),
      })
    },
    typeSql: (type) => checkedTypeSql(dialect.tables, type),
    castSql: dialect.castSql,
    json: dialect.json,
    parts: dialect.parts,
    rewriteTableSql: (table, query, { sameColumns }) =>
      dialect.rewriteTableSql(quote(table), query, sameColumns),
    insertJsonSql: (table, columns, elements) => dialect.insertJsonSql(quote(table), columns, elements),
    createViewSql: (table, query) => dialect.createViewSql(quote(table), query),
    mergeSql: (merge, { signal }) => dialect.mergeSql(merge, () => inSession(signal, versionOf, true)),
    catalogue: postgresCatalogue(resolveTable, dialect),
    resolveTable,
    quoteTable: quote,
    quoteName,
    quoteText: dialect.quoteText,
    nameKey: (name) => dialect.nameKey(keptName(name, dialect.keptBytes)),
    columnName: (name, ending) => keptName(name, dialect.keptBytes - Buffer.byteLength(ending)) + ending,
    close: () => connections.close(),
  }
}

/** Whole letters only. */
function keptName(name: string, keptBytes: number): string {
  let bytes = 0
  let kept = ''
  for (const letter of name) {
    bytes += Buffer.byteLength(letter)
    if (bytes > keptBytes) return kept
    kept += letter
  }
  return kept
}

/**
 * As PostgreSQL numbers itself; databases that speak its protocol name the version they are compatible with.
 */
async function versionOf(session: PostgresSession): Promise<number> {
  const { rows } = await session.call(() =>
    session.client.query<{ server_version_num: string }>('show server_version_num'),
  )
  return Number(rows[0]?.server_version_num ?? 0)
}
