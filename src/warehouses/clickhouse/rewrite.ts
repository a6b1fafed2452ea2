import { stagedTable } from '../staged-table.ts'
import type { QueryColumn, Stage, TableName } from '../warehouse.ts'
import { clickHouseParts } from './parts.ts'
import { quoteName } from './quote.ts'
import { orderByNothing } from './types.ts'

interface Facts {
  readonly sameColumns: boolean
  readonly columns: readonly QueryColumn[]
}

const namesOf = (columns: readonly QueryColumn[]): string =>
  columns.map(({ name }) => quoteName(name)).join(', ')

/**
 * The statements after which `table` (quoted already) holds the rows of `query`, which may read it. It
 * changes in one step. A table that has these columns already keeps its engine and its order.
 */
export function rewriteTableSql(table: string, query: string, { sameColumns, columns }: Facts): string {
  if (sameColumns) return clickHouseParts.refill(table, namesOf(columns), query).join(';\n')
  return `create or replace table ${table} ${orderByNothing} as\n${query}`
}

/** The table is made beside `table` (quoted already), and takes its place. */
export const stageRewriteSql = (
  table: string,
  query: string,
  { sameColumns, columns }: Facts,
  quote: (table: TableName) => string,
): Stage =>
  stagedTable(quote, {
    make: (made) =>
      sameColumns
        ? `create table ${made} as ${table};\ninsert into ${made} (${namesOf(columns)})\n${query}`
        : `create table ${made} ${orderByNothing} as\n${query}`,
    publish: (made, isThere) =>
      isThere ? `exchange tables ${made} and ${table}` : `rename table ${made} to ${table}`,
  })
