import type { Cell, Warehouse } from '../../warehouses/warehouse.ts'

const MAX_CELL_CHARACTERS = 2_000
/** Of all cells together: an answer is one message. */
const MAX_CHARACTERS = 1024 * 1024
const MAX_SQL_CHARACTERS = 256 * 1024

/** The first rows of a query. */
export interface FirstRows {
  readonly rows: Cell[][]
  /** Whether the query has more. */
  readonly more: boolean
  /** Whether cells were cut. */
  readonly shortened: boolean
}

/** Reads up to `limit` rows, and fewer where they are large, in a transaction that can change nothing. */
export async function readRows(
  warehouse: Warehouse,
  sql: string,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<FirstRows> {
  const { batches } = await warehouse.query(`${sql}\nlimit ${limit + 1}`, { signal, readOnly: true })
  const rows: Cell[][] = []
  let left = MAX_CHARACTERS
  let shortened = false
  for await (const batch of batches) {
    for (const row of batch) {
      const cells = row.map(shortCell)
      left -= cells.reduce((sum, cell) => sum + (cell?.length ?? 0) + 3, 0)
      if (rows.length === limit || left < 0) return { rows, more: true, shortened }
      shortened ||= cells.some((cell, index) => cell !== row[index])
      rows.push(cells)
    }
  }
  return { rows, more: false, shortened }
}

const shortCell = (cell: Cell): Cell =>
  cell !== null && cell.length > MAX_CELL_CHARACTERS ? `${cell.slice(0, MAX_CELL_CHARACTERS)}…` : cell

/** A statement as it is shown; a very long one is cut. */
export const shortSql = (sql: string): string =>
  sql.length > MAX_SQL_CHARACTERS ? `${sql.slice(0, MAX_SQL_CHARACTERS)}\n…` : sql
