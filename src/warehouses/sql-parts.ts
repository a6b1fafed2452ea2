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
