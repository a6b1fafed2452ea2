import { type BulkLoad, batchColumn, type Cell } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { DatabricksSession } from './connections.ts'
import { textCell, textRows } from './insert-json.ts'
import { atomicBlock } from './script.ts'
import { sparkTokens } from './split.ts'

/**
 * A load that writes nothing before its commit: the rows stand in the text of its statements. Each is computed when it is
 * given, so that what does not fit fails then, and all of them are done at the end, in one commit. Throws WarehouseError, the
 * signal's reason when it aborts.
 */
export function beginLoad(session: DatabricksSession): BulkLoad {
  const inserts: string[] = []
  let batch: string | undefined
  let failed = false

  /** How many rows a query has; every cell of them is computed. */
  async function countRows(query: string): Promise<number> {
    const checked = `select count(*), sum(length(to_json(struct(*)))) from (\n${query}\n) as headrace_checked`
    const done = await session.run(checked)
    const [row] = (await Array.fromAsync(session.rows(done))).flat()
    return Number(row?.[0] ?? 0)
  }

  return {
    get batch() {
      if (batch === undefined) throw new Error('The load has no rows yet')
      return batch
    },
    async fill(rows) {
      session.signal.throwIfAborted()
      batch = batchOf(rows)
    },
    async execute(sql) {
      try {
        const { query, isKept } = partsOf(sql)
        const rows = await countRows(query)
        if (isKept) inserts.push(sql)
        return rows
      } catch (error) {
        failed = true
        throw error
      }
    },
    async commit() {
      try {
        session.signal.throwIfAborted()
        if (failed) throw new WarehouseError('A statement of the load failed, so nothing of it is kept')
        if (inserts.length > 0) await session.run(atomicBlock(inserts))
      } finally {
        session.release()
      }
    },
    rollback: async () => session.release(),
  }
}

function batchOf(rows: readonly (readonly Cell[])[]): string {
  const cells = (rows[0] ?? []).map((_, index) => `${textCell(index)} as ${batchColumn(index)}`).join(', ')
  return `(select ${cells} from ${textRows(rows)}) as headrace_batch`
}

/** The query of an INSERT, or of a temporary table, which would be gone after the load. */
function partsOf(sql: string): { readonly query: string; readonly isKept: boolean } {
  const tokens = [...sparkTokens(sql)]
  const words = tokens.slice(0, 2).map(({ text }) => text.toLowerCase())
  const isInsert = words[0] === 'insert' && words[1] === 'into'
  const query = tokens.find(({ text }) => text.toLowerCase() === 'select')
  if (query === undefined || !(isInsert || words.join(' ') === 'create temporary'))
    throw new WarehouseError('A load into Databricks takes statements that insert the rows of a query')
  return { query: sql.slice(query.index), isKept: isInsert }
}
