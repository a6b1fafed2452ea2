import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import {
  type EmptySchema,
  type TestDatabase,
  warehousesOfTests,
} from '../../../../warehouses/conformance/databases.ts'
import type { Cell, Warehouse } from '../../../../warehouses/warehouse.ts'

export interface EmptyTarget {
  readonly warehouse: Warehouse
  /** Of files to load from. */
  readonly folder: string
  rowsOf(sql: string): Promise<(readonly Cell[])[]>
}

/** An empty schema and an empty folder for the tests of a `describe`; both are there once its tests run. */
export function useEmptyTarget(create: TestDatabase['create']): () => EmptyTarget {
  const warehouses = warehousesOfTests()
  let schema: EmptySchema
  let target: EmptyTarget
  beforeAll(async () => {
    schema = await create()
    const warehouse = await warehouses.open(schema.connection)
    const folder = await mkdtemp(join(tmpdir(), 'headrace-file-load-'))
    const never = { signal: new AbortController().signal }
    const rowsOf = async (sql: string) =>
      (await Array.fromAsync((await warehouse.query(sql, never)).batches)).flat()
    target = { warehouse, folder, rowsOf }
  })
  afterAll(async () => {
    await schema.remove()
    await warehouses.close()
    await rm(target.folder, { recursive: true })
  })
  return () => target
}
