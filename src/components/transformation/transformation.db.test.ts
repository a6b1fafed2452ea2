import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type EmptySchema,
  TEST_DATABASES,
  warehousesOfTests,
} from '../../warehouses/conformance/databases.ts'
import type { Warehouses } from '../../warehouses/open.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { behaviourTests } from './testing/behaviour.ts'
import { rewrite, sql } from './testing/pieces.ts'
import { rowsOf, runPieces } from './testing/run.ts'
import { sampleTables } from './testing/sample-tables.ts'
import { exampleTests } from './testing/suite.ts'

describe.each(TEST_DATABASES)('$name', ({ name, create }) => {
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

  exampleTests(async () => warehouse)
  behaviourTests(async () => warehouse)

  test('a view that would read from itself is refused, and stays as it was', async () => {
    const view = (query: string, viewName: string) => ({
      Query: sql(query),
      View: { type: 'create-view', sources: ['Query'], parameters: { viewName } },
    })
    await runPieces(warehouse, view('select 1 as a', 'inner_view'))
    await runPieces(warehouse, view('select a from inner_view', 'outer_view'))
    await expect(runPieces(warehouse, view('select a from inner_view', 'inner_view'))).rejects.toThrow()
    await expect(runPieces(warehouse, view('select a from outer_view', 'inner_view'))).rejects.toThrow()
    expect((await rowsOf(warehouse, 'select * from outer_view')).rows).toEqual([['1']])
  })

  test.runIf(name === 'DuckDB' || name === 'lake')(
    'finds tables of a schema in any letter case',
    async () => {
      const tables = 'create schema "Mixed"; create table mixed.orders (id integer)'
      await warehouse.execute(tables, { signal: new AbortController().signal })
      const parameters = { schema: 'MIXED', pattern: 'orders', columns: ['id'] }
      const Tables = { type: 'multi-table-input', parameters }
      const run = await runPieces(warehouse, { Tables, Result: rewrite('Tables') })
      expect(run.failed).toEqual({})
    },
  )
})
