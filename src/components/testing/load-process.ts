import type { Outcome } from '../../pipeline/flow-events.ts'
import { warehousesOfTests } from '../../warehouses/conformance/databases.ts'
import type { Connection, PostgresConnection } from '../../warehouses/connection.ts'
import type { Warehouses } from '../../warehouses/open.ts'
import type { TextLoad } from '../../warehouses/text-load.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { run as databaseQuery } from '../orchestration/database-query/run.ts'
import { run } from '../orchestration/s3-load/run.ts'
import { stepContext } from './step-context.ts'

export interface AskedLoad {
  readonly connection: Connection
  readonly origin: string
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

/**
 * Loads `big.csv` into `sales` in a process that a test may kill. `taken` is called behind every batch of
 * rows, and when an engine begins to read the file by itself.
 */
export function loadInThisProcess(
  { connection, origin, keys }: AskedLoad,
  taken: () => void = () => undefined,
): Promise<Outcome> {
  const secrets = { 'aws-access-key-id': keys.accessKeyId, 'aws-secret-access-key': keys.secretAccessKey }
  return withWarehouse(connection, taken, (warehouse) =>
    run.run(stepContext({ warehouse, secrets }), {
      s3ObjectPrefix: 's3://orders/',
      endpoint: origin,
      targetTable: 'sales',
      fileType: 'CSV',
    } as never),
  )
}

export interface AskedQuery {
  readonly connection: Connection
  readonly from: PostgresConnection
  readonly sqlQuery: string
}

/** The same with the rows of a query. */
export function queryInThisProcess(
  { connection, from, sqlQuery }: AskedQuery,
  taken: () => void = () => undefined,
): Promise<Outcome> {
  const { host, port, database, user, password = '' } = from
  const properties = { host, port, database, user, password, ssl: false }
  const source = { name: 'shop', authProvider: 'POSTGRES', authType: 'USER_PASSWORD', properties }
  const parameters = { connection: source.name, table: 'sales', sqlQuery, createTableMode: 'APPEND' }
  return withWarehouse(connection, taken, (warehouse, warehouses) =>
    databaseQuery.run(stepContext({ warehouse, warehouses, connections: [source] }), parameters as never),
  )
}

async function withWarehouse(
  connection: Connection,
  taken: () => void,
  work: (warehouse: Warehouse, warehouses: Warehouses) => Promise<Outcome> | Outcome,
): Promise<Outcome> {
  const warehouses = warehousesOfTests()
  try {
    return await work(watched(await warehouses.open(connection), taken), warehouses)
  } finally {
    await warehouses.close()
  }
}

function watched(warehouse: Warehouse, taken: () => void): Warehouse {
  const beginLoad: Warehouse['beginLoad'] = async (options) => {
    const load = await warehouse.beginLoad(options)
    const { text } = load
    const copy: TextLoad['copy'] = async (records, into) => {
      const count = await text!.copy(records, into)
      taken()
      return count
    }
    return {
      ...load,
      get batch() {
        return load.batch
      },
      ...(text && { text: { copy } }),
      async execute(sql) {
        const count = await load.execute(sql)
        taken()
        return count
      },
    }
  }
  const execute: Warehouse['execute'] = (sql, options) => {
    if (sql.includes('read_csv')) taken()
    return warehouse.execute(sql, options)
  }
  return { ...warehouse, beginLoad, execute }
}
