import {
  batchColumn,
  type Cell,
  type Stage,
  type StatementOptions,
  type Warehouse,
} from '../../../warehouses/warehouse.ts'
import type { DecidedLoads } from '../decided-loads.ts'
import type { DoneLoads } from '../done-loads.ts'
import type { FileEntry } from '../object-stores/file-store.ts'
import { dropAllLeftovers, dropLeftovers, stagingName } from '../staging-table.ts'
import type { LoadedFiles } from './loaded-files.ts'
import type { TargetTable } from './target-table.ts'

/** What is remembered about a load. */
export interface LoadEnd {
  readonly done: DoneLoads
  readonly rows: number
  readonly loaded: LoadedFiles
  readonly files: readonly FileEntry[]
}

/** The statements that remember it, to stand first in the transaction that ends the load. */
export const rememberSql = ({ done, rows, loaded, files }: LoadEnd): readonly string[] => [
  done.rememberSql(rows, '0'),
  ...loaded.rememberSql(files),
]

/** A table that rows gather in, batch by batch, until all of them go where they belong at once. */
export interface Staging {
  /** Adds rows of texts as values of the columns; all or none. Throws WarehouseError. */
  add(rows: readonly (readonly Cell[])[]): Promise<number>
  /** Puts all rows into the target, together with what is remembered; then drops what lost attempts left. */
  finish(end: LoadEnd): Promise<void>
  /** The same as a part of a transaction of others; `drop` comes after it. */
  finishIn(shared: Warehouse, end: LoadEnd): Promise<void>
  /**
   * The same in steps that can be checked; undefined where a transaction takes it back. `drop` comes after
   * it.
   */
  stage(end: LoadEnd): Stage | undefined
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
  const decide = (decided: DecidedLoads, { rows, loaded, files }: LoadEnd) =>
    decided.add({
      rows,
      columns,
      query: `select ${columns} from ${table}`,
      remembered: [loaded.remembered(files)],
    })
  const values = target.casts.map((cast, index) => `${cast} as ${batchColumn(index)}`).join(', ')

  async function drop(): Promise<void> {
    if (!isThere) return
    const unstopped = { signal: new AbortController().signal }
    await warehouse.execute(`drop table if exists ${table}`, unstopped).catch(() => undefined)
  }

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
    async finish(end) {
      if (end.done.decided !== undefined) {
        await decide(end.done.decided, end)
        return drop()
      }
      // What must not be there twice is looked at before anything else, for the transaction sees the database
      // as it is then.
      const away = `drop table ${table}`
      // Where a definition ends the transaction, or is refused in one, it follows.
      const last = warehouse.parts.definitionsCommit ? ['commit', away] : [away, 'commit']
      const script = ['begin', ...rememberSql(end), move, ...last]
      await warehouse.execute(script.join(';\n'), { ...options, isFramed: true })
      isThere = false
      await dropAllLeftovers(warehouse, options, target.name, key)
    },
    async finishIn(shared, end) {
      await shared.execute([...rememberSql(end), move].join(';\n'), options)
    },
    stage(end) {
      const { decided } = end.done
      const { cloned } = warehouse.parts
      if (cloned === undefined) return undefined
      return (staged) => {
        const copy = warehouse.quoteTable(staged)
        return {
          staged,
          make: [...cloned(copy, into), moveInto(copy)].join(';\n'),
          publish: () =>
            decided === undefined
              ? ['begin', ...rememberSql(end), move, 'commit'].join(';\n')
              : () => decide(decided, end),
          discard: `drop table if exists ${copy}`,
        }
      }
    },
    drop,
  }
}
