import type { TableDialect } from '../create-table.ts'
import { quoteName, quoteText } from './quote.ts'

/** What a NUMBER without size is here: 29 digits before the point and 9 behind it. */
const UNSIZED_NUMBER = 'DECIMAL(38, 9)'

/** Tables of which a transaction may write several. */
export const TABLE_OPTIONS = " tblproperties ('delta.feature.catalogManaged' = 'supported')"

/** The same with defaults of columns. */
const OPTIONS_OF_DEFINED =
  " tblproperties ('delta.feature.catalogManaged' = 'supported', 'delta.feature.allowColumnDefaults' = 'supported')"

export const isUnsized = (type: string): boolean => /^decimal\(38, ?9\)$/i.test(type.trim())

/** The field's words where those of Databricks differ; it knows the others itself. */
const types: Readonly<Record<string, string>> = {
  TEXT: 'STRING',
  NVARCHAR: 'VARCHAR',
  CHARACTER: 'CHAR',
  'CHARACTER VARYING': 'VARCHAR',
  UUID: 'STRING',
  NUMBER: 'DECIMAL',
  NUMERIC: 'DECIMAL',
  INTEGER: 'INT',
  FLOAT: 'DOUBLE',
  'DOUBLE PRECISION': 'DOUBLE',
  REAL: 'FLOAT',
  BOOL: 'BOOLEAN',
  // A TIMESTAMP of Databricks is a moment of the world's clock; one of the field has no time zone.
  TIMESTAMP: 'TIMESTAMP_NTZ',
  DATETIME: 'TIMESTAMP_NTZ',
  TIMESTAMP_LTZ: 'TIMESTAMP',
  TIMESTAMP_TZ: 'TIMESTAMP',
  TIMESTAMPTZ: 'TIMESTAMP',
  TIME: 'STRING',
  VARBINARY: 'BINARY',
  BLOB: 'BINARY',
  JSON: 'VARIANT',
  JSONB: 'VARIANT',
  OBJECT: 'VARIANT',
  ARRAY: 'VARIANT',
  SUPER: 'VARIANT',
}

/** Where Databricks differs when it makes a table. */
export const databricksTables: TableDialect = {
  types,
  sized: new Set(['VARCHAR', 'CHAR']),
  unsized: { VARCHAR: 'STRING', CHAR: 'STRING' },
  scaled: new Set(['DECIMAL']),
  unsizedNumber: (places) => (places === undefined ? UNSIZED_NUMBER : `DECIMAL(38, ${places})`),
  hasKeys: false,
  replace: (table, body) => [`create or replace table ${table} ${body}`],
  inlineComment: (text) => ` comment ${quoteText(text)}`,
  quoteName,
  quoteText,
  defaultSql(type, expression) {
    if (!/^current_timestamp(\(\))?$/i.test(expression)) return typedDefault(type, expression)
    return type === 'TIMESTAMP' ? 'current_timestamp()' : 'cast(current_timestamp() as timestamp_ntz)'
  },
}

const typedDefault = (type: string, expression: string): string =>
  /^(DATE|TIMESTAMP|TIMESTAMP_NTZ)$/.test(type) && expression.startsWith("'")
    ? `cast(${expression} as ${type})`
    : expression

/** What stands behind the columns of a table of a definition. */
export const optionsOf = (hasDefaults: boolean): string => (hasDefaults ? OPTIONS_OF_DEFINED : TABLE_OPTIONS)
