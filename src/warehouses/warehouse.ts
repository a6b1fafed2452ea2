import type { CatalogueSql } from './catalogue.ts'
import type { FileReader } from './file-reader.ts'
import type { RowChanges } from './row-changes.ts'
import type { SqlParts } from './sql-parts.ts'
import type { TextLoad } from './text-load.ts'

/** One database that environments run their SQL on. Dialect differences live in its adapter, nowhere else. */
export interface Warehouse {
  /**
   * Runs one or more statements one after another and reports the last one's counts and the sum of changes.
   */
  execute(sql: string, options: StatementOptions): Promise<StatementCounts>
  /** Runs one query and hands out its rows in batches, without holding them all in memory. */
  query(sql: string, options: StatementOptions): Promise<QueryResult>
  /**
   * The rows of one query in the text format of PostgreSQL's COPY, in pieces that end anywhere; absent where
   * the database does not write it. The query runs when the first is wanted, and stops with the last. Throws
   * WarehouseError; NotATextError where reading rows may do what this could not.
   */
  queryText?(sql: string, options: StatementOptions): AsyncIterable<Buffer>
  /**
   * Begins a transaction of its own that takes rows in. What it did is there after `commit`, and nothing of
   * it when it is rolled back, cancelled or cut off.
   */
  beginLoad(options: StatementOptions): Promise<BulkLoad>
  /**
   * Begins a transaction that everything done with its `warehouse` shares, one call after another. It lives
   * until it is committed or rolled back, or the signal aborts. With `changesRowsOf` it only changes rows, of
   * that table among others, which databases can take back that commit with every definition. Throws
   * WarehouseError where nothing could be taken back.
   */
  beginTransaction(
    options: StatementOptions & { readonly changesRowsOf?: TableName | undefined },
  ): Promise<Transaction>
  /** Columns of a table in order, or undefined when there is no such table. */
  describe(table: TableName, options: StatementOptions): Promise<readonly ColumnDescription[] | undefined>
  /**
   * Names and types of the columns a query would have, without running it. Throws WarehouseError with what is
   * wrong with it.
   */
  describeQuery(sql: string, options: StatementOptions): Promise<readonly QueryColumn[]>
  /**
   * Throws WarehouseError for a view; only where rows that are written to one would be those of the table
   * below it.
   */
  refuseView?(table: TableName, options: StatementOptions): Promise<void>
  /**
   * Throws WarehouseError for a table whose engine cannot roll back. Absent where every table can.
   */
  refuseLasting?(table: TableName, options: StatementOptions): Promise<void>
  /**
   * The statements that make a table of these columns, in this dialect: a framed script (`isFramed`). A table
   * that is replaced stays as it is where the new one is refused.
   */
  createTableSql(table: TableName, definition: TableDefinition): string
  /**
   * The field's type in this dialect, e.g. NUMBER of 10 digits. Throws WarehouseError for what is no type's
   * name.
   */
  typeSql(type: TypeDefinition): string
  /**
   * `value`, an expression of type `from`, as type `to`, with the same answer on every database: numbers are
   * rounded half away from zero, and what does not fit fails. Types are as this database writes them.
   */
  castSql(value: string, from: string, to: string): string
  readonly json: JsonFunctions
  /** What queries are made of where databases say it differently. */
  readonly parts: SqlParts
  /**
   * Statements after which `table` has the columns and rows of `query`, which may read the table itself;
   * the last
   * one that changes rows counts them. `sameColumns`: the table is there and has these columns already;
   * `columns` are those of the query.
   */
  rewriteTableSql(
    table: TableName,
    query: string,
    facts: { readonly sameColumns: boolean; readonly columns: readonly QueryColumn[] },
  ): string
  /**
   * The same in steps, where the database could not take it back: the table is made beside the other, and
   * then takes its place at once. Absent, or undefined, where a transaction does it.
   */
  stageRewriteSql?(
    table: TableName,
    query: string,
    facts: { readonly sameColumns: boolean; readonly columns: readonly QueryColumn[] },
  ): Stage | undefined
  /**
   * The statement that adds a row for each element of `elements`, the text of a JSON array. Numbers keep
   * every digit.
   */
  insertJsonSql(table: TableName, columns: readonly JsonColumn[], elements: string): string
  /**
   * The statements that do `merge`, so that their counts tell inserted, updated and deleted rows apart where
   * they can. They fail when several rows of the source would change one row of the target.
   */
  mergeSql(merge: Merge, options: StatementOptions): Promise<string>
  /** The statement after which the view `table` is `query`, whatever it was before. */
  createViewSql(table: TableName, query: string): string
  /**
   * The transaction of a load may take in any number of batches; not unless stated, for some would keep them
   * in memory.
   */
  readonly takesLongLoads?: boolean
  /** Reads files of the runner with the engine's own readers; absent where it has none. */
  readonly fileReader?: FileReader
  /**
   * Statements after which rows of so many bytes are written to the table before they take much memory; few
   * databases need any.
   */
  longRowsSql?(table: TableName, rowBytes: number): readonly string[]
  /**
   * What the database has, as queries. They throw WarehouseError for the name of a database that leads
   * nowhere.
   */
  readonly catalogue: CatalogueSql
  /**
   * Where a table is: the name of its database replaced by what the environment maps it to. Throws
   * WarehouseError for a name that leads nowhere.
   */
  resolveTable(table: TableName): TableName
  /** `schema.table`, quoted for this dialect, where `resolveTable` finds it. */
  quoteTable(table: TableName): string
  quoteName(name: string): string
  /** `text` as a value of SQL: whatever stands in it, nothing of it is read as SQL. */
  quoteText(text: string): string
  /** The same for two names that this database takes for one, as one that ignores letter case does. */
  nameKey(name: string): string
  /**
   * As much of `name` as the name of a column can be, in signs that it can have, with `ending` behind it.
   * Absent where long names are kept.
   */
  columnName?(name: string, ending: string): string
  /**
   * The same for a step, by a key that all its attempts have: what a lost one still runs is ended first.
   * Absent where servers end it.
   */
  ofStep?(key: string): Warehouse
  close(): Promise<void>
}

/** What is to be written, in a table of this name first. */
export type Stage = (beside: TableName) => StagedWrite

/** A table as it is to be, beside the one that others see. */
export interface StagedWrite {
  readonly staged: TableName
  /** Statements that make it; the last one that changes rows counts them. */
  readonly make: string
  /**
   * Has others see it under the name of the table, in one step; `isThere`: there is one. Statements, or what
   * does it where one script cannot.
   */
  publish(isThere: boolean): string | (() => Promise<unknown>)
  readonly discard: string
}

/** A transaction that several calls share. After one of them failed, all of it is lost, on every database. */
export interface Transaction {
  /**
   * The database as the transaction sees it. It takes no bulk loads, and no statements that begin or end
   * transactions.
   */
  readonly warehouse: Warehouse
  /** Throws WarehouseError, and keeps nothing then, as far as the database can be asked. */
  commit(): Promise<void>
  /** After `commit` it does nothing. Never throws. */
  rollback(): Promise<void>
  /** Nothing of it can be kept from now on; `reason` is a sentence that says why. */
  lose(reason: string): void
}

/**
 * A transaction that takes rows in, batch by batch. Its methods throw WarehouseError; after one did, only
 * `rollback` is left.
 */
export interface BulkLoad {
  /** The batch in SQL: a temporary table whose columns are texts, named by `batchColumn`. */
  readonly batch: string
  /**
   * Puts these rows into the batch, in place of what it had. There is one at least, and all have the same
   * number of cells.
   */
  fill(rows: readonly (readonly Cell[])[]): Promise<void>
  /** Takes records as bytes; absent where the database reads no such text. */
  readonly text?: TextLoad
  /** Runs one statement and answers how many rows it changed. */
  execute(sql: string): Promise<number>
  commit(): Promise<void>
  /** Undoes everything; after `commit` it does nothing. Never throws. */
  rollback(): Promise<void>
}

/** The name of the column at `index` of a batch; it needs no quotes. */
export const batchColumn = (index: number): string => `c${index}`

/**
 * JSON in this dialect. Arguments and results are expressions; a JSON value has the type that `typeSql` gives
 * for VARIANT.
 */
export interface JsonFunctions {
  /**
   * `value` as JSON. A text is parsed, which fails when it is not JSON. `type`: of the value, unless it is a
   * text.
   */
  parse(value: string, type?: string): string
  /**
   * The part of `json` that `path` leads to, by members' names and positions from 0; null where there is
   * none.
   */
  at(json: string, path: readonly string[]): string
  /** As text: a string without its quotes, null for JSON's null, everything else as it is written. */
  text(json: string): string
  /**
   * A value of a type for JSON as text that is read as the same value again: a string in its quotes; null
   * stays null.
   */
  written(json: string): string
  /** `text` as a JSON string in its quotes, as text; null stays null. */
  quoted(text: string): string
  /**
   * A join with a table that reads the row before it and has one JSON column `value`: the elements of an
   * array, or an object's values, or either. `keepsRows`: a row without any stays, with null.
   */
  joinElements(json: string, of: 'array' | 'object' | 'both', alias: string, keepsRows: boolean): string
  /** What `cast` makes of `text`, which is to be of `type`, but null instead of a failure. */
  orNull(text: string, type: string, cast: (text: string) => string): string
}

export interface StatementOptions {
  /** Aborting stops the statement in the database, not only the waiting for it. */
  readonly signal: AbortSignal
  /** Whose changes are counted: those of all statements, unless only the last that changed rows is meant. */
  readonly count?: 'all' | 'last' | undefined
  /** The script is ours, and its `begin` and `commit` are for where no transaction is open. */
  readonly isFramed?: boolean | undefined
  /**
   * The script puts many rows into tables, each statement to its end: the engine is not to hold them in
   * memory.
   */
  readonly loads?: boolean | undefined
  /**
   * Of a query that is described: the question is whether the database takes it. A transaction goes on after
   * a refusal, where the database can do that.
   */
  readonly isTrial?: boolean | undefined
  /** Of a query: it is one statement, in a transaction that can change nothing and is rolled back. */
  readonly readOnly?: boolean | undefined
  /** Takes a line for the log of the step: what the database did that its user should know. */
  readonly note?: ((line: string) => void) | undefined
}

export interface StatementCounts {
  /** Rows changed, or rows returned by a query. */
  readonly rowCount: number
  /**
   * The changes by kind; undefined when nothing changes rows, or the database does not tell the kinds apart.
   */
  readonly changes: RowChanges | undefined
  /** What the database calls the last statement in its own records; undefined where it names none. */
  readonly queryId?: string | undefined
}

/** A MERGE statement, and what it is made of for databases that have none, or need something beside it. */
export interface Merge {
  readonly sql: string
  /** The target without its alias. */
  readonly table: string
  /** Target and source with their aliases, as they stand in the statement. */
  readonly target: string
  readonly source: string
  /** The alias of the target, quoted. */
  readonly alias: string
  readonly sourceAlias: string
  /** When a row of the source matches one of the target. */
  readonly on: string
  /** What happens to rows that match: the first whose condition holds. Without `sets` the row is deleted. */
  readonly matched: readonly {
    readonly condition?: string | undefined
    /** Columns of the target, quoted, with values of the source: the same for all that update. */
    readonly sets?: readonly { readonly target: string; readonly value: string }[] | undefined
  }[]
  /** What becomes of rows of the source that match none; undefined when nothing. */
  readonly insert: { readonly columns: readonly string[]; readonly values: readonly string[] } | undefined
  /** When a row of the source updates or deletes one of the target; undefined when none does. */
  readonly changes: string | undefined
}

/** A cell as text, or null: what variables are made of. */
export type Cell = string | null

export interface QueryResult {
  readonly columns: readonly string[]
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>
}

export interface TableName {
  readonly database?: string | undefined
  readonly schema?: string | undefined
  readonly table: string
}

export interface ColumnDescription {
  readonly name: string
  readonly type: string
  readonly size: number | undefined
  readonly precision: number | undefined
  readonly nullable: boolean
  /** Whether it is part of the primary key. */
  readonly isKey: boolean
}

/** A column of a query; `type` is as this database writes it, ready for a cast. */
export interface QueryColumn {
  readonly name: string
  readonly type: string
}

/** A column that is filled from JSON. */
export interface JsonColumn {
  readonly name: string
  /** As `typeSql` says it. */
  readonly type: string
  /** The member of each element that it takes; undefined is the whole element. */
  readonly member: string | undefined
  /** Takes the member as JSON, a text in its quotes; otherwise as text, cast to the type. */
  readonly json: boolean
}

/** A type in the field's words; the adapter translates. */
export interface TypeDefinition {
  readonly type: string
  readonly size?: string | undefined
  readonly precision?: string | undefined
  /** Decimal places that the values of a number without size and precision have, where that is known. */
  readonly places?: number | undefined
}

export interface TableDefinition {
  readonly mode: 'create' | 'create-if-not-exists' | 'replace'
  readonly columns: readonly ColumnDefinition[]
  readonly primaryKeys: readonly string[]
}

export interface ColumnDefinition {
  readonly name: string
  /** The field's word, e.g. VARCHAR, NUMBER, TIMESTAMP; the adapter translates. */
  readonly type: string
  readonly size: string | undefined
  readonly precision: string | undefined
  readonly defaultValue: string | undefined
  readonly notNull: boolean
  readonly unique: boolean
  readonly comment: string | undefined
}
