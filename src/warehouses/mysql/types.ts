import { createHash } from 'node:crypto'
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
  // Made beside the other first, for its definition may be refused.
  replace(table, body) {
    const digest = createHash('sha256').update(table).digest('hex').slice(0, 16)
    const made = table.replace(/"(?:[^"]|"")*"$/, `"headrace_new_${digest}"`)
    const drop = (name: string) => `drop table if exists ${name}`
    return [drop(made), `create table ${made} ${body}`, drop(table), `rename table ${made} to ${table}`]
  },
  inlineComment: (text) => ` comment ${quoteText(text)}`,
  defaultSql(type, expression) {
    if (/^current_timestamp$/i.test(expression))
      return type.endsWith('(6)') ? 'current_timestamp(6)' : expression
    // Texts and JSON take an expression in brackets only.
    return /^(LONG|JSON)/.test(type) ? `(${expression})` : expression
  },
}
