import type { Outcome } from '../../pipeline/flow-events.ts'
import type { Connection } from '../../warehouses/connection.ts'
import { createWarehouses } from '../../warehouses/open.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { rewrite, sql } from '../transformation/testing/pieces.ts'
import { runGated } from '../transformation/testing/run.ts'

export interface AskedRewrite {
  readonly connection: Connection
  readonly query: string
}

/** What happens at moments of the rewrite; it may never come back. */
export interface Moments {
  /** The new rows are written, and the gate has not counted them. */
  readonly audit?: () => Promise<void>
  /** The gate has passed, and others do not see the new rows. */
  readonly publish?: () => Promise<void>
}

/** Rewrites `published` with a gate that passes, in a process that a test may kill. */
export async function rewriteInThisProcess(
  { connection, query }: AskedRewrite,
  { audit, publish }: Moments = {},
): Promise<Outcome> {
  const warehouses = createWarehouses({
    allowPrivateAddresses: true,
    duckdbExtensions: process.env['HEADRACE_DUCKDB_EXTENSIONS'],
  })
  const warehouse = await warehouses.open(connection)
  let isAudited = false
  const stalled = (of: Warehouse): Warehouse => ({
    ...of,
    query: async (text, options) => {
      if (!text.startsWith('select count(*) from')) return of.query(text, options)
      await audit?.()
      isAudited = true
      return of.query(text, options)
    },
    execute: async (text, options) => {
      if (isAudited) await publish?.()
      return of.execute(text, options)
    },
    beginTransaction: async (options) => {
      const transaction = await of.beginTransaction(options)
      const commit = async () => {
        await publish?.()
        return transaction.commit()
      }
      return { ...transaction, commit, warehouse: stalled(transaction.warehouse) }
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
