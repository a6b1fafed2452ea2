import type { TableDialect } from '../create-table.ts'

/** The field's words where DuckDB's differ; it knows the others itself. */
const types: Readonly<Record<string, string>> = {
  NUMBER: 'DECIMAL',
  FLOAT: 'DOUBLE',
  TEXT: 'VARCHAR',
  STRING: 'VARCHAR',
  NVARCHAR: 'VARCHAR',
  DATETIME: 'TIMESTAMP',
  TIMESTAMP_NTZ: 'TIMESTAMP',
  TIMESTAMP_LTZ: 'TIMESTAMPTZ',
  TIMESTAMP_TZ: 'TIMESTAMPTZ',
  BINARY: 'BLOB',
  VARBINARY: 'BLOB',
  VARIANT: 'JSON',
  OBJECT: 'JSON',
  ARRAY: 'JSON',
  SUPER: 'JSON',
}

/**
 * What a NUMBER, DECIMAL or NUMERIC without size is: DuckDB has no decimal of any size, so these are 29
 * digits before the point and 9 behind it.
 */
export const UNSIZED_NUMBER = 'DECIMAL(38,9)'

export const duckdbTables: TableDialect = {
  types,
  sized: new Set(['VARCHAR', 'CHAR']),
  scaled: new Set(['DECIMAL', 'NUMERIC']),
  unsizedNumber: (places) => (places === undefined ? UNSIZED_NUMBER : `DECIMAL(38,${places})`),
  replace: (table, body) => [`create or replace table ${table} ${body}`],
}
