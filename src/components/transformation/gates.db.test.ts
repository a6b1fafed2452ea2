import { afterEach, beforeEach, describe } from 'vitest'
import {
  type EmptySchema,
  TEST_DATABASES,
  warehousesOfTests,
} from '../../warehouses/conformance/databases.ts'
import type { Warehouses } from '../../warehouses/open.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { gateTests } from './testing/gates.ts'
import { sampleTables } from './testing/sample-tables.ts'

describe.each(TEST_DATABASES)('$name', ({ create }) => {
  let schema: EmptySchema
  let warehouses: Warehouses
  let warehouse: Warehouse

  beforeEach(async () => {
    schema = await create()
    warehouses = warehousesOfTests()
    warehouse = await warehouses.open(schema.connection)
    await warehouse.execute(sampleTables, { signal: new AbortController().signal })
  })

  afterEach(async () => {
    await warehouses.close()
    await schema.remove()
  })

  gateTests(async () => warehouse)
})
