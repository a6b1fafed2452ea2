import { quoteText } from './quote-text.ts'

/**
 * Statements after which `table` (quoted already) holds the rows of `query`. A table that has these columns
 * already is refilled and kept, because views and grants depend on it; any other is created again. The rows
 * are computed first, because the query may read the table.
 */
export function rewriteTableSql(table: string, query: string, sameColumns: boolean): string {
  const refill = [`truncate table ${table}`, `insert into ${table} select * from headrace_rows`]
  const replace = [`drop table if exists ${table}`, `create table ${table} as table headrace_rows`]
  return [
    'begin',
    `create temporary table headrace_rows on commit drop as\n${query}`,
    ...(sameColumns ? refill : replace),
    'drop table headrace_rows',
    'commit',
  ].join(';\n')
}

/**
 * One statement after which the view is `query`. A view whose columns change cannot be replaced in place, so
 * then it is dropped and made again; what is built on it keeps it from being dropped, and PostgreSQL says so.
 * It may be made of itself, and every query of it fails then: it is read before it stays.
 */
export function createViewSql(view: string, query: string): string {
  const made = quoteText(`${view} as\n${query}`)
  const body = `begin
  begin
    execute 'create or replace view ' || ${made};
  exception when invalid_table_definition then
    execute ${quoteText(`drop view ${view}`)};
    execute 'create view ' || ${made};
  end;
  perform 1 from ${view} limit 0;
end`
  return `do ${quoteText(body)}`
}
