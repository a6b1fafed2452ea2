import type { Connection } from '../../warehouses/connection.ts'

/** Where a test runs, and nothing else: dropped when it has ended. */
export interface ScratchDatabase<C extends Connection | undefined = Connection | undefined> {
  readonly kind: Connection['type']
  /** Undefined: a file of DuckDB in the folder of the test. */
  readonly connection: C
  /** Never rejects: what cannot be dropped now is dropped by a later run. */
  drop(): Promise<void>
}

export interface ScratchDatabases<C extends Connection | undefined = Connection | undefined> {
  /** An empty database for one test. */
  create(): Promise<ScratchDatabase<C>>
}

/** DuckDB makes a file of its own for each test, in the test's folder, which goes with it. */
export const duckdbScratch: ScratchDatabases = {
  create: async () => ({ kind: 'DUCKDB', connection: undefined, drop: async () => undefined }),
}
