import { createHash } from 'node:crypto'
import type { StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { makeTable } from '../done-loads.ts'
import { readRows } from '../sql.ts'
import { COMPARED_RUNS } from './gate-faults.ts'

/** How many rows an earlier successful run left and wrote. */
export interface CountedRun {
  readonly at: Date
  readonly tableRows: number
  readonly writtenRows: number
}

const TABLE = 'headrace_row_counts'
/** More than are kept: earlier versions kept others, and two runs at once may both add one. */
const MAX_READ = 500

/** Row counts of earlier successful runs of one component, in a table beside the one that it writes. */
export interface RunHistory {
  /** The last first. */
  readonly runs: readonly CountedRun[]
  /** Adds a run, in the transaction of what it publishes. */
  remember(warehouse: Warehouse, run: CountedRun): Promise<void>
}

/** `series` is the same for the same component in every run. Makes the table where it is missing. */
export async function openRunHistory(
  warehouse: Warehouse,
  checked: TableName,
  series: string,
  options: StatementOptions,
): Promise<RunHistory> {
  const name: TableName = { ...checked, table: TABLE }
  const { parts, quoteText } = warehouse
  if ((await warehouse.describe(name, options)) === undefined)
    await makeTable(
      warehouse,
      name,
      `series ${parts.keyText} not null, counted_at ${parts.keyText} not null, table_rows bigint not null, written_rows bigint not null`,
      options,
    )
  const key = quoteText(createHash('sha256').update(series).digest('hex'))
  const table = warehouse.quoteTable(name)
  const { rows } = await readRows(
    warehouse,
    `select counted_at, table_rows, written_rows from ${table} where series = ${key} order by counted_at desc limit ${MAX_READ}`,
    MAX_READ,
    options,
  )
  const runs = rows.map(([at, tableRows, writtenRows]) => ({
    at: new Date(at ?? ''),
    tableRows: Number(tableRows),
    writtenRows: Number(writtenRows),
  }))
  return {
    runs,
    async remember(shared, { at, tableRows, writtenRows }) {
      const own = shared.quoteTable(name)
      const cells = [key, quoteText(at.toISOString()), String(tableRows), String(writtenRows)]
      await shared.execute(
        `insert into ${own} (series, counted_at, table_rows, written_rows) values (${cells.join(', ')})`,
        options,
      )
      // Of each weekday (UTC), so that a pipeline that runs every minute knows those of a week ago.
      const before = runs.filter((run) => run.at.getUTCDay() === at.getUTCDay())
      const old = before.slice(COMPARED_RUNS - 1).map((run) => quoteText(run.at.toISOString()))
      if (old.length > 0)
        await shared.execute(
          `delete from ${own} where series = ${key} and counted_at in (${old.join(', ')})`,
          options,
        )
    },
  }
}
