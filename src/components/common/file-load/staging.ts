import {
  batchColumn,
  type Cell,
  type Stage,
  type StatementOptions,
  type Warehouse,
} from '../../../warehouses/warehouse.ts'
import { dropLeftovers, stagingName } from '../staging-table.ts'
import type { TargetTable } from './target-table.ts'

/** A table that rows gather in, batch by batch, until all of them go where they belong at once. */
export interface Staging {
  /** Adds rows of texts as values of the columns; all or none. Throws WarehouseError. */
  add(rows: readonly (readonly Cell[])[]): Promise<number>
  /** Runs `statements` and puts all rows into the target, in one transaction; then drops what lost attempts left. */
  finish(statements: readonly string[]): Promise<void>
  /** The same as a part of a transaction of others; `drop` comes after it. */
  finishIn(shared: Warehouse, statements: readonly string[]): Promise<void>
  /** The same in steps that can be checked; undefined where a transaction takes it back. `drop` comes after it. */
  stage(statements: readonly string[]): Stage | undefined
  /** Drops the table; after `finish` it does nothing. Never throws. */
  drop(): Promise<void>
}

/** Makes the table, and drops those that lost attempts of the same step left. */
export async function createStaging(
  warehouse: Warehouse,
  options: StatementOptions,
  target: TargetTable,
  key: string,
): Promise<Staging> {
  await dropLeftovers(warehouse, options, target.name, key)
  const into = warehouse.quoteTable(target.name)
  const table = warehouse.quoteTable(stagingName(target.name, key))
  const columns = target.columns.map(({ name }) => warehouse.quoteName(name)).join(', ')
  const copied = target.columns.map(({ name, type }) => ({
    name: warehouse.quoteName(name),
    type,
    isRequired: target.required.includes(name),
  }))
  await warehouse.execute(warehouse.parts.emptyCopy(table, into, copied).join(';\n'), options)
  let isThere = true
  const moveInto = (target: string) => `insert into ${target} (${columns}) select ${columns} from ${table}`
  const move = moveInto(into)
  const values = target.casts.map((cast, index) => `${cast} as ${batchColumn(index)}`).join(', ')

  return {
    async add(rows) {
      const bulk = await warehouse.beginLoad(options)
      try {
        await bulk.fill(rows)
        const added = await bulk.execute(
          `insert into ${table} (${columns}) select ${values} from ${bulk.batch}`,
        )
        await bulk.commit()
        return added
      } finally {
        await bulk.rollback()
      }
    },
    async finish(statements) {
      // What must not be there twice is looked at before anything else, for the transaction sees the database as it is then.
      const drop = `drop table ${table}`
      // Where a definition ends the transaction, or is refused in one, it follows.
      const end = warehouse.parts.definitionsCommit ? ['commit', drop] : [drop, 'commit']
      const script = ['begin', ...statements, move, ...end]
      await warehouse.execute(script.join(';\n'), { ...options, isFramed: true })
      isThere = false
      await dropLeftovers(warehouse, options, target.name, key)
    },
    async finishIn(shared, statements) {
      await shared.execute([...statements, move].join(';\n'), options)
    },
    stage(statements) {
      const { cloned } = warehouse.parts
      if (cloned === undefined) return undefined
      return (staged) => {
        const copy = warehouse.quoteTable(staged)
        return {
          staged,
          make: [...cloned(copy, into), moveInto(copy)].join(';\n'),
          publish: () => ['begin', ...statements, move, 'commit'].join(';\n'),
          discard: `drop table if exists ${copy}`,
        }
      }
    },
    async drop() {
      if (!isThere) return
      const unstopped = { signal: new AbortController().signal }
      await warehouse.execute(`drop table if exists ${table}`, unstopped).catch(() => undefined)
    },
  }
}
