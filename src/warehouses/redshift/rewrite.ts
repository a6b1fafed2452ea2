/**
 * Statements after which `table` (quoted already) holds the rows of `query`. A table that has these columns
 * already is refilled and kept; any other is created again. The rows are computed first, because the query
 * may read the table. The last INSERT counts them: `create table … as` tells no number here.
 */
export function rewriteTableSql(table: string, query: string, sameColumns: boolean): string {
  const refill = [`delete from ${table}`]
  const replace = [
    `drop table if exists ${table}`,
    `create table ${table} as select * from headrace_rows where 1 = 0`,
  ]
  return [
    'begin',
    `create temporary table headrace_rows as\n${query}`,
    ...(sameColumns ? refill : replace),
    `insert into ${table} select * from headrace_rows`,
    'drop table headrace_rows',
    'commit',
  ].join(';\n')
}

/** `create or replace view` takes the same columns only, so that the view is dropped first. */
export const createViewSql = (view: string, query: string): string =>
  ['begin', `drop view if exists ${view}`, `create view ${view} as\n${query}`, 'commit'].join(';\n')
