import { stagedTable } from '../staged-table.ts'
import type { QueryColumn, Stage, TableName } from '../warehouse.ts'
import { databricksParts } from './parts.ts'
import { quoteName } from './quote.ts'

interface Facts {
  readonly sameColumns: boolean
  readonly columns: readonly QueryColumn[]
}

/**
 * The statement after which `table` (quoted already) holds the rows of `query`, which may read it; each is
 * one commit. A table that has these columns already is refilled and keeps its properties, any other is
 * replaced, with its grants and history.
 */
export function rewriteTableSql(table: string, query: string, { sameColumns, columns }: Facts): string {
  if (!sameColumns) return `create or replace table ${table} as\n${query}`
  return databricksParts.refill(table, columns.map(({ name }) => quoteName(name)).join(', '), query)[0]!
}

/**
 * The table is made beside `table` (quoted already), whatever its columns: no transaction stays open until it
 * was checked. What was checked is written into `table` in one commit, which keeps its grants and history.
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
      rewriteTableSql(table, `select * from ${made}`, {
        ...facts,
        sameColumns: isThere && facts.sameColumns,
      }),
  })
