/** Where a test runs, and nothing else: dropped when it has ended. */
export interface ScratchDatabase {
  readonly kind: 'DUCKDB' | 'POSTGRES'
  /** As the API sends the connection of an environment. */
  readonly connection: Readonly<Record<string, unknown>>
  /** Never rejects: what cannot be dropped now is dropped by a later run. */
  drop(): Promise<void>
}

export interface ScratchDatabases {
  /** An empty database for one test. */
  create(): Promise<ScratchDatabase>
}

/** DuckDB makes a file of its own for each test, in the test's folder, which goes with it. */
export const duckdbScratch: ScratchDatabases = {
  create: async () => ({ kind: 'DUCKDB', connection: { type: 'DUCKDB' }, drop: async () => undefined }),
}
