import type { Stage, TableName } from './warehouse.ts'

interface StagedTable {
  /** Statements that make the table. It is quoted already, here and below. */
  make(staged: string): string
  publish(staged: string, isThere: boolean): string
}

/** A write that makes one table beside the one that others see, and drops it in the end. */
export const stagedTable =
  (quote: (table: TableName) => string, { make, publish }: StagedTable): Stage =>
  (staged) => {
    const table = quote(staged)
    return {
      staged,
      make: make(table),
      publish: (isThere) => publish(table, isThere),
      discard: `drop table if exists ${table}`,
    }
  }
