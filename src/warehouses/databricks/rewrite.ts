import { createHash } from 'node:crypto'
import type { QueryColumn, StagedRewrite, TableName } from '../warehouse.ts'
import { databricksParts } from './parts.ts'
import { quoteName, quoteTable } from './quote.ts'

interface Facts {
  readonly sameColumns: boolean
  readonly columns: readonly QueryColumn[]
}

/**
 * The statement after which `table` (quoted already) holds the rows of `query`, which may read it; each is one commit. A table
 * that has these columns already is refilled and keeps its properties, any other is replaced, with its grants and history.
 */
export function rewriteTableSql(table: string, query: string, { sameColumns, columns }: Facts): string {
  if (!sameColumns) return `create or replace table ${table} as\n${query}`
  return databricksParts.refill(table, columns.map(({ name }) => quoteName(name)).join(', '), query)[0]!
}

/** The table that replaces `table`, beside it. */
export function stageRewriteSql(table: TableName, query: string): StagedRewrite {
  const target = quoteTable(table)
  const digest = createHash('sha256').update(target).digest('hex').slice(0, 16)
  const staged = { ...table, table: `headrace_new_${digest}` }
  const made = quoteTable(staged)
  return {
    staged,
    make: `create or replace table ${made} as\n${query}`,
    publish: () => `create or replace table ${target} as select * from ${made}`,
    discard: `drop table if exists ${made}`,
  }
}
