import type { TableName } from '../warehouse.ts'

/** In texts and names alike a backslash escapes. */
const escaped = (text: string): string => text.replaceAll(/[\\'"]/g, (sign) => `\\${sign}`)

export const quoteName = (name: string): string => `"${escaped(name)}"`
export const quoteText = (text: string): string => `'${escaped(text)}'`

/** `database.table`, leaving out what is not said. */
export const quoteTable = ({ schema, table }: TableName): string =>
  [schema, table]
    .filter((part) => part !== undefined)
    .map(quoteName)
    .join('.')
