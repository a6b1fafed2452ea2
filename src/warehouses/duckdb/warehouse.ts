import { checkedTypeSql, createTableSql } from '../create-table.ts'
import { quoteName, quoteTable } from '../sql-text.ts'
import type { Warehouse } from '../warehouse.ts'
import { describeQuery, describeTable } from './describe.ts'
import type { DuckdbFile, Session } from './file.ts'
import { insertJsonSql } from './insert-json.ts'
import { executeScript, openQuery } from './script.ts'
import { duckdbTables } from './types.ts'

/**
 * The DuckDB file of an environment. Every call has a session of its own: temporary tables, settings and open
 * transactions end with it, tables and schemas stay.
 */
export function createDuckdbWarehouse(file: DuckdbFile, schema: string | undefined): Warehouse {
  async function inSession<T>(signal: AbortSignal, work: (session: Session) => Promise<T>): Promise<T> {
    const session = await file.connect(schema, signal)
    try {
      return await work(session)
    } finally {
      session.release()
    }
  }

  return {
    execute: (sql, options) => inSession(options.signal, (session) => executeScript(session, sql, options)),
    describe: (table, { signal }) => inSession(signal, (session) => describeTable(session, table)),
    describeQuery: (sql, { signal }) => inSession(signal, (session) => describeQuery(session, sql)),
    async query(sql, { signal, note }) {
      const session = await file.connect(schema, signal)
      try {
        return await openQuery(session, sql, note)
      } catch (error) {
        session.release()
        throw error
      }
    },
    createTableSql: (table, definition) => createTableSql(duckdbTables, quoteTable(table), definition),
    typeSql: (type) => checkedTypeSql(duckdbTables, type),
    rewriteTableSql: (table, query) => `create or replace table ${quoteTable(table)} as\n${query}`,
    insertJsonSql: (table, columns, elements) => insertJsonSql(quoteTable(table), columns, elements),
    createViewSql: (table, query) => `create or replace view ${quoteTable(table)} as\n${query}`,
    mergeSql: async (merge) => `${merge}\nreturning merge_action`,
    quoteTable,
    quoteName,
    close: () => file.close(),
  }
}
