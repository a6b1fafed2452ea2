import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../../../src/components/orchestration/create-table/run.ts'
import { stepContext } from '../../../src/components/testing/step-context.ts'
import {
  type EmptySchema,
  type TestDatabase,
  warehousesOfTests,
} from '../../../src/warehouses/conformance/databases.ts'
import type { Warehouses } from '../../../src/warehouses/open.ts'
import type { Warehouse } from '../../../src/warehouses/warehouse.ts'

/** What making a table promises. */
export function tableCreationTests({ create }: TestDatabase): void {
  let target: EmptySchema
  let warehouses: Warehouses
  let warehouse: Warehouse

  beforeEach(async () => {
    target = await create()
    warehouses = warehousesOfTests()
    warehouse = await warehouses.open(target.connection)
  })
  afterEach(async () => {
    await warehouses.close()
    await target.remove()
  })

  const [made, left] = ['Created table sales', 'Table sales exists already and was left as it is']
  async function make(column: string, isOpen = false) {
    const context = stepContext({ warehouse })
    const columns = [[column, 'INTEGER', '', '', '', 'No', 'No', `the ${column}`]]
    const parameters = { table: 'sales', columns, createMethod: 'Create if not exists' }
    const transaction = { ...context.transaction, isOpen: () => isOpen }
    return (await run.run({ ...context, transaction }, parameters as never)).message
  }

  test('a table that is created if it does not exist is said to be created, or left as it is', async () => {
    expect(await make('id')).toBe(made)
    expect(await make('other')).toBe(left)
    expect(await make('other', true)).toBe(left)
    const columns = await warehouse.describe({ table: 'sales' }, { signal: new AbortController().signal })
    expect(columns?.map(({ name }) => name.toLowerCase())).toEqual(['id'])
  })

  test('of two that create it at once, one says so', async () => {
    await make('id').then(() =>
      warehouse.execute('drop table sales', { signal: new AbortController().signal }),
    )
    expect((await Promise.all([make('id'), make('id')])).sort()).toEqual([made, left])
  })
}
