import type { SourceColumn } from '../../../warehouses/source-database.ts'
import { digitsOf } from '../../../warehouses/type-kinds.ts'
import type { Cell, StatementOptions, Warehouse } from '../../../warehouses/warehouse.ts'

/** A size in the query's own words makes a column with as many. */
export const MOST_PLACES = 18

/** How many decimals of a column's values are kept, where it may have more. */
export function keptPlaces({ typeSql }: Warehouse, { type }: SourceColumn): number | undefined {
  const isUnsized = type.type === 'NUMBER' && type.size === undefined
  return isUnsized ? digitsOf(typeSql(type))?.behind : undefined
}

type Rows = readonly (readonly Cell[])[]

/**
 * Looks at what is loaded on its way, and logs each column, once, of which a value has more decimals than are
 * kept.
 */
export interface RoundedColumns {
  /** The same batches of rows. */
  rows(batches: AsyncIterable<Rows>): AsyncIterable<Rows>
  /** The same pieces of a text in the format of COPY. */
  text(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer>
}

export function createRoundedColumns(
  warehouse: Warehouse,
  columns: readonly SourceColumn[],
  { note }: Pick<StatementOptions, 'note'>,
): RoundedColumns {
  const watched = new Map(columns.map(({ name }, index) => [index, name]))
  let places = 0 // the same for all columns of a database
  for (const [index, column] of columns.entries()) {
    const kept = keptPlaces(warehouse, column)
    if (kept === undefined) watched.delete(index)
    else places = kept
  }
  if (watched.size === 0) return { rows: (batches) => batches, text: (pieces) => pieces }
  const hasMore = new RegExp(`\\.\\d{${places}}\\d*[1-9]`)

  function look(cells: readonly Cell[]): void {
    for (const [index, name] of watched) {
      const cell = cells[index] ?? ''
      if (cell.length <= places || !hasMore.test(cell)) continue
      watched.delete(index)
      note?.(
        `Rounded, because a column of numbers without size keeps ${places} decimals here: "${name}", such as ${cell}. ` +
          `To keep more, state a size in the query, such as cast(${name} as numeric(38, ${MOST_PLACES}))`,
      )
    }
  }

  async function* text(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let begun = '' // of a line whose end comes with a later piece
    for await (const piece of pieces) {
      yield piece
      if (watched.size === 0) continue
      const end = piece.lastIndexOf('\n') + 1
      const lines = begun + piece.toString('latin1', 0, end)
      begun = (end === 0 ? lines : '') + piece.toString('latin1', end)
      if (end === 0 || !hasMore.test(lines)) continue
      for (const line of lines.split('\n')) if (hasMore.test(line)) look(line.split('\t'))
    }
  }

  async function* rows(batches: AsyncIterable<Rows>): AsyncGenerator<Rows> {
    for await (const batch of batches) {
      for (const cells of watched.size === 0 ? [] : batch) look(cells)
      yield batch
    }
  }

  return { rows, text }
}
