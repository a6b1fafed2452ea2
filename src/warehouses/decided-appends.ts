/**
 * How rows are added to a table all or nothing, and once, where there are no transactions: they gather in a
 * table of the same kind, one row decides that they belong to the other, and then they move, which can be
 * repeated until it is done. Tables are quoted unless stated.
 */
export interface DecidedAppends {
  /**
   * A query that fails, and says why, where rows cannot be moved into a table, named as `resolveTable` gives
   * it. It finds nothing wrong with one that is missing.
   */
  check(schema: string | undefined, table: string): string
  /** Makes `table` where it is missing, with the columns of `original`. */
  like(table: string, original: string): string
  /** Statements that make `staged`, a table of the kind of `target` with the rows of `query` in `columns`. */
  stage(staged: string, target: string, columns: string, query: string): readonly string[]
  /**
   * Statements that do `insert`, which adds one row to `table`, unless another row was added for the same
   * `decision`, also at the same moment; then they fail. `isOther` is the condition on such rows.
   */
  decide(table: string, insert: string, decision: string, isOther: string): readonly string[]
  /** Moves all rows of `staged` at once; what was moved is not moved again. */
  move(staged: string, target: string): string
}
