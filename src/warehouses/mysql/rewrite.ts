import { createHash } from 'node:crypto'
import { quoteName, quoteTable } from '../sql-text.ts'
import type { QueryColumn, TableName } from '../warehouse.ts'
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
  const digest = createHash('sha256').update(target).digest('hex').slice(0, 16)
  const [made, old] = [`headrace_new_${digest}`, `headrace_old_${digest}`].map((name) =>
    quoteTable({ ...table, table: name }),
  )
  // A copy of JSON would be plain text.
  const json = columns.filter(({ type }) => type === 'json').map(({ name }) => `${quoteName(name)} json`)
  return [
    `drop table if exists ${made}, ${old}`,
    `create table if not exists ${target} (headrace_unused int)`,
    `create table ${made} ${json.length === 0 ? '' : `(${json.join(', ')}) `}as\n${query}`,
    `rename table ${target} to ${old}, ${made} to ${target}`,
    `drop table ${old}`,
  ].join(';\n')
}
