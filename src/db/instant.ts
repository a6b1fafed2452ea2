import { type RawBuilder, sql } from 'kysely'

/**
 * A `timestamptz` column as the API writes it: ISO 8601 in UTC, with milliseconds. `column` is code, never
 * data.
 */
export const instant = (column: string): RawBuilder<string> =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
