import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type EmptySchema,
  TEST_DATABASES,
  warehousesOfTests,
} from '../../warehouses/conformance/databases.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { rowsOf } from '../transformation/testing/run.ts'
import { dropAllLeftovers, dropOldStaged, stagedName, stagingName } from './staging-table.ts'

const options = { signal: new AbortController().signal }
const now = new Date('2026-03-02T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

describe.each(TEST_DATABASES)('$name', ({ create }) => {
  const warehouses = warehousesOfTests()
  let schema: EmptySchema
  let warehouse: Warehouse
  beforeAll(async () => {
    schema = await create()
    warehouse = await warehouses.open(schema.connection)
  })
  afterAll(async () => {
    await schema.remove()
    await warehouses.close()
  })

  test('what lost attempts left is dropped, and what other steps and tables use is not', async () => {
    const orders = { table: 'orders' }
    const rowsBeside = ({ table }: { readonly table: string }) => ({ table: `${table}_rows` })
    const lost = [
      stagedName(orders, 'this step', hoursAgo(1)),
      rowsBeside(stagedName(orders, 'this step', now)),
      stagedName(orders, 'another step', hoursAgo(25)),
      rowsBeside(stagedName(orders, 'another step', hoursAgo(500))),
    ]
    const used = [
      stagedName(orders, 'another step', hoursAgo(23)),
      rowsBeside(stagedName(orders, 'a third step', now)),
      stagedName({ table: 'customers' }, 'this step', hoursAgo(500)),
      { table: 'headrace_new_thing' },
    ]
    for (const name of [...lost, ...used])
      await warehouse.execute(`create table ${warehouse.quoteTable(name)} (id integer)`, options)
    await dropOldStaged(warehouse, options, orders, 'this step', now)
    const found = await rowsOf(warehouse, warehouse.catalogue.tables({ prefix: 'headrace_new_', limit: 20 }))
    expect(found.rows.map(([, name]) => name)).toEqual(used.map(({ table }) => table).toSorted())
  })
  test('a load drops what lost attempts of its own left, and what those of others left a week ago', async () => {
    const orders = { table: 'orders' }
    const lost = [stagingName(orders, 'this step', now), stagingName(orders, 'another step', hoursAgo(169))]
    const used = [stagingName(orders, 'another step', hoursAgo(167)), { table: 'headrace_load_thing' }]
    for (const name of [...lost, ...used])
      await warehouse.execute(`create table ${warehouse.quoteTable(name)} (id integer)`, options)
    await dropAllLeftovers(warehouse, options, orders, 'this step', now)
    const found = await rowsOf(warehouse, warehouse.catalogue.tables({ prefix: 'headrace_load_', limit: 20 }))
    expect(found.rows.map(([, name]) => name)).toEqual(used.map(({ table }) => table).toSorted())
  })
})
