import type { Outcome } from '../../pipeline/flow-events.ts'
import type { Cell, StatementOptions, TableName, Warehouse } from '../../warehouses/warehouse.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'
import type { StepContext } from '../component.ts'
import { failure } from './outcome.ts'
import { environmentDefault } from './properties.ts'

/**
 * Works with the environment's database; what the database refuses fails the step in the database's own
 * words.
 */
export async function withWarehouse(
  context: StepContext,
  work: (warehouse: Warehouse, options: StatementOptions) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work(await context.warehouse(), { signal: context.signal, note: context.log })
  } catch (error) {
    if (error instanceof WarehouseError) return failure(error.message)
    throw error
  }
}

interface Place {
  readonly database?: string | undefined
  readonly catalog?: string | undefined
  readonly schema?: string | undefined
}

/** A table as parameters name it; `[Environment Default]` and empty leave a part to the environment. */
export const tableName = ({ database, catalog, schema }: Place, table: string): TableName => ({
  database: stated(database) ?? stated(catalog),
  schema: stated(schema),
  table,
})

/** For messages: `schema.table` as a person would write it. */
export const shownTable = ({ schema, table }: TableName): string =>
  schema === undefined ? table : `${schema}.${table}`

/** The same for all spellings of a table within its schema. */
export const tableKey = ({ nameKey, parts }: Pick<Warehouse, 'nameKey' | 'parts'>, table: string): string =>
  parts.tablesKeepCase ? table : nameKey(table)

const stated = (part: string | undefined): string | undefined =>
  part === undefined || part.trim() === '' || part === environmentDefault ? undefined : part

export interface ReadRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** There are more rows than `most`; the query was left there. */
  readonly more: boolean
}

/** Reads at most `most` rows of a query. */
export async function readRows(
  warehouse: Warehouse,
  sql: string,
  most: number,
  options: StatementOptions,
): Promise<ReadRows> {
  const { columns, batches } = await warehouse.query(sql, options)
  const rows: (readonly Cell[])[] = []
  for await (const batch of batches) {
    rows.push(...batch.slice(0, most + 1 - rows.length))
    if (rows.length > most) break
  }
  return { columns, rows: rows.slice(0, most), more: rows.length > most }
}

/**
 * The indexes of columns in a result: by exact spelling, or else in any case, because files were written for
 * databases that change the case of names. The fault names every missing column.
 */
export function columnPositions(
  columns: readonly string[],
  wanted: readonly string[],
  place = 'The query',
): { readonly positions: readonly number[] } | { readonly fault: string } {
  const lower = columns.map((column) => column.toLowerCase())
  const positions = wanted.map((column) => {
    const exact = columns.indexOf(column)
    return exact === -1 ? lower.indexOf(column.toLowerCase()) : exact
  })
  const missing = wanted.filter((_, index) => positions[index] === -1)
  if (missing.length === 0) return { positions }
  const names = missing.map((column) => `"${column}"`).join(', ')
  return { fault: `${place} has no column ${names}; it has ${columns.join(', ')}` }
}
