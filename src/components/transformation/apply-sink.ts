import type { StatementCounts, StatementOptions, Warehouse } from '../../warehouses/warehouse.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'
import { type Gated, publishStaged, publishThroughGates } from '../common/gates/publish.ts'
import { readRows } from '../common/sql.ts'
import type { StepContext } from '../component.ts'
import type { CompiledSink } from './compile.ts'
import type { Sink } from './relation.ts'

export interface SinkRun extends StatementCounts {
  /** What an assertion found to be wrong; undefined when nothing is, and of a sink that writes. */
  readonly deviation: string | undefined
}

/**
 * Does what a sink that writes does, checks its gates on what the table would be, and publishes it or takes
 * it back.
 */
export async function applyGatedSink(
  context: StepContext,
  warehouse: Warehouse,
  { sql, target, stage, gates, component }: CompiledSink,
  options: StatementOptions,
): Promise<Gated<StatementCounts>> {
  if (target === undefined)
    throw new WarehouseError(`"${component.name}" writes no table that gates can check`)
  const table = { context, warehouse, options, gates, table: target }
  const counting = { ...options, count: 'last' as const, isFramed: true }
  if (stage !== undefined && !context.transaction.isOpen())
    return publishStaged(table, stage, (make) => warehouse.execute(make, counting))
  return publishThroughGates(table, (shared) => shared.execute(sql, counting))
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
