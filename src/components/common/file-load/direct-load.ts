import { kindOf } from '../../../warehouses/type-kinds.ts'
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
  /** Adds plain records; undefined, and nothing is added, where they are to be read row by row. */
  addText?(records: Buffer, delimiter: string): Promise<number | undefined>
}

export interface DirectLoad extends RowTarget {
  /** Runs `statements` and ends the transaction. */
  finish(statements: readonly string[]): Promise<void>
}

/**
 * Rows that go into the target at once, in one transaction that ends with the load: only its end can be seen. After an error it is
 * over, and others can have its connection.
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
  const into = `insert into ${warehouse.quoteTable(target.name)} (${columns})`
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

  const addText = (records: Buffer, delimiter: string) =>
    inLoad(async ({ text, batch }) => {
      if (text === undefined) return undefined
      const fits = target.columns.flatMap(({ type }, index) => {
        const [kind, column] = [kindOf(type), batchColumn(index)]
        const isMoment = kind === 'day' || kind === 'moment'
        return isMoment ? [`(${column} is null or (${text.isWritten(column, kind)}))`] : []
      })
      const where = fits.length === 0 ? '' : ` where ${fits.join(' and ')}`
      const insert = `${into} select ${values} from ${batch}${where}`
      return text.add(records, { columns: target.columns.length, delimiter, insert })
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
