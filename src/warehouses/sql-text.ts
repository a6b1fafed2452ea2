import type { TableName } from './warehouse.ts'

/** A name as standard SQL quotes it. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A text as standard SQL quotes it. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** `database.schema.table`, leaving out what is not said. */
export const quoteTable = ({ database, schema, table }: TableName): string =>
  [database, schema, table]
    .filter((part) => part !== undefined)
    .map(quoteName)
    .join('.')
