import type { Outcome } from '../../pipeline/flow-events.ts'
import { warehousesOfTests } from '../../warehouses/conformance/databases.ts'
import type { TextLoad } from '../../warehouses/text-load.ts'
import type { Connection } from '../../warehouses/warehouse.ts'
import { run } from '../orchestration/s3-load/run.ts'
import { stepContext } from './step-context.ts'

export interface AskedLoad {
  readonly connection: Connection
  readonly origin: string
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

/**
 * Loads `big.csv` into `sales` in a process that a test may kill. `taken` is called behind every batch of rows, and when an engine
 * begins to read the file by itself.
 */
export async function loadInThisProcess(
  { connection, origin, keys }: AskedLoad,
  taken: () => void = () => undefined,
): Promise<Outcome> {
  const warehouses = warehousesOfTests()
  const warehouse = await warehouses.open(connection)
  const secrets = { 'aws-access-key-id': keys.accessKeyId, 'aws-secret-access-key': keys.secretAccessKey }
  const beginLoad: typeof warehouse.beginLoad = async (options) => {
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
  const execute: typeof warehouse.execute = (sql, options) => {
    if (sql.includes('read_csv')) taken()
    return warehouse.execute(sql, options)
  }
  const context = stepContext({ warehouse: { ...warehouse, beginLoad, execute }, secrets })
  try {
    return await run.run(context, {
      s3ObjectPrefix: 's3://orders/',
      endpoint: origin,
      targetTable: 'sales',
      fileType: 'CSV',
    } as never)
  } finally {
    await warehouses.close()
  }
}
