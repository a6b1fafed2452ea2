import type { BulkLoad, Cell } from './warehouse.ts'
import { WarehouseError } from './warehouse-error.ts'

const BATCH = 'headrace_batch'

/** An INSERT of the rows of a query. */
export interface QueryInsert {
  /** What stands before the query. */
  readonly into: string
  readonly query: string
}

/** What differs between the databases that load so. */
export interface LoadAtCommit {
  /** What messages call the database. */
  readonly product: string
  readonly session: { readonly signal: AbortSignal; release(): void }
  readonly tokensOf: (sql: string) => Iterable<{ readonly text: string; readonly index: number }>
  /** The rows as a query of texts, named as the columns of a batch. */
  readonly batchOf: (rows: readonly (readonly Cell[])[]) => string
  /** How many rows a query has; it computes every cell of them. */
  readonly countRows: (query: string) => Promise<number>
  readonly insertAll: (inserts: readonly QueryInsert[]) => Promise<void>
}

/**
 * A load that writes nothing before its commit: the rows stand in the text of its statements. Each is
 * computed when it is given, so that what does not fit fails then, and the commit inserts them. Throws
 * WarehouseError, the signal's reason when it aborts.
 */
export function loadAtCommit(database: LoadAtCommit): BulkLoad {
  const { product, session, tokensOf, batchOf, countRows, insertAll } = database
  const inserts: QueryInsert[] = []
  let batch = ''
  let failed = false

  /** The parts of an INSERT; of a temporary table, which would be gone after the load, only its query. */
  function partsOf(sql: string): { readonly into: string | undefined; readonly query: string } {
    const tokens = [...tokensOf(sql)]
    const words = tokens.slice(0, 2).map(({ text }) => text.toLowerCase())
    const isInsert = words[0] === 'insert' && words[1] === 'into'
    const query = tokens.find(({ text }) => text.toLowerCase() === 'select')
    if (query === undefined || !(isInsert || words.join(' ') === 'create temporary'))
      throw new WarehouseError(
        `A load into ${product} accepts only statements that insert the rows of a query`,
      )
    return { into: isInsert ? sql.slice(0, query.index) : undefined, query: sql.slice(query.index) }
  }

  return {
    batch: BATCH,
    async fill(rows) {
      session.signal.throwIfAborted()
      batch = batchOf(rows)
    },
    async execute(sql) {
      try {
        const { into, query: given } = partsOf(sql)
        const query = `with ${BATCH} as (${batch})\n${given}`
        const rows = await countRows(query)
        if (into !== undefined) inserts.push({ into, query })
        return rows
      } catch (error) {
        failed = true
        throw error
      }
    },
    async commit() {
      try {
        session.signal.throwIfAborted()
        if (failed) throw new WarehouseError('A statement of the load failed, so it was rolled back')
        await insertAll(inserts)
      } finally {
        session.release()
      }
    },
    rollback: async () => session.release(),
  }
}
