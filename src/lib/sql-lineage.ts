import type { NamedTable, SqlDialect } from './datasets.ts'

/** A column of a table that a column of a query is made of. */
export interface ColumnSource {
  readonly table: NamedTable
  readonly column: string
}

/** A table whose columns are known, in their order. */
export interface KnownTable {
  readonly table: NamedTable
  readonly columns: readonly string[]
}

/** What one statement does. */
export interface StatementLineage {
  readonly reads: readonly NamedTable[]
  readonly writes: readonly NamedTable[]
  /** Addresses and paths of files that it reads or writes by itself. */
  readonly readsFiles: readonly string[]
  readonly writesFiles: readonly string[]
  /**
   * Of what it writes: where each column comes from. Columns that come from nowhere, such as constants, have
   * no sources.
   */
  readonly columns: readonly TracedColumn[]
  /** All columns of what it writes, when the statement says them: it makes the table or the view. */
  readonly tableColumns?: readonly string[] | undefined
}

export interface TracedColumn {
  readonly name: string
  readonly from: readonly ColumnSource[]
}

export interface SqlReading {
  readonly statements: readonly StatementLineage[]
  /** Statements that could not be read, each with the reason. */
  readonly unread: readonly string[]
  /** Some columns cannot be told apart without knowing those of the tables that are read. */
  readonly needsColumns: boolean
}

/** Reads SQL without running it; `known` are columns of tables, for names that do not say whose they are. */
export type ReadSql = (
  script: string,
  dialect: SqlDialect,
  known: readonly KnownTable[],
) => Promise<SqlReading>
