import type { TableDialect } from '../create-table.ts'
import { postgresTypes } from '../postgres/types.ts'
import { quoteText } from './quote-text.ts'

/** What a NUMBER, DECIMAL or NUMERIC without size is; by itself Redshift takes 18 digits and no fraction. */
export const UNSIZED_NUMBER = 'NUMERIC(38,9)'
/** Bytes of the longest text; without a length Redshift takes 256. */
export const LONGEST_TEXT = 'VARCHAR(65535)'

const types: Readonly<Record<string, string>> = {
  ...postgresTypes,
  TEXT: 'VARCHAR',
  STRING: 'VARCHAR',
  BINARY: 'VARBYTE',
  VARBINARY: 'VARBYTE',
  BLOB: 'VARBYTE',
  VARIANT: 'SUPER',
  OBJECT: 'SUPER',
  ARRAY: 'SUPER',
  JSON: 'SUPER',
  JSONB: 'SUPER',
  SUPER: 'SUPER',
}

export const redshiftTables: TableDialect = {
  types,
  sized: new Set(['VARCHAR', 'CHAR', 'CHARACTER', 'CHARACTER VARYING']),
  scaled: new Set(['NUMERIC', 'DECIMAL']),
  unsized: { VARCHAR: LONGEST_TEXT, 'CHARACTER VARYING': LONGEST_TEXT },
  unsizedNumber: (places) => (places === undefined ? UNSIZED_NUMBER : `NUMERIC(38,${places})`),
  replace: (table, body) => [`drop table if exists ${table}`, `create table ${table} ${body}`],
  replacesInTransaction: true,
  quoteText,
  defaultSql: (_, expression) => (/^current_timestamp(\(\))?$/i.test(expression) ? 'getdate()' : expression),
}
