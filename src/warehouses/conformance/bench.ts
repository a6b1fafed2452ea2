import type { Connection } from '../connection.ts'
import type { Warehouses } from '../open.ts'
import type { Cell, Warehouse } from '../warehouse.ts'
import type { TestDatabase } from './databases.ts'

export const never = { signal: new AbortController().signal }

/** What each test gets: a warehouse whose schema is empty, and helpers. */
export interface Bench {
  readonly warehouse: Warehouse
  readonly warehouses: Warehouses
  readonly connection: Connection
  readonly numbers: TestDatabase['numbers']
  /** The schema of the environment. */
  readonly schema: string
  /** SQL of a test, in the words of this database. */
  readonly speak: (sql: string) => string
  /** What is true, and what is not, as this database computes it. */
  readonly truths: readonly [string, string]
  /** Cells that an emulator cannot hold. */
  readonly beyondCells: readonly string[]
  /** It has one type of whole numbers, and decimals without zeros at their end. */
  readonly hasFewNumbers: boolean
  /** Sizes of texts are bytes, not letters. */
  readonly countsBytes: boolean
  /** What counts of a statement say of its name in the records of this database. */
  readonly queryId: unknown
  /** A table that is made from a query counts its rows. */
  readonly countsCreated: boolean
  /** A name as this database describes it. */
  readonly nameOf: (name: string) => string
  readonly runningSql: TestDatabase['runningSql']
  /** The rows of a query, in its order. */
  rowsOf(sql: string): Promise<readonly (readonly Cell[])[]>
}
