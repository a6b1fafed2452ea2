import type { DecidedAppends } from './decided-appends.ts'
import type { Refusals } from './refusals.ts'

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

/** A column of a table that does not exist yet; the name is quoted, the type as the database writes it. */
export interface CopiedColumn {
  readonly name: string
  readonly type: string
  /** It takes no null. */
  readonly isRequired: boolean
}

export interface LeadLagCall {
  readonly word: 'lead' | 'lag'
  readonly value: string
  /** Rows between this one and the other. */
  readonly count: number
  readonly ignoresNulls: boolean
}

/**
 * What queries are made of where databases say it differently. Arguments and results are expressions unless
 * stated.
 */
export interface SqlParts {
  /** The statements of a script without their semicolons; pieces of blanks and comments only are left out. */
  statements(script: string): readonly string[]
  /** `value` as the database itself makes it `type`, which is as this database writes it. */
  cast(value: string, type: string): string
  /** An expression that a user wrote into a component, in which names stand in double quotes. */
  expression(sql: string): string
  /** What stands between two queries whose rows become one set. */
  setOperator(operator: 'union all' | 'union' | 'except' | 'intersect'): string
  /** A moment without a time zone. */
  momentText(text: string): string
  /** A table for FROM. */
  rows(table: InlineTable): string
  /**
   * A join that puts every row of `table` beside each row before it; its expressions may read that row.
   * `cell` is the value of a column, by its position.
   */
  rowsBeside(table: InlineTable): { readonly join: string; readonly cell: (column: number) => string }
  /**
   * A table for FROM with the whole numbers from `start` to `end`, both included, in one column, which is
   * quoted.
   */
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
  /** Texts of one row with commas between, without those that are null. */
  commaList(texts: readonly string[]): string
  /** The median of numbers; undefined where the database has no aggregate for it. */
  median(value: string): string
  /** The first value of a group, null or not, by an ORDER BY or none; absent where no aggregate takes it. */
  first?(value: string, order: string): string
  /** The first or last value of a window, also where it is null; OVER follows. */
  windowEnd(end: 'first' | 'last', value: string): string
  sum(value: string, type: string): string
  /** A deviation or variance of a sample of `count` values: null of one alone. */
  ofSample(value: string, count: string): string
  /**
   * What functions of texts that count or compare letters are called where those of the usual names do so
   * with bytes.
   */
  readonly functionNames: Readonly<Partial<Record<string, string>>>
  /** The greatest or least of truth values. */
  extremeTruth(value: string, extreme: 'max' | 'min'): string
  /** `group by` with all subtotals; undefined where the database cannot compute them. */
  subtotals(kind: 'cube' | 'rollup', groups: readonly string[]): string | undefined
  /**
   * Names of the tables of a schema that match, as a query; `schema` and `database` are those of
   * `resolveTable`.
   */
  tablesQuery(schema: string | undefined, database: string | undefined, condition: string): string
  /** The name in a `tablesQuery` matches a regular expression as a whole. */
  matches(text: string, pattern: string): string
  /**
   * A type of this database, as it writes it, is of moments that are the same all over the world: texts of
   * them have a time zone.
   */
  isInstant(type: string): boolean
  /**
   * A type of this database stands for moments with and without a time zone: texts have none, and those that
   * had one are in UTC.
   */
  isUtc(type: string): boolean
  /** The moment that is `days` days ago, without a time zone. */
  daysAgo(days: number): string
  /** Statements that make `table` with columns of `original`, and without rows; tables are quoted. */
  emptyCopy(table: string, original: string, columns: readonly CopiedColumn[]): readonly string[]
  /**
   * What stands behind the columns of a table of ours that transactions write together with others; empty
   * where nothing has to.
   */
  readonly tableOptions: string
  /** What CREATE and DROP call a schema, and what stands behind DROP for all that is in it. */
  readonly schemas: { readonly word: string; readonly cascade: string }
  /**
   * Statements that make ready for `insertOnce`, to be committed before the transaction that it stands in;
   * few databases need any.
   */
  beforeInsertOnce(table: string, condition: string): readonly string[]
  /**
   * `insert`, which adds a row to `table` (quoted) that meets `condition`, as a script that fails where such
   * a row is there, or is added at the same time. `condition` is on columns that are the table's primary key,
   * where the database has keys.
   */
  insertOnce(table: string, insert: string, condition: string): string
  /** What components cannot do here. */
  readonly refusals: Refusals
  /**
   * How loads add rows where no transaction could keep them together with their record; undefined where one
   * does.
   */
  readonly decided?: DecidedAppends | undefined
  /**
   * Statements that make `copy` a table like `table`, with its rows and at the same cost whatever its size.
   * Only of a service whose transactions cannot stay open, or would long outlive a runner that is killed and
   * keep others from writing: what is to be checked is done to the copy first. Tables are quoted.
   */
  cloned?(copy: string, table: string): readonly string[]
  /**
   * The statement after which `target` is what `source` was, in one step, and which table is left over then:
   * `old` is a name for it. Asked for only where definitions do not go into transactions.
   */
  swapped(target: string, source: string, old: string): { readonly sql: string; readonly left: string }
  /** The statement that deletes all rows of a table, and counts them. */
  emptied(table: string): string
  /**
   * Statements after which `table` has the rows of `query` in `columns` and no others, all in one
   * transaction.
   */
  refill(table: string, columns: string, query: string): readonly string[]
  /**
   * What at the end of a subquery keeps the database from seeing through it; empty where it need not be kept.
   */
  readonly barrier: string
  /**
   * `value` as one that can be null: LAG and LEAD find none of a type that cannot, but its zero, in one
   * database.
   */
  mayBeNull(value: string): string
  /** What stands in a window whose rows have no order; empty where nothing has to. */
  readonly noOrder: string
  /** LEAD or LAG over `window`, which is what stands in the brackets behind OVER. */
  leadLag(call: LeadLagCall, window: string): string
  /** Truth values are the numbers 1 and 0, and so are computed ones. */
  readonly truthsAreNumbers: boolean
  /** LEAD and LAG can ignore nulls. */
  readonly skipsNulls: boolean
  /** How much of a partition comes before a row or beside it in its order. */
  cumeDist(partition: string, order: string): string
  readonly hasFullJoin: boolean
  /** DROP, RENAME and the like end the transaction that they stand in. */
  readonly definitionsCommit: boolean
  /** A query with a WITH of its own may read what a WITH around it names. */
  readonly nestsWith: boolean
  /** Every statement that adds rows writes a file, which stays until the table is written again. */
  readonly writesFiles: boolean
  /** Tables have primary keys and unique columns. */
  readonly hasKeys: boolean
  /** Letter case tells tables apart, though it may tell no columns apart. */
  readonly tablesKeepCase: boolean
  /** The type of a column of texts that can be a key. */
  readonly keyText: string
  readonly now: string
}
