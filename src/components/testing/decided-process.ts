import { warehousesOfTests } from '../../warehouses/conformance/databases.ts'
import type { Connection } from '../../warehouses/connection.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { createLoad } from '../orchestration/modular-api-extract-input-v2/load.ts'
import type { CreateMode } from '../orchestration/modular-api-extract-input-v2/settings.ts'

export interface AskedDecision {
  readonly connection: Connection
  readonly mode: CreateMode
  readonly key: string
  /** `target` unless stated. */
  readonly table?: string
}

/** Loads three rows into a table in a process that a test may kill. Answers what was loaded. */
export async function addInThisProcess(
  { connection, mode, key, table = 'target' }: AskedDecision,
  watched: (warehouse: Warehouse) => Warehouse = (warehouse) => warehouse,
): Promise<string> {
  const warehouses = warehousesOfTests()
  const columns = [
    { name: 'id', type: 'INTEGER' as const, member: 'id', definition: { type: 'BIGINT' } },
    { name: 'name', type: 'STRING' as const, member: 'name' },
  ]
  const options = { signal: new AbortController().signal }
  const warehouse = watched(await warehouses.open(connection))
  const load = createLoad({ warehouse, options, table: { table }, mode, key, columns })
  try {
    const before = await load.begin()
    if (before !== undefined) return `${before.rows} done before`
    for (const id of [1, 2, 3]) await load.add(JSON.stringify({ id, name: `name ${id}` }))
    return String((await load.finish()).rows)
  } finally {
    await load.abandon()
    await warehouses.close()
  }
}

/**
 * The same: `stall` is called before or behind the first statement that matches, each of which is sent alone.
 */
export function decideInThisProcess(
  asked: AskedDecision,
  statement: RegExp = /(?!)/,
  moment: 'before' | 'behind' = 'before',
  stall: () => Promise<void> = async () => undefined,
): Promise<string> {
  const stalled = (warehouse: Warehouse): Warehouse => ({
    ...warehouse,
    async execute(sql, options) {
      let last: Awaited<ReturnType<Warehouse['execute']>> | undefined
      for (const one of sql.split(/;\n/)) {
        if (moment === 'before' && statement.test(one)) await stall()
        last = await warehouse.execute(one, options)
        if (moment === 'behind' && statement.test(one)) await stall()
      }
      return last!
    },
  })
  return addInThisProcess(asked, stalled)
}
