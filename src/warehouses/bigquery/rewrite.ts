import type { QueryColumn } from '../warehouse.ts'
import { bigQueryParts } from './parts.ts'
import { quoteName } from './quote.ts'

/**
 * Statements after which `table` (quoted already) holds the rows of `query`. A table that has these columns already is
 * refilled, and so keeps its partitions, clusters and policies; any other is replaced in one statement, which may read it.
 */
export function rewriteTableSql(
  table: string,
  query: string,
  { sameColumns, columns }: { readonly sameColumns: boolean; readonly columns: readonly QueryColumn[] },
): string {
  if (!sameColumns) return `create or replace table ${table} as\n${query}`
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  return bigQueryParts.refill(table, names, query).join(';\n')
}
