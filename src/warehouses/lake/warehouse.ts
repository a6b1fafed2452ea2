import { createHash } from 'node:crypto'
import type { LakeConnection } from '../connection.ts'
import type { DuckdbFile } from '../duckdb/file.ts'
import { duckdbParts } from '../duckdb/parts.ts'
import { duckdbTables } from '../duckdb/types.ts'
import { createDuckdbWarehouse, type DuckdbDialect } from '../duckdb/warehouse.ts'
import type { SqlParts } from '../sql-parts.ts'
import { quoteText } from '../sql-text.ts'
import type { Warehouse } from '../warehouse.ts'
import { mergeSql } from './merge.ts'

const KEPT_DAYS = 30
/**
 * A group of rows of a Parquet file is gathered in memory as a whole: usually so many rows, however long they
 * are.
 */
const USUAL_GROUP_ROWS = 122_880
/** What DuckDB works with at once. */
const LEAST_GROUP_ROWS = 2_048
const LARGE_GROUP_BYTES = 32 * 1024 * 1024

const lakeParts: SqlParts = {
  ...duckdbParts,
  hasKeys: false,
  writesFiles: true,
  // A column of an empty table cannot be made required afterwards.
  emptyCopy(table, _original, columns) {
    const lines = columns.map(
      ({ name, type, isRequired }) => `${name} ${type}${isRequired ? ' not null' : ''}`,
    )
    return [`create table ${table} (${lines.join(', ')})`]
  },
  // Transactions that add rows do not conflict, but those that change one row do. That row has to be there
  // before.
  beforeInsertOnce(table, condition) {
    const [turns, turn] = turnOf(table, condition)
    return [
      `create table if not exists ${turns} (turn varchar not null, taken_at timestamp not null)`,
      `delete from ${turns} where taken_at < ${duckdbParts.daysAgo(KEPT_DAYS)}`,
      `insert into ${turns} select ${turn}, ${duckdbParts.now} where not exists (select 1 from ${turns} where turn = ${turn})`,
    ]
  },
  insertOnce(table, insert, condition) {
    const [turns, turn] = turnOf(table, condition)
    const there = quoteText('Another attempt has added this row already')
    return [
      `update ${turns} set taken_at = ${duckdbParts.now} where turn = ${turn}`,
      `select error(${there}) from ${table} where ${condition} limit 1`,
      insert,
    ].join(';\n')
  },
}

/**
 * The table of turns beside `table`, which is quoted, and the turn of the row that meets `condition`, both in
 * SQL.
 */
const turnOf = (table: string, condition: string) =>
  [
    `${table.replace(/"$/, '')}_turns"`,
    quoteText(createHash('sha256').update(condition).digest('hex')),
  ] as const

const lakeDialect: DuckdbDialect = {
  tables: { ...duckdbTables, hasKeys: false },
  parts: lakeParts,
  mergeSql,
  longRowsSql({ database, schema, table }, rowBytes) {
    const rows = Math.max(LEAST_GROUP_ROWS, Math.floor(LARGE_GROUP_BYTES / rowBytes))
    if (rows >= USUAL_GROUP_ROWS) return []
    const lake = database === undefined ? 'current_database()' : quoteText(database)
    const place = `schema => ${schema === undefined ? 'current_schema()' : quoteText(schema)}, table_name => ${quoteText(table)}`
    return [`call ducklake_set_option(${lake}, 'parquet_row_group_size', '${rows}', ${place})`]
  },
}

/**
 * The lake of an environment: DuckDB's SQL without keys. Calls and sessions are as those of a DuckDB file.
 */
export const createLakeWarehouse = (file: DuckdbFile, { schema, databases }: LakeConnection): Warehouse =>
  createDuckdbWarehouse(file, { schema, databases, dialect: lakeDialect })
