import { createHash } from 'node:crypto'
import type { QueryColumn, StagedRewrite, TableName } from '../warehouse.ts'
import { bigQueryParts } from './parts.ts'
import { quoteName, quoteTable } from './quote.ts'

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

/** The table that replaces `table`, beside it: a definition is no part of a transaction. */
export function stageRewriteSql(table: TableName, query: string): StagedRewrite {
  const target = quoteTable(table)
  const digest = createHash('sha256').update(target).digest('hex').slice(0, 16)
  const staged = { ...table, table: `headrace_new_${digest}` }
  const made = quoteTable(staged)
  return {
    staged,
    make: `create or replace table ${made} as\n${query}`,
    publish: () => `create or replace table ${target} copy ${made}`,
    discard: `drop table if exists ${made}`,
  }
}
