import type { TableName } from '../warehouse.ts'

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\0': '\\x00' }

/** A name in backticks, as GoogleSQL quotes it. */
export const quoteName = (name: string): string => `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``

/** A text in single quotes: a backslash escapes, and a line cannot end inside. */
export const quoteText = (text: string): string =>
  `'${text.replaceAll(/[\\'\n\r\0]/g, (sign) => escapes[sign] ?? `\\${sign}`)}'`

/** `project.dataset.table`, leaving out what is not said. */
export const quoteTable = ({ database, schema, table }: TableName): string =>
  [database, schema, table]
    .filter((part) => part !== undefined)
    .map(quoteName)
    .join('.')

const NAME_CHARACTERS = 300
const REFUSED = /[^\p{L}\p{N}\p{M}\p{Pc}\p{Pd}\s&%=+:'<>#|]/gu

/** Points, quotes and brackets, among others, are refused in names of columns. */
export const columnName = (name: string, ending: string): string =>
  [...name.replaceAll(REFUSED, '_')].slice(0, NAME_CHARACTERS - ending.length).join('') + ending
