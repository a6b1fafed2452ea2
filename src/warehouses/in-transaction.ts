import { retryConflicts } from './duckdb/conflicts.ts'
import type { StatementOptions, TableName, Warehouse } from './warehouse.ts'

/** What work in a transaction made, and whether its changes are to stay. */
export interface Decided<T> {
  readonly value: T
  readonly keep: boolean
}

/**
 * Does `work` in a transaction that changes rows of `table`, and commits it or takes all of it back. Where
 * another transaction was in its way, and the database has undone this one, all of it is done again.
 */
export function inTransaction<T>(
  warehouse: Warehouse,
  table: TableName,
  options: StatementOptions,
  work: (shared: Warehouse) => Promise<Decided<T>>,
): Promise<T> {
  async function once(): Promise<T> {
    const transaction = await warehouse.beginTransaction({ ...options, changesRowsOf: table })
    try {
      const { value, keep } = await work(transaction.warehouse)
      if (keep) await transaction.commit()
      return value
    } finally {
      await transaction.rollback()
    }
  }
  return retryConflicts(once, options.signal, options.note)
}
