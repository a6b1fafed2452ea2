import type { TableDialect } from '../create-table.ts'
import { quoteName, quoteText } from './quote.ts'

/** What a NUMBER without size is here: 29 digits before the point and 9 behind it. */
const UNSIZED_NUMBER = 'Decimal(38, 9)'
export const MOMENT = "DateTime64(6, 'UTC')"

export const isUnsized = (type: string): boolean => /^decimal\(38, ?9\)$/i.test(type.trim())

/** The field's words in ClickHouse's own. */
export const types: Readonly<Record<string, string>> = {
  TEXT: 'String',
  STRING: 'String',
  NVARCHAR: 'VARCHAR',
  CHARACTER: 'CHAR',
  'CHARACTER VARYING': 'VARCHAR',
  NUMBER: 'Decimal',
  NUMERIC: 'Decimal',
  DECIMAL: 'Decimal',
  TINYINT: 'Int8',
  SMALLINT: 'Int16',
  INT: 'Int32',
  INTEGER: 'Int32',
  BIGINT: 'Int64',
  FLOAT: 'Float64',
  DOUBLE: 'Float64',
  'DOUBLE PRECISION': 'Float64',
  REAL: 'Float32',
  BOOLEAN: 'Bool',
  BOOL: 'Bool',
  // A Date of ClickHouse begins in 1970 and ends in 2149.
  DATE: 'Date32',
  TIMESTAMP: MOMENT,
  DATETIME: MOMENT,
  TIMESTAMP_NTZ: MOMENT,
  TIMESTAMP_LTZ: MOMENT,
  TIMESTAMP_TZ: MOMENT,
  TIMESTAMPTZ: MOMENT,
  TIME: 'String',
  BINARY: 'String',
  VARBINARY: 'String',
  BLOB: 'String',
  // JSON as text: the type JSON takes objects alone.
  VARIANT: 'String',
  JSON: 'String',
  JSONB: 'String',
  OBJECT: 'String',
  ARRAY: 'String',
  SUPER: 'String',
}

/** A column takes null only where its type says so. */
export const nullable = (type: string): string => `Nullable(${type})`

/** Where ClickHouse differs when it makes a table. */
export const clickHouseTables: TableDialect = {
  types,
  sized: new Set(['VARCHAR', 'CHAR']),
  unsized: { VARCHAR: 'String', CHAR: 'String' },
  scaled: new Set(['Decimal']),
  unsizedNumber: (places) => (places === undefined ? UNSIZED_NUMBER : `Decimal(38, ${places})`),
  hasKeys: false,
  columnType: (type, notNull) => (notNull ? type : nullable(type)),
  replace: (table, body) => [`create or replace table ${table} ${body}`],
  inlineComment: (text) => ` comment ${quoteText(text)}`,
  quoteName,
  quoteText,
  defaultSql(_, expression) {
    return /^current_timestamp(\(\))?$/i.test(expression) ? "now64(6, 'UTC')" : expression
  },
}

/** How tables of ours are kept: rows have no order. */
export const orderByNothing = 'engine = MergeTree order by tuple()'
