import type { StatementCounts, StatementOptions, Warehouse } from '../../warehouses/warehouse.ts'
import { readRows } from '../common/sql.ts'
import type { Sink } from './relation.ts'

export interface SinkRun extends StatementCounts {
  /** What an assertion found to be wrong; undefined when nothing is, and of a sink that writes. */
  readonly deviation: string | undefined
}

/** Does what a sink does in the database. Throws WarehouseError. */
export async function applySink(
  warehouse: Warehouse,
  sink: Sink,
  options: StatementOptions,
): Promise<SinkRun> {
  if (sink.deviation === undefined) {
    const counts = await warehouse.execute(sink.sql, {
      ...options,
      count: 'last',
      isFramed: true,
    })
    return { ...counts, deviation: undefined }
  }
  const { rows } = await readRows(warehouse, sink.sql, 1, options)
  const rowCount = Number(rows[0]?.[0])
  return { rowCount, changes: undefined, deviation: sink.deviation(rowCount) }
}
