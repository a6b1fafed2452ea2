import { type BulkLoad, batchColumn, type Cell } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { DatabricksSession } from './connections.ts'
import { textCell, textRows } from './insert-json.ts'
import { atomicBlock } from './script.ts'
import { sparkTokens } from './split.ts'

const BATCH = 'headrace_batch'

/**
 * A load that writes nothing before its commit: the rows stand in the text of its statements. Each is computed when it is
 * given, so that what does not fit fails then, and all of them are done at the end, in one commit. Throws WarehouseError, the
 * signal's reason when it aborts.
 */
export function beginLoad(session: DatabricksSession): BulkLoad {
  const inserts: Insert[] = []
  let batch = ''
  let failed = false

  /** How many rows a query has; every cell of them is computed. */
  async function countRows(query: string): Promise<number> {
    const checked = `select count(*), sum(length(to_json(struct(*)))) from (\n${query}\n) as headrace_checked`
    const done = await session.run(checked)
    const [row] = (await Array.fromAsync(session.rows(done))).flat()
    return Number(row?.[0] ?? 0)
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
        if (inserts.length > 0) await session.run(togetherOf(inserts))
      } finally {
        session.release()
      }
    },
    rollback: async () => session.release(),
  }
}

function batchOf(rows: readonly (readonly Cell[])[]): string {
  const cells = (rows[0] ?? []).map((_, index) => `${textCell(index)} as ${batchColumn(index)}`).join(', ')
  return `select ${cells} from ${textRows(rows)}`
}

interface Insert {
  /** What stands before the query. */
  readonly into: string
  readonly query: string
}

/** One statement that does all of them; those into the same columns are one INSERT, for which the table needs no property. */
function togetherOf(inserts: readonly Insert[]): string {
  const byTarget = Map.groupBy(inserts, ({ into }) => into)
  return atomicBlock(
    [...byTarget].map(([into, all]) => into + all.map(({ query }) => `(${query})`).join('\nunion all\n')),
  )
}

/** The parts of an INSERT; of a temporary table, which would be gone after the load, only its query. */
function partsOf(sql: string): { readonly into: string | undefined; readonly query: string } {
  const tokens = [...sparkTokens(sql)]
  const words = tokens.slice(0, 2).map(({ text }) => text.toLowerCase())
  const isInsert = words[0] === 'insert' && words[1] === 'into'
  const query = tokens.find(({ text }) => text.toLowerCase() === 'select')
  if (query === undefined || !(isInsert || words.join(' ') === 'create temporary'))
    throw new WarehouseError('A load into Databricks accepts only statements that insert the rows of a query')
  return { into: isInsert ? sql.slice(0, query.index) : undefined, query: sql.slice(query.index) }
}
