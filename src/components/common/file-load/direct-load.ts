import { type CountRecords, recordCounter } from '../../../warehouses/text-fields.ts'
import type { TextFormat } from '../../../warehouses/text-load.ts'
import {
  type BulkLoad,
  batchColumn,
  type Cell,
  type StatementOptions,
  type Warehouse,
} from '../../../warehouses/warehouse.ts'
import { dropLeftovers } from '../staging-table.ts'
import type { Staging } from './staging.ts'
import type { TargetTable } from './target-table.ts'

/** What takes the rows of a load. */
export interface RowTarget extends Pick<Staging, 'add' | 'drop'> {
  /** Adds whole records; undefined, and nothing is added, where they are to be read row by row. */
  addText?(records: Buffer, format: TextFormat): Promise<number | undefined>
}

export interface DirectLoad extends RowTarget {
  /** Runs `statements` and ends the transaction. */
  finish(statements: readonly string[]): Promise<void>
}

/**
 * Rows that go into the target at once, in one transaction that ends with the load: only its end can be seen.
 * After an error it is over, and others can have its connection.
 */
export async function createDirectLoad(
  warehouse: Warehouse,
  options: StatementOptions,
  target: TargetTable,
  key: string,
): Promise<DirectLoad> {
  // Of a version that had a table of its own.
  await dropLeftovers(warehouse, options, target.name, key)
  const columns = target.columns.map(({ name }) => warehouse.quoteName(name)).join(', ')
  const table = warehouse.quoteTable(target.name)
  const into = `insert into ${table} (${columns})`
  const values = target.casts.map((cast, index) => `${cast} as ${batchColumn(index)}`).join(', ')
  let begun: BulkLoad | undefined

  async function inLoad<T>(work: (bulk: BulkLoad) => Promise<T>): Promise<T> {
    begun ??= await warehouse.beginLoad(options)
    try {
      return await work(begun)
    } catch (error) {
      await begun.rollback()
      throw error
    }
  }

  const add = (rows: readonly (readonly Cell[])[]) =>
    inLoad(async (bulk) => {
      await bulk.fill(rows)
      return bulk.execute(`${into} select ${values} from ${bulk.batch}`)
    })

  const types = target.columns.map(({ type }) => type)
  const counters = new Map<string, CountRecords | undefined>()
  function counterOf(format: TextFormat): CountRecords | undefined {
    const key = JSON.stringify(format)
    if (!counters.has(key)) counters.set(key, recordCounter(format, types))
    return counters.get(key)
  }

  const addText = (records: Buffer, format: TextFormat) =>
    inLoad(async ({ text }) => {
      const found = text && counterOf(format)?.(records)
      if (found?.bytes !== records.length) return undefined
      return text?.copy(records, { table, columns: target.textColumns, format, count: found.count })
    })

  return {
    add,
    addText,
    finish: (statements) =>
      inLoad(async (bulk) => {
        for (const sql of statements) await bulk.execute(sql)
        await bulk.commit()
      }),
    async drop() {
      await begun?.rollback()
    },
  }
}
