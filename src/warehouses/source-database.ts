import type { DatabaseServer } from './connection.ts'
import type { Cell, TypeDefinition } from './warehouse.ts'

/** A column of a query in a source. */
export interface SourceColumn {
  readonly name: string
  /** What it becomes in the environment's database. */
  readonly type: TypeDefinition
  /** Single-precision numbers. */
  readonly isSingle: boolean
}

/** A database that rows are read from, and that nothing is written to. Its methods throw WarehouseError. */
export interface SourceDatabase {
  /** What it is and where, for messages. */
  readonly label: string
  /** The statements of a script, without what ends them and without pieces that are only comments. */
  statements(script: string): readonly string[]
  /** The columns that `query` has, without reading a row. */
  describe(query: string): Promise<readonly SourceColumn[]>
  /** The rows of `query`, a batch at a time: never more than a few are in memory. JSON cells are JSON. */
  read(query: string): Promise<AsyncIterable<readonly (readonly Cell[])[]>>
  /** The same as `Warehouse.queryText`; undefined where the database does not write such a text. */
  readText?(query: string): AsyncIterable<Buffer> | undefined
  /** A part of a name. */
  quoteName(name: string): string
  /** Gives the connection back. Never throws. */
  close(): Promise<void>
}

/** Where a source is. */
export interface SourceConnection extends DatabaseServer {
  readonly type: 'POSTGRES' | 'MYSQL'
  /** Of tables that are named without one. */
  readonly schema?: string | undefined
}
