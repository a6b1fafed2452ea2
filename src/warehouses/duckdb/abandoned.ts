import type { DuckDBConnection } from '@duckdb/node-api'

const abandoned: DuckDBConnection[] = []

/**
 * Leaves a connection open for as long as the process lives. To close it would undo its transaction, and in a
 * lake that is broken by an internal error DuckDB ends the whole process over that.
 */
export function abandon(connection: DuckDBConnection): void {
  // An end of the process that is asked for closes nothing.
  if (abandoned.push(connection) === 1) process.once('exit', (code) => process.exit(code))
}
