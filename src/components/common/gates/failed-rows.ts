import type { Cell, StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { numberOf } from '../numbers.ts'
import { readRows, shownTable } from '../sql.ts'
import type { Gate } from './gate-properties.ts'
import { gateName } from './gate-result.ts'
import { type CheckedTable, tableBeside } from './gate-sql.ts'

/** Rows that failed a gate, read while they could be seen. */
export interface FailedRows {
  readonly gate: string
  readonly into: TableName
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

const DEFAULT_LIMIT = 1_000
/** Before a statement has so many characters another one begins. */
const BATCH_CHARACTERS = 64 * 1024

export async function failedRowsOf(
  table: CheckedTable,
  gate: Gate,
  query: string,
  options: StatementOptions,
): Promise<FailedRows> {
  const limit = numberOf(gate.failedRowsLimit ?? '') ?? DEFAULT_LIMIT
  const limited = `select * from (\n${query}\n) headrace_failing limit ${limit}`
  const { columns, rows } = await readRows(table.warehouse, limited, limit, options)
  return {
    gate: gateName(gate),
    into: tableBeside(table.published, gate.failedRowsTable ?? ''),
    columns,
    rows,
  }
}

/** Replaces the table with these rows, as texts, and what they belong to. Throws WarehouseError. */
export async function keepFailedRows(
  warehouse: Warehouse,
  { gate, into, columns, rows }: FailedRows,
  { executionId, at }: { readonly executionId: string; readonly at: Date },
  options: StatementOptions,
): Promise<string> {
  const own = ['headrace_gate', 'headrace_execution_id', 'headrace_failed_at']
  const names = [...own, ...columns]
  const text = warehouse.typeSql({ type: 'VARCHAR' })
  const stated = { size: undefined, precision: undefined, defaultValue: undefined, comment: undefined }
  const definition = {
    mode: 'replace' as const,
    columns: names.map((name) => ({ name, type: 'VARCHAR', ...stated, notNull: false, unique: false })),
    primaryKeys: [],
  }
  await warehouse.execute(warehouse.createTableSql(into, definition), { ...options, isFramed: true })
  const fields = names.map((name, at) => ({ name, type: text, member: `c${at}`, json: false }))
  for (const batch of batchesOf(rows.map((row) => jsonOf([gate, executionId, at.toISOString(), ...row]))))
    await warehouse.execute(warehouse.insertJsonSql(into, fields, `[${batch.join(',')}]`), options)
  return shownTable(into)
}

const jsonOf = (cells: readonly Cell[]): string =>
  JSON.stringify(Object.fromEntries(cells.map((cell, at) => [`c${at}`, cell])))

function* batchesOf(elements: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = []
  let characters = 0
  for (const element of elements) {
    batch.push(element)
    characters += element.length
    if (characters < BATCH_CHARACTERS) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}
