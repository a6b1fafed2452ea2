import type { TableDialect } from '../create-table.ts'
import { UNSIZED_NUMBER } from './cells.ts'
import { quoteText } from './names.ts'

/** The field's words where Snowflake's differ; it knows the others itself. */
const types: Readonly<Record<string, string>> = {
  DECIMAL: 'NUMBER',
  NUMERIC: 'NUMBER',
  'DOUBLE PRECISION': 'FLOAT',
  DOUBLE: 'FLOAT',
  REAL: 'FLOAT',
  TEXT: 'VARCHAR',
  STRING: 'VARCHAR',
  NVARCHAR: 'VARCHAR',
  'CHARACTER VARYING': 'VARCHAR',
  DATETIME: 'TIMESTAMP_NTZ',
  TIMESTAMP: 'TIMESTAMP_NTZ',
  TIMESTAMPTZ: 'TIMESTAMP_TZ',
  VARBINARY: 'BINARY',
  BLOB: 'BINARY',
  JSON: 'VARIANT',
  JSONB: 'VARIANT',
  SUPER: 'VARIANT',
}

export const snowflakeTables: TableDialect = {
  types,
  sized: new Set(['VARCHAR', 'CHAR', 'BINARY']),
  scaled: new Set(['NUMBER']),
  unsizedNumber: (places) => (places === undefined ? UNSIZED_NUMBER : `NUMBER(38,${places})`),
  hasKeys: false,
  replace: (table, body) => [`create or replace table ${table} ${body}`],
  inlineComment: (text) => ` comment ${quoteText(text)}`,
  quoteText,
  defaultSql: (type, expression) =>
    /^current_timestamp(\(\))?$/i.test(expression) && type.startsWith('TIMESTAMP_NTZ')
      ? 'cast(current_timestamp() as timestamp_ntz)'
      : expression,
}
