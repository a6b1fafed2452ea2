import { expect, test } from 'vitest'
import { inDatabase, TEST_DATABASES } from '../../../warehouses/conformance/databases.ts'
import type { BulkLoad, Warehouse } from '../../../warehouses/warehouse.ts'
import { batchColumn } from '../../../warehouses/warehouse.ts'
import { createProbe } from './probe.ts'

const never = { signal: new AbortController().signal }
const postgres = TEST_DATABASES.find(({ name }) => name === 'PostgreSQL')!
const columns = [{ name: 'id', type: 'integer' }]
const target = { columns, casts: [`cast(${batchColumn(0)} as integer)`] } as never

/** The same database, which ends the session that tries this row alone, once. */
function endingOnce(warehouse: Warehouse, row: string): Warehouse {
  let isLeft = true
  async function beginLoad(...given: Parameters<Warehouse['beginLoad']>): Promise<BulkLoad> {
    const bulk = await warehouse.beginLoad(...given)
    const fill: BulkLoad['fill'] = async (rows) => {
      if (isLeft && rows.length === 1 && rows[0]![0] === row) {
        isLeft = false
        await bulk.execute('select pg_terminate_backend(pg_backend_pid())')
      }
      await bulk.fill(rows)
    }
    return Object.assign(Object.create(bulk) as BulkLoad, { fill })
  }
  return Object.assign(Object.create(warehouse) as Warehouse, { beginLoad })
}

test('a row is not left out because a session broke off while it was tried', async () => {
  const schema = await postgres.create()
  await inDatabase(schema.connection, async (warehouse) => {
    const rows = [['1'], ['2'], ['x'], ['4']]
    const found = await createProbe(endingOnce(warehouse, '4'), never, target).badRows(rows, 10)
    expect(found).toEqual([{ index: 2, reason: expect.stringContaining('column "id" (integer)') }])
  })
  await schema.remove()
})
