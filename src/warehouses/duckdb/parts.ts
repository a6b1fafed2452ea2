import type { SqlParts } from '../sql-parts.ts'
import { quoteText } from '../sql-text.ts'
import { standardParts } from '../standard-parts.ts'

const lowerOf = (name: string | undefined, current: string): string =>
  name === undefined ? `lower(${current}())` : quoteText(name.toLowerCase())

export const duckdbParts: SqlParts = {
  ...standardParts,
  // Letter case tells no schemas apart, though their names keep it.
  tablesQuery: (schema, database, condition) => `select table_name from information_schema.tables
    where lower(table_catalog) = ${lowerOf(database, 'current_database')}
      and lower(table_schema) = ${lowerOf(schema, 'current_schema')}
      and ${condition}
    order by table_name`,
  first: (value, order) => `first(${value} ${order})`,
  leadLag: ({ word, value, count, ignoresNulls }, window) =>
    `${word}(${value}, ${count}${ignoresNulls ? ' ignore nulls' : ''}) over (${window})`,
  skipsNulls: true,
}
