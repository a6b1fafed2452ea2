import type { TableDialect } from '../create-table.ts'
import { quoteText } from '../sql-text.ts'
import { UNSIZED_NUMBER } from './columns.ts'

/** The field's words where MySQL's differ; it knows the others itself. */
const types: Readonly<Record<string, string>> = {
  NUMBER: 'DECIMAL',
  FLOAT: 'DOUBLE',
  'DOUBLE PRECISION': 'DOUBLE',
  STRING: 'LONGTEXT',
  TEXT: 'LONGTEXT',
  NVARCHAR: 'VARCHAR',
  'CHARACTER VARYING': 'VARCHAR',
  // A TIMESTAMP of MySQL ends in 2038.
  DATETIME: 'DATETIME(6)',
  TIMESTAMP: 'DATETIME(6)',
  TIMESTAMP_NTZ: 'DATETIME(6)',
  TIMESTAMP_LTZ: 'DATETIME(6)',
  TIMESTAMP_TZ: 'DATETIME(6)',
  TIME: 'TIME(6)',
  BINARY: 'LONGBLOB',
  VARBINARY: 'LONGBLOB',
  VARIANT: 'JSON',
  OBJECT: 'JSON',
  ARRAY: 'JSON',
  SUPER: 'JSON',
}

export const mysqlTables: TableDialect = {
  types,
  sized: new Set(['VARCHAR', 'CHAR']),
  scaled: new Set(['DECIMAL', 'NUMERIC']),
  unsizedNumber: (places) => (places === undefined ? UNSIZED_NUMBER : `DECIMAL(38,${places})`),
  // A VARCHAR has to say how long it may be.
  unsized: { VARCHAR: 'LONGTEXT' },
  replace: (table, body) => [`drop table if exists ${table}`, `create table ${table} ${body}`],
  inlineComment: (text) => ` comment ${quoteText(text)}`,
  defaultSql(type, expression) {
    if (/^current_timestamp$/i.test(expression))
      return type.endsWith('(6)') ? 'current_timestamp(6)' : expression
    // Texts and JSON take an expression in brackets only.
    return /^(LONG|JSON)/.test(type) ? `(${expression})` : expression
  },
}
