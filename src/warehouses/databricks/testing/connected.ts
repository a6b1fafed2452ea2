import { afterEach, beforeEach, vi } from 'vitest'
import { createWarehouses, type Warehouses } from '../../open.ts'
import type { Warehouse } from '../../warehouse.ts'
import type { DatabricksConnection } from '../connection.ts'
import { type Arrived, type Course, DatabricksService, succeeded } from './service.ts'

export const never = { signal: new AbortController().signal }

/** The service and what connects to it, made for each test of a file. */
export function databricksOfTests() {
  let service: DatabricksService
  let warehouses: Warehouses
  beforeEach(async () => {
    service = new DatabricksService()
    await service.start()
    warehouses = createWarehouses({ allowPrivateAddresses: true })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await warehouses.close()
    service.close()
  })
  return {
    get service() {
      return service
    },
    connect: (given: Partial<DatabricksConnection> = {}): Promise<Warehouse> =>
      warehouses.open({
        type: 'DATABRICKS',
        url: service.url,
        warehouseId: 'w1',
        credentials: { kind: 'token', token: 'dapi-right' },
        catalog: 'main',
        schema: 'sales',
        ...given,
      }),
    /** Says what becomes of every statement but the one that makes the schema. */
    answer(course: (arrived: Arrived) => Course) {
      service.course = (arrived) =>
        arrived.statement.startsWith('create schema') ? [succeeded([], [])] : course(arrived)
    },
    arrived: () => service.arrived.slice(1).map(({ statement }) => statement),
  }
}

/** The cells of all rows. */
export const rowsOf = async (warehouse: Warehouse, sql: string) =>
  (await Array.fromAsync((await warehouse.query(sql, never)).batches)).flat()
