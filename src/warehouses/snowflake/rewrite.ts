import { MERGE_COLUMNS } from '../counting.ts'
import { quoteName } from '../sql-text.ts'
import type { QueryColumn } from '../warehouse.ts'
import { snowflakeParts } from './parts.ts'

interface Facts {
  readonly sameColumns: boolean
  readonly columns: readonly QueryColumn[]
}

/**
 * Statements after which `table` (quoted already) holds the rows of `query`, which may read it. Each is one step for others: a
 * table that has these columns already is refilled and kept, any other is created again with the grants that it had. How
 * many rows that were is counted behind it, for a definition does not tell.
 */
export function rewriteTableSql(table: string, query: string, { sameColumns, columns }: Facts): string {
  if (sameColumns) {
    const names = columns.map(({ name }) => quoteName(name)).join(', ')
    return snowflakeParts.refill(table, names, query).join(';\n')
  }
  const [action, rows] = MERGE_COLUMNS
  return [
    `create or replace table ${table} copy grants as\n${query}`,
    `select 'INSERT' as ${action}, count(*) as ${rows} from ${table}`,
  ].join(';\n')
}
