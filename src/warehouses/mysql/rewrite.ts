import { createHash } from 'node:crypto'
import { quoteName, quoteTable } from '../sql-text.ts'
import type { QueryColumn, StagedRewrite, TableName } from '../warehouse.ts'
import { mysqlParts } from './parts.ts'

/**
 * Statements after which `table` holds the rows of `query`. A table that has these columns already is refilled in one
 * transaction. Any other is made beside it under a name of its own, and takes its place in one step: what a lost attempt
 * leaves is a table that the next one drops.
 */
export function rewriteTableSql(
  table: TableName,
  query: string,
  { sameColumns, columns }: { readonly sameColumns: boolean; readonly columns: readonly QueryColumn[] },
): string {
  const target = quoteTable(table)
  if (sameColumns) {
    const names = columns.map(({ name }) => quoteName(name)).join(', ')
    return mysqlParts.refill(target, names, query).join(';\n')
  }
  const { make, publish } = stageRewriteSql(table, query, columns)
  return [make, `create table if not exists ${target} (headrace_unused int)`, publish(true)].join(';\n')
}

/** The table that replaces `table` under a name of its own; only its last step changes what others see. */
export function stageRewriteSql(
  table: TableName,
  query: string,
  columns: readonly QueryColumn[],
): StagedRewrite {
  const target = quoteTable(table)
  const digest = createHash('sha256').update(target).digest('hex').slice(0, 16)
  const staged = { ...table, table: `headrace_new_${digest}` }
  const [made, old] = [quoteTable(staged), quoteTable({ ...table, table: `headrace_old_${digest}` })]
  // A copy of JSON would be plain text.
  const json = columns.filter(({ type }) => type === 'json').map(({ name }) => `${quoteName(name)} json`)
  return {
    staged,
    make: [
      `drop table if exists ${made}, ${old}`,
      `create table ${made} ${json.length === 0 ? '' : `(${json.join(', ')}) `}as\n${query}`,
    ].join(';\n'),
    publish: (isThere) =>
      isThere
        ? [`rename table ${target} to ${old}, ${made} to ${target}`, `drop table ${old}`].join(';\n')
        : `rename table ${made} to ${target}`,
    discard: `drop table if exists ${made}`,
  }
}
