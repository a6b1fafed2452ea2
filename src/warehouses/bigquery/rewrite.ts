import { stagedTable } from '../staged-table.ts'
import type { QueryColumn, Stage, TableName } from '../warehouse.ts'
import { bigQueryParts } from './parts.ts'
import { quoteName } from './quote.ts'

interface Facts {
  readonly sameColumns: boolean
  readonly columns: readonly QueryColumn[]
}

/**
 * Statements after which `table` (quoted already) holds the rows of `query`. A table that has these columns
 * already is refilled, and so keeps its partitions, clusters and policies; any other is replaced in one
 * statement, which may read it.
 */
export function rewriteTableSql(table: string, query: string, { sameColumns, columns }: Facts): string {
  if (!sameColumns) return `create or replace table ${table} as\n${query}`
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  return bigQueryParts.refill(table, names, query).join(';\n')
}

/**
 * The table is made beside `table` (quoted already). One of other columns takes its place as a copy, in one
 * step.
 */
export const stageRewriteSql = (
  table: string,
  query: string,
  facts: Facts,
  quote: (table: TableName) => string,
): Stage =>
  stagedTable(quote, {
    make: (made) => `create or replace table ${made} as\n${query}`,
    publish: (made, isThere) =>
      isThere && facts.sameColumns
        ? rewriteTableSql(table, `select * from ${made}`, facts)
        : `create or replace table ${table} copy ${made}`,
  })
