import { splitStatements } from './postgres/split.ts'
import type { CopiedColumn, InlineTable, LeadLagCall, SqlParts } from './sql-parts.ts'
import { quoteText as standardText } from './sql-text.ts'

const columnList = ({ columns }: InlineTable): string => columns.join(', ')
const valueRows = ({ rows }: InlineTable): string =>
  `values\n${rows.map((row) => `  (${row.join(', ')})`).join(',\n')}\n`

export const leadLagSql = ({ word, value, count, ignoresNulls }: LeadLagCall, window: string): string =>
  `${word}(${value}, ${count})${ignoresNulls ? ' ignore nulls' : ''} over (${window})`

/** The same as `is distinct from`, where databases have no words for it. */
export const differsByCases = (one: string, other: string): string =>
  `case when ${one} is null and ${other} is null then false when ${one} is null or ${other} is null then true else ${one} <> ${other} end`

/** PostgreSQL's functions take 100 arguments at most. */
const MAX_TEXTS = 50

function commaListSql(texts: readonly string[]): string {
  if (texts.length <= MAX_TEXTS) return `concat_ws(',', ${texts.join(', ')})`
  const groups = Array.from({ length: Math.ceil(texts.length / MAX_TEXTS) }, (_, index) =>
    texts.slice(index * MAX_TEXTS, (index + 1) * MAX_TEXTS),
  )
  return commaListSql(groups.map((group) => `nullif(${commaListSql(group)}, '')`))
}

/** The statement that makes a table with columns of another, which take nulls. */
export const copyOf = (table: string, original: string, columns: readonly CopiedColumn[]): string =>
  `create table ${table} as select ${columns.map(({ name }) => name).join(', ')} from ${original} limit 0`

/** As PostgreSQL says them, and DuckDB too; `quoteText` quotes a text. */
export const createStandardParts = (quoteText: (text: string) => string): SqlParts => ({
  statements: (script) => splitStatements(script),
  cast: (value, type) => `cast(${value} as ${type})`,
  expression: (sql) => sql,
  setOperator: (operator) => operator,
  momentText: (text) => `timestamp ${quoteText(text)}`,
  rows: (table) => `(${valueRows(table)}) as ${table.alias} (${columnList(table)})`,
  rowsBeside: (table) => ({
    join: `cross join lateral (${valueRows(table)}) as ${table.alias} (${columnList(table)})`,
    cell: (column) => `${table.alias}.${table.columns[column]}`,
  }),
  series({ start, end, step }, column) {
    const numbers = [start, end, step].map((value) => `cast(${value} as bigint)`)
    return `generate_series(${numbers.join(', ')}) as headrace_series (${column})`
  },
  differs: (one, other) => `${one} is distinct from ${other}`,
  orderTerm: ({ value, direction, nulls }) => `${value} ${direction} nulls ${nulls}`,
  splitPart: (text, delimiter, position) => `split_part(${text}, ${delimiter}, ${position})`,
  like: (text, pattern, ignoresCase) => `${text} ${ignoresCase ? 'ilike' : 'like'} ${pattern} escape ''`,
  joinedTexts: (text, order) => `string_agg(${text}, ',' ${order})`,
  commaList: commaListSql,
  median: (value) => `percentile_cont(0.5) within group (order by ${value})`,
  windowEnd: (end, value) => `${end}_value(${value})`,
  sum: (value) => `sum(${value})`,
  ofSample: (value) => value,
  functionNames: {},
  extremeTruth: (value, extreme) => `${extreme === 'max' ? 'bool_or' : 'bool_and'}(${value})`,
  subtotals: (kind, groups) => `group by ${kind} (${groups.join(', ')})`,
  tablesQuery: (schema, database, condition) => `select table_name from information_schema.tables
    where lower(table_catalog) = ${database === undefined ? 'lower(current_database())' : quoteText(database.toLowerCase())}
      and table_schema = ${schema === undefined ? 'current_schema()' : quoteText(schema)}
      and ${condition}
    order by table_name`,
  matches: (text, pattern) => `${text} ~ ${quoteText(`^(${pattern})$`)}`,
  isInstant: (type) => /with time zone|_l?tz|timestamptz/i.test(type),
  isUtc: () => false,
  daysAgo: (days) => `cast(current_timestamp as timestamp) - interval '${days} days'`,
  emptyCopy: (table, original, columns) => [
    copyOf(table, original, columns),
    ...columns
      .filter(({ isRequired }) => isRequired)
      .map(({ name }) => `alter table ${table} alter column ${name} set not null`),
  ],
  tableOptions: '',
  schemas: { word: 'schema', cascade: ' cascade' },
  beforeInsertOnce: () => [],
  insertOnce: (_, insert) => insert,
  swapped: (target, source, old) => ({
    sql: `alter table ${target} rename to ${old}; alter table ${source} rename to ${target}`,
    left: old,
  }),
  emptied: (table) => `delete from ${table}`,
  refill: (table, columns, query) => [
    'begin',
    `create temporary table headrace_rows as\n${query}`,
    `truncate table ${table}`,
    `insert into ${table} (${columns})\nselect * from headrace_rows`,
    'drop table headrace_rows',
    'commit',
  ],
  mayBeNull: (value) => value,
  barrier: ' offset 0',
  noOrder: '',
  leadLag: leadLagSql,
  truthsAreNumbers: false,
  skipsNulls: false,
  cumeDist: (partition, order) => `cume_dist() over (${partition} ${order})`,
  hasFullJoin: true,
  definitionsCommit: false,
  nestsWith: true,
  writesFiles: false,
  hasKeys: true,
  tablesKeepCase: false,
  refusals: {},
  keyText: 'varchar',
  now: 'cast(current_timestamp as timestamp)',
})

export const standardParts: SqlParts = createStandardParts(standardText)
