import { MERGE_COLUMNS } from '../counting.ts'
import { quoteName } from '../sql-text.ts'
import { stagedTable } from '../staged-table.ts'
import type { QueryColumn, Stage, TableName } from '../warehouse.ts'
import { snowflakeParts } from './parts.ts'

interface Facts {
  readonly sameColumns: boolean
  readonly columns: readonly QueryColumn[]
}

/**
 * Statements after which `table` (quoted already) holds the rows of `query`, which may read it. Each is one
 * step for others: a table that has these columns already is refilled and kept, any other is created again
 * with the grants that it had. How many rows that were is counted behind it, for a definition does not tell.
 */
export function rewriteTableSql(table: string, query: string, { sameColumns, columns }: Facts): string {
  if (sameColumns) {
    const names = columns.map(({ name }) => quoteName(name)).join(', ')
    return snowflakeParts.refill(table, names, query).join(';\n')
  }
  return counted(table, `create or replace table ${table} copy grants as\n${query}`)
}

/**
 * The table is made beside `table` (quoted already). One of other columns takes its place as a clone: that
 * copies no rows, is one step for others, and leaves the grants of the table that it replaces, which a swap
 * of names would take along.
 */
export const stageRewriteSql = (
  table: string,
  query: string,
  facts: Facts,
  quote: (table: TableName) => string,
): Stage =>
  stagedTable(quote, {
    make: (made) => counted(made, `create or replace table ${made} as\n${query}`),
    publish: (made, isThere) =>
      isThere && facts.sameColumns
        ? rewriteTableSql(table, `select * from ${made}`, facts)
        : `create or replace table ${table} clone ${made} copy grants`,
  })

function counted(table: string, create: string): string {
  const [action, rows] = MERGE_COLUMNS
  return [create, `select 'INSERT' as ${action}, count(*) as ${rows} from ${table}`].join(';\n')
}
