import { castSql } from '../cast.ts'
import type { TableDialect } from '../create-table.ts'
import type { SqlParts } from '../sql-parts.ts'
import type {
  BulkLoad,
  ColumnDescription,
  JsonColumn,
  JsonFunctions,
  Merge,
  TableName,
} from '../warehouse.ts'
import { beginLoad } from './bulk-load.ts'
import { postgresCasts } from './casts.ts'
import type { PostgresSession } from './connections.ts'
import { describeTable } from './describe.ts'
import { insertJsonSql } from './insert-json.ts'
import { postgresJson } from './json.ts'
import { postgresParts } from './parts.ts'
import { quoteText } from './quote-text.ts'
import { createViewSql, rewriteTableSql } from './rewrite.ts'
import { countedMergeSql } from './script.ts'
import { postgresTables } from './types.ts'

/** Where databases differ that speak PostgreSQL's protocol. Tables are quoted already. */
export interface PostgresDialect {
  /** How much of a name is kept, whole letters only. */
  readonly keptBytes: number
  /** The same for two kept names that the database takes for one. */
  nameKey(kept: string): string
  quoteText(text: string): string
  readonly tables: TableDialect
  castSql(value: string, from: string, to: string): string
  readonly json: JsonFunctions
  readonly parts: SqlParts
  /** Columns of a table or view; undefined when there is none of this name. */
  describeTable(session: PostgresSession, table: TableName): Promise<readonly ColumnDescription[] | undefined>
  readonly takesLongLoads?: boolean
  /** Begins a transaction on the session, which ends with it. */
  beginLoad(session: PostgresSession): Promise<BulkLoad>
  rewriteTableSql(table: string, query: string, sameColumns: boolean): string
  createViewSql(view: string, query: string): string
  insertJsonSql(table: string, columns: readonly JsonColumn[], elements: string): string
  /** `versionOf` asks the server for its version. */
  mergeSql(merge: Merge, versionOf: () => Promise<number>): Promise<string>
}

const firstWithMergeActions = 170_000

export const postgresDialect: PostgresDialect = {
  keptBytes: 63,
  nameKey: (kept) => kept,
  quoteText,
  tables: postgresTables,
  castSql: (value, from, to) => castSql(postgresCasts, value, from, to),
  json: postgresJson,
  parts: postgresParts,
  describeTable,
  takesLongLoads: true,
  beginLoad,
  rewriteTableSql,
  createViewSql,
  insertJsonSql,
  mergeSql: async ({ sql }, versionOf) =>
    (await versionOf()) < firstWithMergeActions ? sql : countedMergeSql(sql),
}
