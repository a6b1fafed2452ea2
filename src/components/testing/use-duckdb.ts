import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createWarehouses } from '../../warehouses/open.ts'
import type { Cell, Warehouse } from '../../warehouses/warehouse.ts'

export interface DuckDbTest {
  readonly warehouse: Warehouse
  execute(sql: string): Promise<void>
  rowsOf(sql: string): Promise<(readonly Cell[])[]>
}

/** A DuckDB file of its own for the tests of one file; it is removed after them. */
export function useDuckDb(): DuckDbTest {
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  let folder: string
  let warehouse: Warehouse
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headrace-duckdb-'))
    warehouse = await warehouses.open({ type: 'DUCKDB', path: join(folder, 'dev.duckdb') })
  })
  afterAll(async () => {
    await warehouses.close()
    await rm(folder, { recursive: true, force: true })
  })
  const options = { signal: new AbortController().signal }
  async function execute(sql: string): Promise<void> {
    await warehouse.execute(sql, options)
  }
  async function rowsOf(sql: string): Promise<(readonly Cell[])[]> {
    const rows: (readonly Cell[])[] = []
    const { batches } = await warehouse.query(sql, options)
    for await (const batch of batches) rows.push(...batch)
    return rows
  }
  return {
    get warehouse() {
      return warehouse
    },
    execute,
    rowsOf,
  }
}
