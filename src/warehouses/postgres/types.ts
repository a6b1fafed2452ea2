import type { TableDialect } from '../create-table.ts'
import { quoteText } from './quote-text.ts'

/** The field's words where PostgreSQL's differ; it knows the others itself. */
export const postgresTypes: Readonly<Record<string, string>> = {
  NUMBER: 'NUMERIC',
  FLOAT: 'DOUBLE PRECISION',
  DOUBLE: 'DOUBLE PRECISION',
  STRING: 'TEXT',
  NVARCHAR: 'VARCHAR',
  DATETIME: 'TIMESTAMP',
  TIMESTAMP_NTZ: 'TIMESTAMP',
  TIMESTAMP_LTZ: 'TIMESTAMPTZ',
  TIMESTAMP_TZ: 'TIMESTAMPTZ',
  TINYINT: 'SMALLINT',
  BINARY: 'BYTEA',
  VARBINARY: 'BYTEA',
  BLOB: 'BYTEA',
  VARIANT: 'JSONB',
  OBJECT: 'JSONB',
  ARRAY: 'JSONB',
  SUPER: 'JSONB',
}

export const postgresTables: TableDialect = {
  types: postgresTypes,
  sized: new Set(['VARCHAR', 'CHAR', 'CHARACTER', 'CHARACTER VARYING']),
  scaled: new Set(['NUMERIC', 'DECIMAL']),
  unsizedNumber: () => 'NUMERIC',
  quoteText,
  replace: (table, body) => [`drop table if exists ${table}`, `create table ${table} ${body}`],
  replacesInTransaction: true,
}
