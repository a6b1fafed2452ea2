import type { Outcome } from '../../pipeline/flow-events.ts'
import { createWarehouses } from '../../warehouses/open.ts'
import type { Connection, Warehouse } from '../../warehouses/warehouse.ts'
import { rewrite, sql } from '../transformation/testing/pieces.ts'
import { runGated } from '../transformation/testing/run.ts'

export interface AskedRewrite {
  readonly connection: Connection
  readonly query: string
}

/**
 * Rewrites `published` with a gate that passes, in a process that a test may kill. `auditing` is called when the new rows
 * are written, before the gate has counted them; it may never come back.
 */
export async function rewriteInThisProcess(
  { connection, query }: AskedRewrite,
  auditing: () => Promise<void> = async () => undefined,
): Promise<Outcome> {
  const warehouses = createWarehouses({
    allowPrivateAddresses: true,
    duckdbExtensions: process.env['HEADRACE_DUCKDB_EXTENSIONS'],
  })
  const warehouse = await warehouses.open(connection)
  const stalled = (of: Warehouse): Warehouse => ({
    ...of,
    query: async (text, options) => {
      if (text.startsWith('select count(*) from')) await auditing()
      return of.query(text, options)
    },
    beginTransaction: async (options) => {
      const transaction = await of.beginTransaction(options)
      return { ...transaction, warehouse: stalled(transaction.warehouse) }
    },
  })
  const { type, sources = [], parameters } = rewrite('Rows', 'published')
  const gates = [{ type: 'Row Count', minimum: '1' }]
  try {
    return await runGated(stalled(warehouse), {
      Rows: sql(query),
      Write: { type, sources, parameters: { ...parameters, gates } },
    })
  } finally {
    await warehouses.close()
  }
}
