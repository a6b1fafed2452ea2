import { loadAtCommit, type QueryInsert } from '../load-at-commit.ts'
import { type BulkLoad, batchColumn, type Cell } from '../warehouse.ts'
import type { DatabricksSession } from './connections.ts'
import { textCell, textRows } from './insert-json.ts'
import { atomicBlock } from './script.ts'
import { sparkTokens } from './split.ts'

/** Rows are JSON, and all are inserted in one commit. */
export const beginLoad = (session: DatabricksSession): BulkLoad =>
  loadAtCommit({
    product: 'Databricks',
    session,
    tokensOf: sparkTokens,
    batchOf,
    async countRows(query) {
      const checked = `select count(*), sum(length(to_json(struct(*)))) from (\n${query}\n) as headrace_checked`
      const done = await session.run(checked)
      const [row] = (await Array.fromAsync(session.rows(done))).flat()
      return Number(row?.[0] ?? 0)
    },
    async insertAll(inserts) {
      if (inserts.length > 0) await session.run(togetherOf(inserts))
    },
  })

function batchOf(rows: readonly (readonly Cell[])[]): string {
  const cells = (rows[0] ?? []).map((_, index) => `${textCell(index)} as ${batchColumn(index)}`).join(', ')
  return `select ${cells} from ${textRows(rows)}`
}

/**
 * One statement that does all of them; those into the same columns are one INSERT, for which the table needs
 * no property.
 */
function togetherOf(inserts: readonly QueryInsert[]): string {
  const byTarget = Map.groupBy(inserts, ({ into }) => into)
  return atomicBlock(
    [...byTarget].map(([into, all]) => into + all.map(({ query }) => `(${query})`).join('\nunion all\n')),
  )
}
