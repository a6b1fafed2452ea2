import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { createWarehouses, type Warehouses } from '../../warehouses/open.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { behaviourTests } from './testing/behaviour.ts'
import { sampleTables } from './testing/sample-tables.ts'
import { exampleTests } from './testing/suite.ts'

let folder: string
let warehouses: Warehouses
let warehouse: Warehouse

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transformation-'))
  warehouses = createWarehouses()
  warehouse = await warehouses.open({ type: 'DUCKDB', path: join(folder, 'test.duckdb') })
  await warehouse.execute(sampleTables, { signal: new AbortController().signal })
})

afterEach(async () => {
  await warehouses.close()
  await rm(folder, { recursive: true })
})

exampleTests(async () => warehouse)
behaviourTests(async () => warehouse)
