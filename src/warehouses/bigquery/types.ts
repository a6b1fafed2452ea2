import type { TableDialect } from '../create-table.ts'
import { quoteName, quoteText } from './quote.ts'
import type { Field } from './wire.ts'

const NUMERIC_DIGITS = 29
const NUMERIC_PLACES = 9

/** The field's words where GoogleSQL's differ; it knows the others itself. */
const types: Readonly<Record<string, string>> = {
  VARCHAR: 'STRING',
  TEXT: 'STRING',
  CHAR: 'STRING',
  CHARACTER: 'STRING',
  NVARCHAR: 'STRING',
  'CHARACTER VARYING': 'STRING',
  UUID: 'STRING',
  NUMBER: 'NUMERIC',
  DECIMAL: 'NUMERIC',
  INTEGER: 'INT64',
  INT: 'INT64',
  BIGINT: 'INT64',
  SMALLINT: 'INT64',
  TINYINT: 'INT64',
  FLOAT: 'FLOAT64',
  REAL: 'FLOAT64',
  DOUBLE: 'FLOAT64',
  'DOUBLE PRECISION': 'FLOAT64',
  BOOLEAN: 'BOOL',
  // A TIMESTAMP of BigQuery is a moment of the world's clock; a DATETIME has no time zone.
  TIMESTAMP: 'DATETIME',
  TIMESTAMP_NTZ: 'DATETIME',
  TIMESTAMP_LTZ: 'TIMESTAMP',
  TIMESTAMP_TZ: 'TIMESTAMP',
  BINARY: 'BYTES',
  VARBINARY: 'BYTES',
  BLOB: 'BYTES',
  VARIANT: 'JSON',
  OBJECT: 'JSON',
  ARRAY: 'JSON',
  SUPER: 'JSON',
}

/** Where BigQuery differs when it makes a table; `typeSql` has the last word about numbers. */
export const bigQueryTables: TableDialect = {
  types,
  sized: new Set(['STRING']),
  scaled: new Set(['NUMERIC']),
  // Its digits are stated, so that it can be known what is rounded.
  unsizedNumber: (places = NUMERIC_PLACES) => numberOf('38', String(places)),
  sizedNumber: numberOf,
  hasKeys: false,
  replace: (table, body) => [`create or replace table ${table} ${body}`],
  inlineComment: (text) => ` options (description = ${quoteText(text)})`,
  quoteName,
  quoteText,
  defaultSql(type, expression) {
    if (!/^current_timestamp(\(\))?$/i.test(expression)) return typedDefault(type, expression)
    return type === 'TIMESTAMP' ? 'current_timestamp()' : 'current_datetime()'
  },
}

const typedDefault = (type: string, expression: string): string =>
  /^(DATE|DATETIME|TIME|TIMESTAMP)$/.test(type) && expression.startsWith("'")
    ? `cast(${expression} as ${type})`
    : expression

/** NUMERIC where the digits fit, otherwise BIGNUMERIC. */
function numberOf(size: string, places: string): string {
  const [digits, behind] = [Number(size), Number(places)]
  const fits = behind <= NUMERIC_PLACES && digits - behind <= NUMERIC_DIGITS
  return `${fits ? 'NUMERIC' : 'BIGNUMERIC'}(${size}, ${places})`
}

const words: Readonly<Record<string, string>> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
}

/** The type of a column as SQL says it; the interface has older words for some. */
export function typeOf(field: Field): string {
  const type = scalarOf(field)
  return field.mode === 'REPEATED' ? `ARRAY<${type}>` : type
}

function scalarOf({ type, fields = [], maxLength, precision, scale }: Field): string {
  if (type === 'RECORD' || type === 'STRUCT')
    return `STRUCT<${fields.map((one) => `${quoteName(one.name)} ${typeOf(one)}`).join(', ')}>`
  const word = words[type] ?? type
  if (maxLength !== undefined) return `${word}(${maxLength})`
  return precision === undefined ? word : `${word}(${precision}, ${scale ?? '0'})`
}

/**
 * A type as CAST takes it: without its length and digits. TIMESTAMP is BigQuery's own here, not the field's
 * word.
 */
export function castable(type: string): string {
  const [, size, places] = /^(?:decimal|numeric|bignumeric)\((\d+)(?:, ?(\d+))?\)$/i.exec(type.trim()) ?? []
  if (size !== undefined) return numberOf(size, places ?? '0').replace(/\(.*/, '')
  const bare = type.trim().replace(/\s*\([\d, ]+\)$/, '')
  const word = bare.toUpperCase()
  return word === 'TIMESTAMP' ? bare : (types[word] ?? bare)
}
