import type { TableName } from '../warehouse.ts'

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\0': '\\0' }

/** A name in backticks. */
export const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``

/** A text in single quotes, in which a backslash escapes. */
export const quoteText = (text: string): string =>
  `'${text.replaceAll(/[\\'\n\r\0]/g, (sign) => escapes[sign] ?? `\\${sign}`)}'`

/** `catalog.schema.table`, leaving out what is not said. */
export const quoteTable = ({ database, schema, table }: TableName): string =>
  [database, schema, table]
    .filter((part) => part !== undefined)
    .map(quoteName)
    .join('.')
