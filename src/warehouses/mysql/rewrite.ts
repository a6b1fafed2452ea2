import { createHash } from 'node:crypto'
import { quoteName, quoteTable, quoteText } from '../sql-text.ts'
import type { QueryColumn, Stage, StagedWrite, TableName } from '../warehouse.ts'
import { mysqlParts } from './parts.ts'

interface Facts {
  readonly sameColumns: boolean
  readonly columns: readonly QueryColumn[]
}

/** How long a rewrite of a table waits for another one: as long as that takes. */
const WAIT_SECONDS = 24 * 60 * 60

/**
 * Statements after which `table` holds the rows of `query`. A table that has these columns already is
 * refilled in one transaction. Any other is made beside it under a name of its own, and takes its place in
 * one step: what a lost attempt leaves is a table that the next one drops. Of two at the same moment one
 * waits, because it would drop what the other has made. The lock ends with its session.
 */
export function rewriteTableSql(table: TableName, query: string, { sameColumns, columns }: Facts): string {
  const target = quoteTable(table)
  if (sameColumns) {
    const names = columns.map(({ name }) => quoteName(name)).join(', ')
    return mysqlParts.refill(target, names, query).join(';\n')
  }
  const digest = createHash('sha256').update(target).digest('hex').slice(0, 16)
  const staged = { ...table, table: `headrace_new_${digest}` }
  const { make, publish } = stagedRewrite(target, query, columns, staged, quoteTable)
  const lock = `sha1(concat(database(), ${quoteText(target)}))`
  return [
    `do get_lock(${lock}, ${WAIT_SECONDS})`,
    make,
    `create table if not exists ${target} (headrace_unused int)`,
    publish(true),
    `do release_lock(${lock})`,
  ].join(';\n')
}

type Quote = (table: TableName) => string

/**
 * A table of other columns is made beside `target` (quoted already); only its last step changes what others
 * see.
 */
export const stageRewriteSql = (
  target: string,
  query: string,
  { sameColumns, columns }: Facts,
  quote: Quote,
): Stage | undefined =>
  sameColumns ? undefined : (staged) => stagedRewrite(target, query, columns, staged, quote)

function stagedRewrite(
  target: string,
  query: string,
  columns: readonly QueryColumn[],
  staged: TableName,
  quote: Quote,
): StagedWrite {
  const [made, old] = [quote(staged), quote({ ...staged, table: `${staged.table}_old` })]
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
