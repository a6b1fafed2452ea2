import {
  type BulkLoad,
  batchColumn,
  type Cell,
  type StatementOptions,
  type Warehouse,
} from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import type { TargetTable } from './target-table.ts'

/** Of a text with one, where that is refused: databases say it in words of their protocols. */
const NO_NULL_CHARACTER = 'the text has the character U+0000, which the database does not take'

type Rows = readonly (readonly Cell[])[]

/** A row that the table's columns do not take. */
export interface BadRow {
  readonly index: number
  readonly reason: string
}

/** Tries what a table takes, in transactions that are rolled back: nothing that it does can be seen. */
export interface Probe {
  /** The rows whose values do not fit, in order; at most `most`. */
  badRows(rows: Rows, most: number): Promise<readonly BadRow[]>
}

export function createProbe(warehouse: Warehouse, options: StatementOptions, target: TargetTable): Probe {
  async function inTransaction(work: (bulk: BulkLoad) => Promise<unknown>): Promise<string | undefined> {
    const bulk = await warehouse.beginLoad(options)
    try {
      await work(bulk)
      return undefined
    } catch (error) {
      if (!(error instanceof WarehouseError)) throw error
      return error.message
    } finally {
      await bulk.rollback()
    }
  }

  /** Why not all of the rows can become values of the columns; undefined when they can. */
  const refusal = (rows: Rows, casts = target.casts): Promise<string | undefined> =>
    inTransaction(async (bulk) => {
      await bulk.fill(rows)
      const values = casts.map((cast, index) => `${cast} as ${batchColumn(index)}`).join(', ')
      await bulk.execute(`create temporary table headrace_probe as select ${values} from ${bulk.batch}`)
    })

  /** Which column of a row it is, and what the database says of its value; undefined when each fits alone. */
  async function reasonOf(row: readonly Cell[]): Promise<string | undefined> {
    for (const [index, { name, type }] of target.columns.entries()) {
      const cell = row[index] ?? null
      // Alone, for a value that the database does not even take as a text would be refused with every column.
      const alone = row.map((_, at) => (at === index ? cell : null))
      const said = await refusal([alone], [target.casts[index]!])
      if (said === undefined) continue
      const first = cell?.includes('\0') ? NO_NULL_CHARACTER : said.split('\n', 1)[0]
      return `column "${name}" (${type}): ${first}`
    }
    return undefined
  }

  async function search(rows: Rows, offset: number, found: BadRow[], most: number): Promise<void> {
    if (rows.length === 0 || found.length >= most) return
    if ((await refusal(rows)) === undefined) return
    if (rows.length === 1) {
      // A session that breaks off refuses one row that would fit.
      const reason = (await reasonOf(rows[0]!)) ?? (await refusal(rows))
      if (reason !== undefined) found.push({ index: offset, reason })
      return
    }
    const half = Math.ceil(rows.length / 2)
    await search(rows.slice(0, half), offset, found, most)
    await search(rows.slice(half), offset + half, found, most)
  }

  return {
    async badRows(rows, most) {
      const found: BadRow[] = []
      await search(rows, 0, found, most)
      return found
    },
  }
}
