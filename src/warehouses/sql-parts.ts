import { quoteText } from './sql-text.ts'

/** Names and rows of a table that stands in a query. */
export interface InlineTable {
  readonly alias: string
  /** Quoted where they have to be. */
  readonly columns: readonly string[]
  /** Expressions; each row has one for each column. */
  readonly rows: readonly (readonly string[])[]
}

export interface Ordering {
  /** An expression. */
  readonly value: string
  readonly direction: 'asc' | 'desc'
  readonly nulls: 'first' | 'last'
}

/** What queries are made of where databases say it differently. Arguments and results are expressions unless stated. */
export interface SqlParts {
  /** `value` as the database itself makes it `type`, which is as this database writes it. */
  cast(value: string, type: string): string
  /** A table for FROM. */
  rows(table: InlineTable): string
  /**
   * A join that puts every row of `table` beside each row before it; its expressions may read that row. `cell` is the value of
   * a column, by its position.
   */
  rowsBeside(table: InlineTable): { readonly join: string; readonly cell: (column: number) => string }
  /** A table for FROM with the whole numbers from `start` to `end`, both included, in one column, which is quoted. */
  series(
    range: { readonly start: number; readonly end: number; readonly step: number },
    column: string,
  ): string
  /** Whether two values differ, where nulls are equal. */
  differs(one: string, other: string): string
  /** A term of ORDER BY. */
  orderTerm(ordering: Ordering): string
  /** The piece of `text` at `position`, from 1, between delimiters; an empty text where there is none. */
  splitPart(text: string, delimiter: string, position: number): string
  /** `text` is like `pattern`, in which no letter escapes another; both are expressions. */
  like(text: string, pattern: string, ignoresCase: boolean): string
  /** The texts of a group one behind the other, with commas; `order` is an ORDER BY or empty. */
  joinedTexts(text: string, order: string): string
  /** The median of numbers; undefined where the database has no aggregate for it. */
  median(value: string): string
  /** The greatest or least of truth values. */
  extremeTruth(value: string, extreme: 'max' | 'min'): string
  /** `group by` with all subtotals; undefined where the database cannot compute them. */
  subtotals(kind: 'cube' | 'rollup', groups: readonly string[]): string | undefined
  /** Names of the tables of a schema that match, as a query; `schema` and `database` are those of `resolveTable`. */
  tablesQuery(schema: string | undefined, database: string | undefined, condition: string): string
  /** The name in a `tablesQuery` matches a regular expression as a whole. */
  matches(text: string, pattern: string): string
  /** The moment that is `days` days ago, without a time zone. */
  daysAgo(days: number): string
  /** The statement after which a column takes no null; names are quoted, the type is as the database writes it. */
  requireColumn(table: string, column: string, type: string): string
  /** Statements after which `table` has the rows of `query` in `columns` and no others, all in one transaction. */
  refill(table: string, columns: string, query: string): readonly string[]
  /** Arrays of values and `filter` on aggregates. */
  readonly hasArrays: boolean
  readonly hasFullJoin: boolean
  /** DROP, RENAME and the like end the transaction that they stand in. */
  readonly definitionsCommit: boolean
  /** A query with a WITH of its own may read what a WITH around it names. */
  readonly nestsWith: boolean
  /** The type of a column of texts that can be a key. */
  readonly keyText: string
  readonly now: string
}

const columnList = ({ columns }: InlineTable): string => columns.join(', ')
const valueRows = ({ rows }: InlineTable): string =>
  `values\n${rows.map((row) => `  (${row.join(', ')})`).join(',\n')}\n`

/** As PostgreSQL says them, and DuckDB too. */
export const standardParts: SqlParts = {
  cast: (value, type) => `cast(${value} as ${type})`,
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
  median: (value) => `percentile_cont(0.5) within group (order by ${value})`,
  extremeTruth: (value, extreme) => `${extreme === 'max' ? 'bool_or' : 'bool_and'}(${value})`,
  subtotals: (kind, groups) => `group by ${kind} (${groups.join(', ')})`,
  tablesQuery: (schema, database, condition) => `select table_name from information_schema.tables
    where lower(table_catalog) = ${database === undefined ? 'lower(current_database())' : quoteText(database.toLowerCase())}
      and table_schema = ${schema === undefined ? 'current_schema()' : quoteText(schema)}
      and ${condition}
    order by table_name`,
  matches: (text, pattern) => `${text} ~ ${quoteText(`^(${pattern})$`)}`,
  daysAgo: (days) => `cast(current_timestamp as timestamp) - interval '${days} days'`,
  requireColumn: (table, column) => `alter table ${table} alter column ${column} set not null`,
  refill: (table, columns, query) => [
    'begin',
    `create temporary table headrace_rows as\n${query}`,
    `truncate table ${table}`,
    `insert into ${table} (${columns})\nselect * from headrace_rows`,
    'drop table headrace_rows',
    'commit',
  ],
  hasArrays: true,
  hasFullJoin: true,
  definitionsCommit: false,
  nestsWith: true,
  keyText: 'varchar',
  now: 'cast(current_timestamp as timestamp)',
}
